import { createServer, type Server } from 'node:http';
import { once } from 'node:events';

/** Prometheus gives up after 10 s. */
const REQUEST_WITHIN_MS = 10_000;

/** The address for figures cannot be had; the cause is the network's error. */
export class MetricsUnserved extends Error {}

/**
 * Tells Prometheus figures at `/metrics`, on a port of its own: what is public goes by another. `read` answers them in
 * Prometheus's text format.
 * @throws MetricsUnserved
 */
export async function serveMetrics(
  { port, host }: { port: number; host: string },
  contentType: string,
  read: () => Promise<string>,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.requestTimeout = REQUEST_WITHIN_MS;
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new MetricsUnserved('The metrics cannot be served', { cause });
  });
  return server;
}
