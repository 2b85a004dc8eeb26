// `npm run document:agree`: writes test/document/agreed.jsonl, what callers of the API can rely on, from the present
// document. It refuses while something was removed or narrowed that the newest section of CHANGELOG.md does not name.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { toLines } from './agreed-api.ts';
import { AGREED, compareWithAgreed } from './compare.mjs';

const { present, unnamed } = compareWithAgreed();
for (const { what } of unnamed) console.error(what);
if (unnamed.length > 0) {
  console.error('The newest section of CHANGELOG.md has to name each of these first. Nothing was written.');
  process.exitCode = 1;
} else {
  writeFileSync(join(root, AGREED), toLines(present));
  console.log(`${AGREED} is the present document.`);
}
