import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { agreedOf, fromLines } from './agreed-api.ts';
import { narrowingsOf, unnamed } from './narrowing.ts';

/** What callers of the API can rely on; `npm run document:agree` writes it. */
export const AGREED = 'test/document/agreed.jsonl';

/**
 * What the committed document promises, and what of the agreed promises it does not keep, although the change log does not
 * say so.
 * @returns {{ present: import('./agreed-api.ts').AgreedApi, unnamed: import('./narrowing.ts').Narrowing[] }}
 */
export function compareWithAgreed() {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  const present = agreedOf(JSON.parse(read('client/api/openapi.json')));
  const narrowings = narrowingsOf(fromLines(read(AGREED)), present);
  return { present, unnamed: unnamed(narrowings, read('CHANGELOG.md')) };
}
