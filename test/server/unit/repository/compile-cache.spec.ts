import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../../dist/server/config/compile-cache.js', import.meta.url));

const folders: string[] = [];
let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'shingle-compiled-'));
  folders.push(dist);
  cpSync(PROGRAM, join(dist, 'server/config/compile-cache.mjs'));
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Loads a file after it, and ends. */
function run(): { status: number | null; said: string } {
  writeFileSync(
    join(dist, 'program.mjs'),
    "import './server/config/compile-cache.mjs'; await import('./more.mjs');",
  );
  writeFileSync(join(dist, 'more.mjs'), 'export const more = () => 1;');
  const { status, output } = spawnSync(process.execPath, [join(dist, 'program.mjs')], { encoding: 'utf8' });
  return { status, said: output.join('') };
}

describe('what Node has compiled', () => {
  it('is kept beside the build', () => {
    expect(run()).toEqual({ status: 0, said: '' });
    expect(readdirSync(join(dist, 'compile-cache'), { recursive: true }).length).toBeGreaterThan(1);
  });

  it('is silently not kept where nothing can be written', () => {
    writeFileSync(join(dist, 'compile-cache'), 'in the way');
    expect(run()).toEqual({ status: 0, said: '' });
  });
});
