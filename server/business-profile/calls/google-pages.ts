import { AppError } from '../../errors/app-error.js';
import { GoogleFailure } from './google-errors.js';

/** A page of a list; the last has no token. */
export interface Page {
  nextPageToken?: string;
}

/** A list in an answer of Google's, which leaves out empty lists. Errors: `google/unavailable` for anything but a list. */
export function listOf<Item>(items: Item[] | undefined): Item[] {
  const list = items ?? [];
  if (!Array.isArray(list)) throw unusable('a list that is none');
  return list;
}

/**
 * The items of a list that Google gives in pages, page by page. Errors: `google/unavailable` for pages without an end, and
 * for one without a list.
 */
export async function* pagesOf<P extends Page, Item>(
  read: (pageToken: string | undefined) => Promise<P>,
  itemsIn: (page: P) => Item[] | undefined,
): AsyncGenerator<Item[]> {
  let token: string | undefined;
  do {
    const page = await read(token);
    yield listOf(itemsIn(page));
    const next = page.nextPageToken || undefined;
    if (next !== undefined && next === token) throw unusable('endless pages');
    token = next;
  } while (token !== undefined);
}

/** The items of all pages. */
export async function wholeOf<Item>(pages: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}

function unusable(cause: string): AppError {
  return AppError.of('google/unavailable', new GoogleFailure('unavailable', { cause }));
}
