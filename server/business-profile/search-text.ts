/** A text as searches compare it: without accents, case and doubled white space. */
export function toSearchText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
