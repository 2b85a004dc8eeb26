/** A time for the pages of this machine: in its zone, which is the reader's too. As HTML. */
export function timeOf(at: Date): string {
  const words = at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return `<time datetime="${at.toISOString()}">${words}</time>`;
}
