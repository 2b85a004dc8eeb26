import { readItem, writeItem } from './tab-storage';

const KEY = 'shingle.submission';

interface Submission {
  content: string;
  key: string;
}

/**
 * The Idempotency-Key for sending this content: the same as last time if it is the same content, which the server may
 * have taken although its answer was lost; a new one for anything else.
 */
export function submissionKey(content: object): string {
  const text = JSON.stringify(content);
  const last = readItem(KEY);
  if (isSubmission(last) && last.content === text) return last.key;
  const key = crypto.randomUUID();
  writeItem(KEY, { content: text, key } satisfies Submission);
  return key;
}

/** After a success: whoever then sends the same content means a second post. */
export function forgetSubmission(): void {
  writeItem(KEY, undefined);
}

function isSubmission(value: unknown): value is Submission {
  return typeof value === 'object' && value !== null && 'content' in value && 'key' in value;
}
