// `npm run document:configuration`: writes the table of all settings in README.md anew, from server/config/env.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { variablesOf, withTable } from './configuration.ts';

const readme = join(root, 'README.md');
const variables = variablesOf(readFileSync(join(root, 'server/config/env.ts'), 'utf8'));
writeFileSync(readme, withTable(readFileSync(readme, 'utf8'), variables));
console.log(`README.md describes ${variables.length} variables.`);
