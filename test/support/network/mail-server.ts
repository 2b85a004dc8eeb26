import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listen } from './listen.ts';

/** A mail as it arrived. */
export interface Received {
  from: string;
  to: string[];
  /** By their names in lower case, unfolded, as they came; a name that came twice has two. */
  headers: Map<string, string[]>;
  text: string;
  html: string;
}

export interface MailServer {
  port: number;
  received: Received[];
  close(): Promise<void>;
}

/** What the server does with a mail: it says that it has it, asks for it later, or dies before it says anything. */
export type MailAnswer = 'taken' | 'later' | 'dies';

/** An SMTP server on this machine that keeps what arrives; `options` change how it behaves, `answer` what it says. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  answer: (mail: Received) => MailAnswer | Promise<MailAnswer> = () => 'taken',
): Promise<MailServer> {
  const received: Received[] = [];
  const sockets = new Map<number | undefined, Socket>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope, remotePort }, callback) {
      const take = async () => {
        const raw = await text(stream);
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const mail = { from, to: envelope.rcptTo.map(({ address }) => address), ...parse(raw) };
        const is = await answer(mail);
        if (is === 'later') throw Object.assign(new Error('Try again later'), { responseCode: 451 });
        received.push(mail);
        if (is === 'dies') sockets.get(remotePort)?.destroy();
        else callback();
      };
      // A client that leaves in the middle has sent nothing.
      take().catch(callback);
    },
    ...options,
  });
  server.server.on('connection', (socket) => {
    const { remotePort } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  // A client that leaves in the middle is no fault of the test.
  server.on('error', () => undefined);
  const port = await listen(server.server);
  return {
    port,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The headers and the two parts of a `multipart/alternative` mail (RFC 5322 and 2045). */
function parse(raw: string): Pick<Received, 'headers' | 'text' | 'html'> {
  const [head, body] = halvesOf(raw);
  const headers = headersOf(head);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1] ?? '';
  const parts = body.split(`--${boundary}`).map((part) => halvesOf(part.replace(/^\r\n/, '')));
  const partOf = (type: string): string => {
    const found = parts.find(([own]) => headersOf(own).get('content-type')?.[0]?.startsWith(type));
    return found ? decoded(headersOf(found[0]).get('content-transfer-encoding')?.[0], found[1]) : '';
  };
  return { headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function halvesOf(raw: string): [head: string, body: string] {
  const at = raw.indexOf('\r\n\r\n');
  return at === -1 ? [raw, ''] : [raw.slice(0, at), raw.slice(at + 4)];
}

function headersOf(head: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return headers;
}

function decoded(encoding: string | undefined, body: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
