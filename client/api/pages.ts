/** A part of a list. */
interface Part {
  items: unknown[];
  /** Reads the next part; null at the end. */
  nextCursor: string | null;
}

/**
 * The first pages of a list as one part of it.
 * @param read reads the page at a cursor, or the first one
 * @param known pages that are loaded already, and how many they are
 */
export async function readPages<List extends Part>(
  read: (cursor?: string) => Promise<List>,
  pages: number,
  known?: { list: List; pages: number },
): Promise<List> {
  let list = known?.list ?? (await read());
  for (let count = known?.pages ?? 1; count < pages && list.nextCursor !== null; count++) {
    const next = await read(list.nextCursor);
    list = { ...next, items: [...list.items, ...next.items] };
  }
  return list;
}
