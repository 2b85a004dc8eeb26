import type { PostDraft } from './post-draft';
import { readItem, writeItem } from './tab-storage';

const KEY = 'shingle.draft';

/** The draft that this person left behind in this tab; whatever of it is not readable stays as in `empty`. */
export function readDraft(uid: string, empty: PostDraft): PostDraft | undefined {
  const stored = readItem(KEY);
  if (!isObject(stored) || stored['uid'] !== uid || !isObject(stored['draft'])) return undefined;
  const { draft } = stored;
  const known = Object.keys(empty).filter((field) => typeof draft[field] === 'string');
  return { ...empty, ...Object.fromEntries(known.map((field) => [field, draft[field]])) };
}

/** Keeps a draft over closing and reloading; undefined forgets it. */
export function writeDraft(uid: string, draft: PostDraft | undefined): void {
  writeItem(KEY, draft && { uid, draft });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
