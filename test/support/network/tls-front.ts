import { request as forward } from 'node:http';
import { createServer, request } from 'node:https';
import { makeCertificate } from './certificate.ts';
import { type Answer, answerTo, type Question } from './raw-http.ts';
import { listen } from './listen.ts';

/** What stands in front of the server on the internet: it ends TLS and passes everything else on. */
export interface TlsFront {
  /** Asks over TLS; the certificate is checked. `Host` is the given public one. */
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/** Puts TLS in front of `host:port`, for a public host name. */
export async function startTlsFront(address: string, publicHost: string): Promise<TlsFront> {
  const { key, cert } = makeCertificate();
  const [host, port] = address.split(':');
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passed = forward({ host, port, method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  const front = { host: '127.0.0.1', port: await listen(server) };
  return {
    ask: ({ method, path, headers, body }) => {
      const trust = { ca: cert, servername: 'localhost' };
      const question = { ...front, ...trust, method, path, agent: false };
      return answerTo(request({ ...question, headers: { Host: publicHost, ...headers } }), body);
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
