/** In how many ms a request may come again by `Retry-After`: seconds or an HTTP date. Undefined: that is not said. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // By the clock of the server that has said it.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const ms = Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The same in words, to follow the server's own; empty where the server does not say. */
export function retryWords(headers: Headers): string {
  const seconds = Math.ceil((retryAfterMs(headers) ?? 0) / 1000);
  if (seconds === 0) return '';
  if (seconds <= 90) return ` You can try again in ${seconds} second${seconds === 1 ? '' : 's'}.`;
  return ` You can try again in ${Math.ceil(seconds / 60)} minutes.`;
}
