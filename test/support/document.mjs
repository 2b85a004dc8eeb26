import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';

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
    const stale = ['client/api/openapi.json', 'client/api/schema.ts'].filter(
      (file) => readFileSync(join(root, file), 'utf8') !== readFileSync(join(folder, file), 'utf8'),
    );
    for (const file of stale)
      output.say(`${file} is not what the controllers say: run \`npm run build\` and commit it.`);
    return stale.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
