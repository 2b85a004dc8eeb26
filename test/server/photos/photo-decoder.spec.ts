import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { PhotoDecoder } from '../../../dist/server/photos/photo-decoder.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import { addPhoto, jpegPhoto } from '../../support/features/photo-files.ts';
import { untilSeen } from '../../support/until.ts';

/** What a photo may take, and how long the process stays without one. Nothing else takes as long, which tells the timers. */
const WITHIN_MS = 20_000;
const IDLE_MS = 30_000;

let served: TestApp;
let robin: SignedInClient;
let decoder: PhotoDecoder;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
  decoder = served.app.get(PhotoDecoder);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => served.close());

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The decoder’s process, which has just decoded a photo. */
async function decoded(): Promise<number> {
  await addPhoto(robin);
  return decoder.pid!;
}

/** Begins to add a photo that the decoder has and never answers. */
async function beginForEver() {
  const pid = await decoded();
  process.kill(pid, 'SIGSTOP');
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const asked = jest.spyOn(decoder, 'clean');
  const file = await jpegPhoto();
  const answer = robin.send('post', '/api/photos').set('Content-Type', 'image/jpeg').send(file).then();
  await untilSeen('the photo at the decoder', () => asked.mock.calls.length === 1);
  const limit = timers.mock.calls.find(([, ms]) => ms === WITHIN_MS)![0];
  return { pid, answer, limit };
}

const REFUSED = {
  status: 503,
  body: expect.objectContaining({
    code: 'unavailable',
    message: 'The service isn’t available right now. Please try again shortly.',
  }),
};

describe('the process that decodes photos', () => {
  it('yields to the server, and knows none of its settings', async () => {
    const pid = await decoded();
    expect(getPriority(pid)).toBeGreaterThan(getPriority());
    if (process.platform !== 'linux') return;
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0] ?? '');
    expect(names.filter((name) => name !== '' && !name.startsWith('NODE_CHANNEL_'))).toEqual([
      'MALLOC_ARENA_MAX',
    ]);
  });

  it('has a photo to itself, and the server answers other requests at that time', async () => {
    const { pid, answer } = await beginForEver();
    await robin.send('get', '/api/posts').expect(200);
    process.kill(pid, 'SIGCONT');
    expect((await answer).status).toBe(201);
  });

  it('may end over a photo: that one is refused, and the next one is taken', async () => {
    const { pid, answer } = await beginForEver();
    process.kill(pid, 'SIGKILL');
    expect(await answer).toMatchObject(REFUSED);
    await addPhoto(robin);
    expect(decoder.pid).not.toBe(pid);
  });

  it('is ended over a photo that takes too long', async () => {
    const { pid, answer, limit } = await beginForEver();
    limit();
    expect(await answer).toMatchObject(REFUSED);
    expect(isRunning(pid)).toBe(false);
    await addPhoto(robin);
  });

  it('ends when there is nothing to decode for a time, and starts again', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const pid = await decoded();
    timers.mock.calls.find(([, ms]) => ms === IDLE_MS)![0]();
    await untilSeen('its end', () => !isRunning(pid));
    expect(await decoded()).not.toBe(pid);
  });

  it('ends with the server, and also when that is killed', async () => {
    const other = await startTestApp({}, served);
    await addPhoto(await other.signUp());
    const pid = other.app.get(PhotoDecoder).pid!;
    expect(isRunning(pid)).toBe(true);
    await other.app.close();
    expect(isRunning(pid)).toBe(false);

    const url = new URL('../../../dist/server/photos/photo-decoder.js', import.meta.url).href;
    const script = `
      const { PhotoDecoder } = await import(${JSON.stringify(url)});
      const decoder = new PhotoDecoder();
      await decoder.preview(Buffer.alloc(20_000));
      console.log(decoder.pid);
      setInterval(() => undefined, 1000);`;
    const server = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const heard = await new Promise<string>((resolve) =>
      server.stdout.once('data', (data) => resolve(String(data))),
    );
    const orphan = Number(heard);
    expect(isRunning(orphan)).toBe(true);
    server.kill('SIGKILL');
    await untilSeen('the end of the decoder', () => !isRunning(orphan));
  });
});
