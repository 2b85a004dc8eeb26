import { afterAll, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ORIGIN, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { addPhoto } from '../../support/features/photo-files.ts';
import { untilSeen } from '../../support/until.ts';

/** For how long a body may arrive. Nothing else of the server takes as long, which tells its timers from others. */
const ARRIVES_WITHIN_MS = 28_000;
/** All but the last byte of the longest body that is accepted. */
const ALMOST = 5 * 1024 * 1024 - 1;

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
});
afterAll(() => served.close());

/** A request whose body never ends. */
interface Begun {
  socket: Socket;
  /** What has come back. */
  heard: string;
  /** Whether the server has closed the connection. */
  isOver: boolean;
}

/** Begins to add a photo, with so many bytes of one more. */
function begin({ cookie }: SignedInClient, bytes: number): Begun {
  const [host, port] = served.address.split(':');
  const socket = connect(Number(port), host);
  const begun: Begun = { socket, heard: '', isOver: false };
  socket
    .setEncoding('latin1')
    .on('data', (text: string) => (begun.heard += text))
    .on('error', () => undefined)
    .on('close', () => (begun.isOver = true));
  const head = [
    'POST /api/photos HTTP/1.1',
    `Host: ${new URL(ORIGIN).host}`,
    `Origin: ${ORIGIN}`,
    `Cookie: ${cookie}`,
    'Content-Type: image/jpeg',
    `Content-Length: ${bytes + 1}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes));
  return begun;
}

/** Ten people, each with two such requests, and the timers that end them. */
async function beginAll(bytes: number) {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const people = await Promise.all(Array.from({ length: 10 }, () => served.signUp()));
  const begun = [...people, ...people].map((person) => begin(person, bytes));
  const late = () => timers.mock.calls.filter(([, ms]) => ms === ARRIVES_WITHIN_MS).map(([run]) => run);
  await untilSeen('the server waiting for all of these bodies', () => late().length === begun.length);
  timers.mockRestore();
  return { people, begun, late: late() };
}

const endAll = async (begun: Begun[]) => {
  for (const { socket, isOver } of begun) {
    if (isOver) continue;
    socket.destroy();
    await once(socket, 'close');
  }
};

describe('photos whose bodies do not arrive', () => {
  it('keep no one else from adding one, and are ended in words when their time is over', async () => {
    const { people, begun, late } = await beginAll(15_000);
    try {
      for (let turn = 0; turn < 3; turn += 1) await addPhoto(robin);
      // Each of these people has used up their own two.
      const { status, body, headers } = await people[0]!
        .send('post', '/api/photos')
        .set('Content-Type', 'image/jpeg')
        .send(Buffer.alloc(15_000));
      expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_requests', '5']);
      expect(begun.filter(({ heard, isOver }) => heard || isOver)).toEqual([]);
      for (const end of late) end();
      await untilSeen('the end of these connections', () => begun.every(({ isOver }) => isOver));
      for (const { heard } of begun) {
        expect(heard).toMatch(/^HTTP\/1\.1 408 /);
        expect(heard).toMatch(/\r\nConnection: close\r\n/i);
        expect(heard).toContain('"code":"upload_timeout"');
      }
      await addPhoto(people[0]!);
    } finally {
      await endAll(begun);
    }
  });

  it('take no more memory than is set aside for them, and leave room for one that does', async () => {
    const { begun } = await beginAll(ALMOST);
    try {
      // Nine of them fit: each of the others has made room.
      await untilSeen('the end of eleven', () => begun.filter(({ isOver }) => isOver).length === 11);
      await addPhoto(robin);
      expect(begun.filter(({ isOver }) => !isOver)).toHaveLength(9);
    } finally {
      await endAll(begun);
    }
  });
});
