import { Agent, type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { expectDocumented } from '../api/documented-answers.ts';

/** An answer, read to its end. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Question {
  method?: string;
  /** Sent as it stands: no dots are resolved, nothing is encoded. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const agent = new Agent({ keepAlive: true });

/** Asks `host:port` under the public host name of the tests, unless the headers name another one. */
export function ask(address: string, { method, path, headers, body }: Question): Promise<Answer> {
  const [host, port] = address.split(':');
  const sent = request({ host, port, method, path, agent, headers: { Host: 'localhost:3000', ...headers } });
  // Node would send the body of a DELETE without its length.
  if (body !== undefined && !headers?.['Transfer-Encoding'])
    sent.setHeader('Content-Length', Buffer.byteLength(body));
  return answerTo(sent, body);
}

/**
 * Sends a request that was made and reads its answer, each byte as one character.
 * @throws Error for an answer that is not as the API document says
 */
export async function answerTo(sent: ClientRequest, body?: string): Promise<Answer> {
  const answer = await answerOf(sent, body);
  const text = Buffer.from(answer.body, 'latin1').toString();
  expectDocumented({ method: sent.method, target: sent.path, ...answer, text });
  return answer;
}

function answerOf(sent: ClientRequest, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response
        .setEncoding('latin1')
        .on('data', (chunk: string) => (text += chunk))
        .on('error', reject)
        .on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
    });
    sent.end(body);
  });
}

/**
 * Writes bytes to `host:port` as they stand and answers all that comes back, once the server has closed the connection.
 * @throws Error with what has come when the connection is still open after `withinMs`
 */
export function talk(address: string, bytes: string, withinMs = 20_000): Promise<string> {
  const [host, port] = address.split(':');
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(Number(port), host, () => socket.write(bytes, 'latin1'));
    const patience = setTimeout(() => {
      reject(new Error(`still open: ${heard}`));
      socket.destroy();
    }, withinMs);
    socket
      .setEncoding('latin1')
      .on('data', (chunk: string) => (heard += chunk))
      // A reset is a close as well.
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(patience);
        resolve(heard);
      });
  });
}
