/** The beginning of a text, at most so many UTF-16 units long and without half of a character at its end. */
export function cut(text: string, most: number): string {
  const kept = text.slice(0, most);
  const last = kept.charCodeAt(kept.length - 1);
  const endsInHalf = kept.length < text.length && last >= 0xd800 && last <= 0xdbff;
  return endsInHalf ? kept.slice(0, -1) : kept;
}
