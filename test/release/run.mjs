// `npm run release:notes -- v0.2.0`: prints the notes of a release, and ends with 1 when its tag, the versions of both
// packages and CHANGELOG.md do not agree. It needs no packages: the workflow runs it in jobs that install none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { notesOf } from './notes.ts';

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');
/** @param {string} file */
const json = (file) => JSON.parse(read(file));

const { packages } = json('package-lock.json');
try {
  process.stdout.write(
    notesOf({
      tag: process.argv[2] ?? '',
      versions: {
        'package.json': json('package.json').version,
        'simulator/package.json': json('simulator/package.json').version,
        'package-lock.json': packages[''].version,
        'package-lock.json, for the simulator,': packages.simulator.version,
      },
      changelog: read('CHANGELOG.md'),
    }),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
