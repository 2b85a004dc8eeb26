import { connect, type Socket } from 'node:net';

/** More than the kernel takes off the server's hands, and no more than the server lets a client send ahead. */
const MUCH = (host: string) =>
  `GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(16);

/** Ways to take one's time; each keeps a connection for as long as the server bears it. */
const WAYS = {
  'says nothing': () => undefined,
  'sends its headers byte by byte': (socket: Socket, host: string) => {
    drip(socket, `GET /api/auth/session HTTP/1.1\r\nHost: ${host}\r\nX-Slow: ${'a'.repeat(10_000)}`);
  },
  'sends its body byte by byte': (socket: Socket, host: string) => {
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 10000\r\n\r\n`);
    drip(socket, `{"email":"${'a'.repeat(9_000)}`);
  },
  'asks for much and reads nothing': (socket: Socket, host: string) => {
    socket.pause();
    socket.write(MUCH(host));
  },
  'asks for much and reads a little at a time': (socket: Socket, host: string) => {
    socket.write(MUCH(host));
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), BYTE_EVERY_MS);
    });
  },
} satisfies Record<string, (socket: Socket, host: string) => void>;

export type Way = keyof typeof WAYS;

const SILENT_READER: Way = 'asks for much and reads nothing';
/** It is slow, but it moves: nothing ends it before it has all. */
export const SLOW_READER: Way = 'asks for much and reads a little at a time';
const BYTE_EVERY_MS = 500;

/** How the server has borne one way. */
export interface Patience {
  way: Way;
  /** How many connections the server has ended. */
  cut: number;
  /** How long it has borne one at most, in milliseconds; those that are still open count. */
  longestMs: number;
}

/** So many callers on one server at a time, each way by turns; one that is cut comes again at once. */
export class SlowCallers {
  private readonly patience: Patience[];
  private readonly open = new Map<Socket, { record: Patience; from: number }>();
  private readonly port: number;
  private isOver = false;

  constructor(port: number, connections: number) {
    this.port = port;
    this.patience = (Object.keys(WAYS) as Way[]).map((way) => ({ way, cut: 0, longestMs: 0 }));
    for (let index = 0; index < connections; index += 1)
      this.call(this.patience[index % this.patience.length] as Patience);
  }

  /** How many hold a connection. */
  get connected(): number {
    return [...this.open.keys()].filter(({ readyState }) => readyState !== 'opening').length;
  }

  /** Whoever reads nothing does not notice the end of a connection: here is who still has one, by their ports. */
  notice(established: Set<number>): void {
    for (const [socket, { record }] of this.open)
      if (
        record.way === SILENT_READER &&
        socket.readyState === 'open' &&
        !established.has(socket.localPort ?? 0)
      )
        socket.destroy();
  }

  /** Ends all of them. @returns how each way was borne */
  end(): Patience[] {
    this.isOver = true;
    for (const [socket, { record, from }] of this.open) {
      record.longestMs = Math.max(record.longestMs, performance.now() - from);
      socket.destroy();
    }
    return this.patience;
  }

  private call(record: Patience): void {
    const socket = connect(this.port, '127.0.0.1');
    const from = performance.now();
    this.open.set(socket, { record, from });
    socket
      .on('connect', () => WAYS[record.way](socket, `localhost:${this.port}`))
      // A reset is an end as well.
      .on('error', () => undefined)
      .on('close', () => {
        this.open.delete(socket);
        if (this.isOver) return;
        record.cut += 1;
        record.longestMs = Math.max(record.longestMs, performance.now() - from);
        this.call(record);
      });
    // What comes is read by those who do not refuse to.
    if (record.way !== SILENT_READER) socket.resume();
  }
}

function drip(socket: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(text.charAt(sent));
    sent += 1;
  }, BYTE_EVERY_MS);
  socket.once('close', () => clearInterval(timer));
}
