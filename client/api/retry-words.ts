/**
 * When a request that was refused for now may come again, in words, from `Retry-After` in seconds; empty where the
 * server does not say.
 */
export function retryWords(retryAfter: string | null): string {
  const seconds = Math.ceil(Number(retryAfter));
  if (!(seconds > 0)) return '';
  if (seconds <= 90) return ` You can try again in ${seconds} second${seconds === 1 ? '' : 's'}.`;
  return ` You can try again in ${Math.ceil(seconds / 60)} minutes.`;
}
