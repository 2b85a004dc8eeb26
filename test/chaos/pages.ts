const PAGE = 100;

/**
 * All items of a list that comes in parts.
 * @param read answers the body of one part
 * @param path of the list, with its filters
 */
export async function allOf<Item>(read: (path: string) => Promise<unknown>, path: string): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | null = null;
  do {
    const start = `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}`;
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await read(start + from)) as { items: Item[]; nextCursor: string | null };
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}
