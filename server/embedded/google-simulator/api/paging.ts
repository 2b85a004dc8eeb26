import { createHash } from 'node:crypto';

export interface PageRules {
  defaultSize: number;
  /** What is asked for beyond it is cut to it. */
  maxSize: number;
}

export interface Page<T> {
  items: T[];
  /** Undefined on the last page. */
  nextPageToken?: string;
}

/**
 * The part of a list that a query asks for with `pageSize` and `pageToken`. A token is good for the query that it came
 * from alone, as with Google.
 * @throws whatever `refuse` makes of a bad value, given its parameter.
 */
export function pageOf<T>(
  items: readonly T[],
  query: URLSearchParams,
  { defaultSize, maxSize }: PageRules,
  refuse: (field: string, description: string) => Error,
): Page<T> {
  const size = sizeOf(query.get('pageSize'), refuse) || defaultSize;
  const start = startOf(query, refuse);
  const end = start + Math.min(size, maxSize);
  return {
    items: items.slice(start, end),
    ...(end < items.length && { nextPageToken: tokenOf(end, query) }),
  };
}

function sizeOf(text: string | null, refuse: (field: string, description: string) => Error): number {
  if (text === null || text === '') return 0;
  if (!/^\d{1,9}$/.test(text)) throw refuse('page_size', 'Invalid page size.');
  return Number(text);
}

function startOf(query: URLSearchParams, refuse: (field: string, description: string) => Error): number {
  const token = query.get('pageToken');
  if (!token) return 0;
  const start = Number(Buffer.from(token, 'base64url').toString().split(' ')[0]);
  if (!Number.isInteger(start) || token !== tokenOf(start, query))
    throw refuse('page_token', 'Invalid page token.');
  return start;
}

function tokenOf(start: number, query: URLSearchParams): string {
  const others = [...query].filter(([name]) => name !== 'pageToken' && name !== 'pageSize').sort();
  const fingerprint = createHash('sha256').update(JSON.stringify(others)).digest('base64url').slice(0, 12);
  return Buffer.from(`${start} ${fingerprint}`).toString('base64url');
}
