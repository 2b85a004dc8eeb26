import type { Request, RequestHandler } from 'express';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { isIP } from 'node:net';
import { Histogram, type Registry } from 'prom-client';
import { explainListenError } from '../config/operator-error.js';
import { routeOf } from './request-log.js';

const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Node parses many more methods, and strangers must not be able to create labels. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Prometheus gives up after 10 s. */
const REQUEST_WITHIN_MS = 10_000;

/** Measures every request, by method, route pattern and class of status. */
export function requestDuration(registry: Registry): RequestHandler {
  const duration = new Histogram({
    name: 'shingle_http_request_duration_seconds',
    help: 'How long requests took, until the last byte was handed over.',
    labelNames: ['method', 'route', 'status'],
    buckets: BOUNDS_S,
    registers: [registry],
  });
  return (request, response, next) => {
    const began = performance.now();
    response.once('close', () => {
      const method = METHODS.includes(request.method) ? request.method : 'other';
      const status = `${Math.floor(response.statusCode / 100)}xx`;
      duration.observe({ method, route: labelOf(request), status }, (performance.now() - began) / 1000);
    });
    next();
  };
}

/** The route pattern, or one fixed word for all files and another for all unknown paths of the API. */
function labelOf(request: Request): string {
  return routeOf(request) ?? (request.originalUrl.startsWith('/api/') ? 'none' : 'file');
}

/**
 * Whether a request names a host that a foreign page cannot lead here by its own name servers (DNS rebinding): an IP
 * address, a name without a dot, as on this machine and among containers, or one of `own`.
 */
function isOwnHost(header: string | undefined, own: readonly string[]): boolean {
  if (header === undefined || !URL.canParse(`http://${header}`)) return false;
  const { hostname } = new URL(`http://${header}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) > 0 || !host.includes('.') || own.includes(host);
}

/**
 * Serves metrics to Prometheus at `/metrics`, on a port of its own, apart from what is public. `read` answers them in
 * Prometheus's text format. Requests under other host names than an IP address, a name without a dot, `host` and
 * `publicHost` are refused with 421.
 * @throws OperatorError when the address cannot be used
 */
export async function serveMetrics(
  { port, host, publicHost }: { port: number; host: string; publicHost: string },
  contentType: string,
  read: () => Promise<string>,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (!isOwnHost(request.headers.host, [host.toLowerCase(), publicHost]))
      return void response.writeHead(421).end();
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.requestTimeout = REQUEST_WITHIN_MS;
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw explainListenError(error, 'METRICS_', port);
  });
  return server;
}
