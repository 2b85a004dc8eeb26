import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Until its last byte was there. */
  ms: number;
}

/** Longer than anything may take: what takes this long has no answer. */
const PATIENCE_MS = 10_000;

/** Sends requests to one server, over connections that are kept. */
export class Sender {
  private readonly address: string;
  private readonly agent = new Agent({ keepAlive: true });

  /** @param address host:port */
  constructor(address: string) {
    this.address = address;
  }

  /** @throws Error when there is no answer */
  send({ method, target, headers, body }: WireRequest): Promise<Answer> {
    const began = performance.now();
    const [host, port] = this.address.split(':');
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const options = { host, port, method, path: target, agent: this.agent, timeout: PATIENCE_MS };
      const request = httpRequest({ ...options, headers: { ...length, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
            ms: performance.now() - began,
          }),
        );
      });
      request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
      request.on('error', reject);
      request.end(body);
    });
  }

  /**
   * Writes bytes that are no proper request and says nothing more.
   * @returns what came back until the connection was closed, if anything
   * @throws Error when the server holds the connection
   */
  sendBytes(bytes: Buffer): Promise<{ text: string; ms: number }> {
    const began = performance.now();
    const [host = '', port] = this.address.split(':');
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect(Number(port), host, () => socket.end(bytes));
      socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('the connection is held')));
      socket.on('data', (chunk) => chunks.push(chunk));
      let fault: NodeJS.ErrnoException | undefined;
      socket.on('error', (error) => (fault = error));
      socket.on('close', () => {
        // A reset is an answer as well.
        if (fault && fault.code !== 'ECONNRESET' && fault.code !== 'EPIPE') return reject(fault);
        resolve({ text: Buffer.concat(chunks).toString('latin1'), ms: performance.now() - began });
      });
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
