// `npm run document:configuration`: writes the table of settings in docs/configuration.md from server/config/env.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { variablesOf, withTable } from './configuration.ts';

const document = join(root, 'docs/configuration.md');
const variables = variablesOf(
  ['env', 'env-rules'].map((file) => readFileSync(join(root, `server/config/${file}.ts`), 'utf8')).join('\n'),
);
writeFileSync(document, withTable(readFileSync(document, 'utf8'), variables));
console.log(`docs/configuration.md describes ${variables.length} variables.`);
