import type { Request } from 'express';

/**
 * The pattern of the route that a request has reached, such as `/api/posts/:id`; undefined when it has reached none but the
 * one that takes all the others.
 */
export function routeOf(request: Request): string | undefined {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' && !path.includes('*') ? path : undefined;
}
