import type { Request, RequestHandler } from 'express';
import { Histogram } from 'prom-client';
import type { MetricsRegistry } from './metrics-registry.js';
import { routeOf } from './route.js';

const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What Node can parse is more than what anybody sends in earnest; labels must not be a stranger's to choose. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Measures every request, by method, route pattern and class of status. */
export function requestDuration(registry: MetricsRegistry): RequestHandler {
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

/** A pattern of ours, or one word for all files and one for all paths of the API that do not exist. */
function labelOf(request: Request): string {
  return routeOf(request) ?? (request.originalUrl.startsWith('/api/') ? 'none' : 'file');
}
