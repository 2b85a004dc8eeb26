// `npm run texts`: writes docs/texts.md, every text that people see.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { documentOf, textsIn } from './texts.ts';

const texts = textsIn(root);
writeFileSync(join(root, 'docs/texts.md'), documentOf(texts));
console.log(`docs/texts.md holds ${texts.length} texts.`);
