import type { IncomingMessage } from 'node:http';

/**
 * Whether a request may be served by what is embedded, which has no passwords of its own: no name that resolves to
 * this machine by way of foreign DNS, and no request made by another site's page.
 */
export function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const hosts = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  return (
    hosts.includes(headers.host ?? '') &&
    (headers.origin === undefined || headers.origin === `http://${headers.host}`)
  );
}
