import type { Request } from 'express';

/**
 * The value of a request's cookie; undefined when there is none.
 * Two cookies of one name mean that somebody planted one: neither is believed.
 */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  let value: string | undefined;
  for (let start = 0, end = 0; end >= 0; start = end + 1) {
    end = header.indexOf(';', start);
    const pair = (end < 0 ? header.slice(start) : header.slice(start, end)).trim();
    if (!pair.startsWith(name) || pair[name.length] !== '=') continue;
    if (value !== undefined) return undefined;
    value = pair.slice(name.length + 1);
  }
  return value;
}
