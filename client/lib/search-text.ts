/** The form of a text that searches compare: lower case, without accents and repeated white space. */
export function searchable(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The locations whose name, address or store code contains the text, by the same rule as the server's search. */
export function searchLocations<Location extends { name: string; address: string; storeCode: string | null }>(
  locations: readonly Location[],
  search: string,
): Location[] {
  const wanted = searchable(search);
  return locations.filter(({ name, address, storeCode }) =>
    [name, address, storeCode ?? ''].some((text) => searchable(text).includes(wanted)),
  );
}

/** A text in parts, those that match the search marked, by the same rule as the search itself. */
export function splitByMatches(text: string, search: string): { part: string; isMatch: boolean }[] {
  const wanted = searchable(search);
  const characters = [...text.normalize('NFC')];
  // The searchable form character by character, so that a place in it leads back to the character.
  const origins: number[] = [];
  let compared = '';
  for (const [at, character] of characters.entries()) {
    const plain = /\s/.test(character) ? ' ' : searchable(character);
    if (plain === ' ' && compared.endsWith(' ')) continue;
    compared += plain;
    for (let each = 0; each < plain.length; each++) origins.push(at);
  }
  const parts: { part: string; isMatch: boolean }[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    if (to > from) parts.push({ part: characters.slice(from, to).join(''), isMatch });
  };
  let done = 0;
  for (let at = wanted ? compared.indexOf(wanted) : -1; at >= 0;) {
    const [from = 0, last = 0] = [origins[at], origins[at + wanted.length - 1]];
    add(done, from, false);
    add(Math.max(from, done), last + 1, true);
    done = last + 1;
    at = compared.indexOf(wanted, at + wanted.length);
  }
  add(done, characters.length, false);
  return parts;
}
