import type { Request } from 'express';

/**
 * The value of a request's cookie; undefined when there is none.
 * Two cookies of one name mean that somebody planted one: neither is believed.
 */
export function readCookie(request: Request, name: string): string | undefined {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
