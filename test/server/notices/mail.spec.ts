import { afterEach, describe, expect, it } from '../../support/jest.ts';
import { createServer, type Server } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { readEnv } from '../../../dist/server/config/env.js';
import type { DeliveryContent } from '../../../dist/server/database/notices.schema.js';
import { MailSender } from '../../../dist/server/notices/sending/mail-sender.js';
import { SmtpTransport } from '../../../dist/server/notices/sending/mail-transport.js';
import { endAll, type Ends } from '../../support/processes/ends.ts';
import { listen } from '../../support/network/listen.ts';
import { type MailServer, startMailServer } from '../../support/network/mail-server.ts';

const ENV = readEnv({ PUBLIC_ORIGIN: 'https://shingle.example' });
const ID = 'b2f3f1a4-8d5c-4f7e-9a1b-0c2d3e4f5a6b';
const ROBIN = {
  address: 'robin@example.com',
  timeZone: 'Europe/London',
  language: 'en-US',
  unsubscribeToken: 'dG9rZW4tb2YtdGhlLXRlc3Q',
};

const ends: Ends = [];
afterEach(() => endAll(ends));

async function serverWith(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  ends.push(() => server.close());
  return server;
}

/** Sends to a server on this port, with a tenth of the usual patience. */
function senderTo(port: number, user = ''): MailSender {
  const times = { connectMs: 1000, totalMs: 1500 };
  return new MailSender(
    ENV,
    new SmtpTransport(`smtp://${user}127.0.0.1:${port}`, 'post@shingle.example', times),
  );
}

function failedPosts(locationName: string, count = 1): DeliveryContent {
  const at = '2026-06-01T08:30:00.000Z';
  return {
    notices: [
      {
        id: ID,
        kind: 'post_failed',
        cause: 'Google refused the picture',
        count,
        firstAt: at,
        lastAt: at,
        subjects: [
          { eventId: ID, at, locationId: 'l1', locationName, storeCode: 'OW-01', postType: 'OFFER' as const },
        ],
      },
    ],
  };
}

const send = (sender: MailSender, content = failedPosts('Old Wharf'), recipient = ROBIN) =>
  sender.send({ id: ID, kind: 'notice', content }, recipient);

describe('a mail', () => {
  it('arrives as text and HTML, with what mail programs need to sort it and to end it', async () => {
    const server = await serverWith();
    expect(await send(senderTo(server.port))).toMatchObject({ is: 'delivered', code: 250 });
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'post@shingle.example', to: [ROBIN.address] });
    expect(Object.fromEntries(mail!.headers)).toMatchObject({
      from: ['Shingle <post@shingle.example>'],
      to: [ROBIN.address],
      subject: ['Offer at Old Wharf failed'],
      'message-id': [`<${ID}@shingle.example>`],
      'auto-submitted': ['auto-generated'],
      'list-unsubscribe': [`<https://shingle.example/unsubscribe/${ROBIN.unsubscribeToken}>`],
      'list-unsubscribe-post': ['List-Unsubscribe=One-Click'],
    });
    for (const words of [mail!.text, mail!.html])
      for (const line of [
        'Offer at Old Wharf failed',
        'OW-01: Google refused the picture.',
        'Jun 1, 2026, 9:30',
        'Unsubscribe',
      ])
        expect(words.replaceAll('\u202f', ' ')).toContain(line);
    expect(mail!.html).not.toMatch(/<img|<script|<link|url\(|@import/i);
    const addresses = [...mail!.html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address!);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/shingle\.example\//);
  });

  it.each([
    ['en-GB', 'Asia/Kolkata', '1 Jun 2026, 14:00 GMT+5:30'],
    ['de-DE', 'Europe/Berlin', '1. Juni 2026, 10:30 MESZ'],
    ['th-TH', 'UTC', '1 มิ.ย. 2026 08:30 UTC'],
  ])('has its days and hours as %s writes them', async (language, timeZone, when) => {
    const server = await serverWith();
    await send(senderTo(server.port), failedPosts('Old Wharf'), { ...ROBIN, language, timeZone });
    for (const words of [server.received[0]!.text, server.received[0]!.html]) expect(words).toContain(when);
  });

  it('keeps its Message-ID when it is sent once more, and a second one has its own', async () => {
    const server = await serverWith();
    const sender = senderTo(server.port);
    await send(sender);
    await send(sender);
    await sender.send({ id: crypto.randomUUID(), kind: 'test', content: { notices: [] } }, ROBIN);
    const ids = server.received.map(({ headers }) => headers.get('message-id')?.[0]);
    expect([ids[0], new Set(ids).size]).toEqual([`<${ID}@shingle.example>`, 2]);
  });

  it('shows what people wrote as text, and lets none of it into the headers', async () => {
    const server = await serverWith();
    const evil = 'Wharf\r\nBcc: eve@example.com\r\n\r\n<img src=x onerror=alert(1)> & "more"';
    const content = failedPosts(evil);
    content.notices[0]!.kind = 'connection_lost';
    content.notices[0]!.cause = evil;
    await send(senderTo(server.port), content);
    await senderTo(server.port).sendProof('eve@example.com\r\nRCPT TO:<all@example.com>', 'token');
    const [mail] = server.received;
    expect(mail!.headers.has('bcc')).toBe(false);
    expect(mail!.to).toEqual([ROBIN.address]);
    expect(mail!.html).not.toContain('<img');
    expect(mail!.html).toContain('&#60;img src=x onerror=alert(1)&#62; &#38; &#34;more&#34;');
    expect(server.received.flatMap(({ to }) => to)).not.toContain('all@example.com');
  });

  it('has one line for its subject, whatever a name holds', async () => {
    const server = await serverWith();
    const transport = new SmtpTransport(`smtp://127.0.0.1:${server.port}`, 'post@shingle.example');
    const mail = { id: `${ID}@x`, to: ROBIN.address, text: 'a', html: '<p>a</p>' };
    await transport.send({ ...mail, subject: 'Closed\r\nBcc: eve@example.com' });
    expect(server.received[0]!.headers.get('subject')).toEqual(['Closed Bcc: eve@example.com']);
    expect(server.received[0]!.headers.has('bcc')).toBe(false);
  });

  it('that proves an address has its link, and nothing to unsubscribe from', async () => {
    const server = await serverWith();
    await senderTo(server.port).sendProof(ROBIN.address, 'a+b/c');
    const [mail] = server.received;
    expect(mail!.text).toContain('https://shingle.example/dashboard?prove=a%2Bb%2Fc');
    expect(mail!.headers.has('list-unsubscribe')).toBe(false);
  });

  it('of a day has each notice', async () => {
    const server = await serverWith();
    const content = { notices: [...failedPosts('Old Wharf', 2).notices, ...failedPosts('Harbour').notices] };
    await senderTo(server.port).sendProof(ROBIN.address, 'x');
    await senderTo(server.port).send({ id: ID, kind: 'digest', content }, ROBIN);
    const mail = server.received[1]!;
    expect(mail.headers.get('subject')).toEqual(['What happened: 2 posts failed and 1 more']);
    expect(mail.text).toContain('2 posts failed');
    expect(mail.text).toContain('Harbour');
  });
});

describe('a mail server', () => {
  const refusing = (code: number, message: string) =>
    Object.assign(new Error(message), { responseCode: code });

  it.each<[string, SMTPServerOptions, object]>([
    [
      'that refuses the address for good pauses the channel',
      { onRcptTo: (_address, _session, callback) => callback(refusing(550, 'No such mailbox')) },
      { is: 'failed', code: 550, pause: 'The mail server refused your address: 550 No such mailbox' },
    ],
    [
      'that refuses it for now is tried again',
      { onRcptTo: (_address, _session, callback) => callback(refusing(450, 'Mailbox busy')) },
      { is: 'retry', code: 450, answer: expect.stringContaining('Mailbox busy') },
    ],
    [
      'that refuses the sender pauses the channel',
      { onMailFrom: (_address, _session, callback) => callback(refusing(553, 'Who are you')) },
      { is: 'failed', code: 553, pause: expect.stringContaining('553 Who are you') },
    ],
    [
      'that refuses the mail itself refuses only this one',
      {
        onData: (stream, _session, callback) =>
          void stream.resume().on('end', () => callback(refusing(554, 'Looks like spam'))),
      },
      { is: 'failed', code: 554, answer: '554 Looks like spam' },
    ],
    [
      'that has no room now is tried again',
      {
        onData: (stream, _session, callback) =>
          void stream.resume().on('end', () => callback(refusing(452, 'No room'))),
      },
      { is: 'retry', code: 452, answer: '452 No room' },
    ],
    [
      'that never ends its answer is tried again',
      { onData: (stream) => void stream.resume() },
      { is: 'retry', answer: expect.any(String) },
    ],
  ])('%s', async (_name, options, outcome) => {
    const server = await serverWith(options);
    const came = await send(senderTo(server.port));
    expect(came).toEqual({ answer: expect.any(String), code: undefined, ...outcome });
  });

  it('that refuses the password is the operator’s matter: it is tried again and no channel is paused', async () => {
    const server = await serverWith({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(refusing(535, 'Wrong password hunter2')),
    });
    const outcome = await send(senderTo(server.port, 'robin:hunter2@'));
    expect(outcome).toEqual({
      is: 'retry',
      code: 535,
      answer: 'The mail server refused the user and password of SMTP_URL.',
    });
    expect(server.received).toEqual([]);
  });

  it('gets user and password as SMTP_URL has them, decoded', async () => {
    const seen: unknown[] = [];
    const server = await serverWith({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, callback) {
        seen.push(username, password);
        callback(null, { user: 'robin' });
      },
    });
    expect(await send(senderTo(server.port, 'robin%40shop:a%2Fb%3A@'))).toMatchObject({ is: 'delivered' });
    expect(seen).toEqual(['robin@shop', 'a/b:']);
  });

  it('that is not there, says nothing or dies in the middle is tried again', async () => {
    const sockets: Server[] = [createServer(), createServer((socket) => socket.end('220 hello\r\n'))];
    sockets.push(
      createServer((socket) => socket.write('220 hello\r\n') && socket.once('data', () => socket.destroy())),
    );
    const ports = await Promise.all(sockets.map(listen));
    const gone = createServer();
    ports.push(await listen(gone));
    gone.close();
    ends.push(...sockets.map((server) => () => server.close()));
    const answer = 'The mail server couldn’t be reached, or didn’t answer.';
    for (const port of ports) expect(await send(senderTo(port))).toEqual({ is: 'retry', answer });
  });
});

it('without SMTP_URL nothing is sent, and it says so', async () => {
  const sender = new MailSender(ENV);
  expect(sender.canMail).toBe(false);
  expect(await send(sender)).toEqual({ is: 'retry', answer: 'This server sends no mail.' });
});
