/** The form of a text that searches compare: lower case, without accents and repeated white space. */
export function searchable(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The locations that have each word of the search in their name, address or store code, as the server finds them. */
export function searchLocations<Location extends { name: string; address: string; storeCode: string | null }>(
  locations: readonly Location[],
  search: string,
): Location[] {
  const words = searchable(search).split(' ');
  return locations.filter(({ name, address, storeCode }) => {
    const compared = searchable([name, address, storeCode ?? ''].join('\n'));
    return words.every((word) => compared.includes(word));
  });
}

/** A text in parts, those that match a word of the search marked, by the same rule as the search itself. */
export function splitByMatches(text: string, search: string): { part: string; isMatch: boolean }[] {
  const characters = [...text.normalize('NFC')];
  // The searchable form character by character, so that a place in it leads back to the character.
  const origins: number[] = [];
  let compared = '';
  for (const [at, character] of characters.entries()) {
    const plain = /\s/.test(character) ? ' ' : searchable(character);
    compared += plain;
    for (let each = 0; each < plain.length; each++) origins.push(at);
  }
  const marked = new Set<number>();
  for (const word of searchable(search).split(' ').filter(Boolean))
    for (let at = compared.indexOf(word); at >= 0; at = compared.indexOf(word, at + word.length))
      for (const origin of origins.slice(at, at + word.length)) marked.add(origin);
  const parts: { part: string; isMatch: boolean }[] = [];
  for (const [at, character] of characters.entries()) {
    const last = parts.at(-1);
    if (last?.isMatch === marked.has(at)) last.part += character;
    else parts.push({ part: character, isMatch: marked.has(at) });
  }
  return parts;
}
