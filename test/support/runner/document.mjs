import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../../../server/embedded/prepare.mjs';
import { runProgram } from './run-program.mjs';

const FILE = 'client/api/openapi.json';

/**
 * Whether the committed document keeps Redocly's strictest rules and OWASP's. What is left out stands in test/document,
 * each with its reason.
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<boolean>}
 */
export async function lintDocument(output) {
  // No telemetry, and no check for a newer version.
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const redocly = ['lint', '--config', 'test/document/redocly.yaml', FILE];
  const spectral = ['lint', '--ruleset', 'test/document/owasp.mjs', '--display-only-failures', FILE];
  const codes = await Promise.all([
    runProgram('@redocly/cli/bin/cli.js', redocly, { env, output }),
    runProgram('@stoplight/spectral-cli/dist/index.js', spectral, { output }),
  ]);
  return codes.every((code) => code === 0);
}

/**
 * Whether the change log says of everything in the document that was agreed and is removed or narrowed.
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<boolean>}
 */
export async function compareDocument(output) {
  const { AGREED, compareWithAgreed } = await import('../../document/compare.mjs');
  const { unnamed } = compareWithAgreed();
  for (const { what } of unnamed) output.say(what);
  if (unnamed.length > 0)
    output.say(`The newest section of CHANGELOG.md has to name these, as ${AGREED} promises them.`);
  return unnamed.length === 0;
}

/**
 * Whether the committed OpenAPI document and the client's types are what the built controllers say: runs the very
 * `build:document` of package.json in a temporary folder that looks like the repository, and compares.
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<boolean>}
 */
export async function checkDocument(output) {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-document-'));
  try {
    for (const name of ['package.json', 'node_modules', 'dist'])
      symlinkSync(join(root, name), join(folder, name));
    mkdirSync(join(folder, 'client/api'), { recursive: true });
    const script = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts['build:document'];
    const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(
      delimiter,
    );
    const child = spawn(script, {
      shell: true,
      cwd: folder,
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'ignore', output.stdio[2]],
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) return false;
    const stale = [FILE, 'client/api/schema.ts'].filter(
      (file) => readFileSync(join(root, file), 'utf8') !== readFileSync(join(folder, file), 'utf8'),
    );
    for (const file of stale)
      output.say(`${file} is not what the controllers say: run \`npm run build\` and commit it.`);
    return stale.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
