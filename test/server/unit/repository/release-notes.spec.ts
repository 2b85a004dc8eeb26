import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { notesOf, type Release } from '../../../release/notes.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const changelog = [
  '# Changelog',
  '',
  '## [Unreleased]',
  '',
  '- Not yet.',
  '',
  '## [1.2.0] - 2026-12-01',
  '',
  '### Added',
  '',
  '- Something.',
  '',
  '## [1.2.0-beta.1] - 2026-11-30',
  '',
  '## [1.1.0] - 2026-11-01',
  '',
  '- The first.',
  '',
].join('\n');
const release: Release = {
  tag: 'v1.2.0',
  versions: { 'package.json': '1.2.0', 'simulator/package.json': '1.2.0' },
  changelog,
};

describe('the notes of a release', () => {
  it('are what the changelog says of its version, and nothing of another', () => {
    expect(notesOf(release)).toBe('### Added\n\n- Something.\n');
    expect(notesOf({ ...release, tag: 'v1.1.0', versions: { 'package.json': '1.1.0' } })).toBe(
      '- The first.\n',
    );
  });

  it.each<[Partial<Release>, string]>([
    [{ tag: 'v1.2' }, 'The tag v1.2 is not a version such as v1.2.3.'],
    [{ tag: '1.2.0' }, 'The tag 1.2.0 is not a version'],
    [{ tag: 'v1.3.0' }, 'The tag is v1.3.0, and package.json says 1.2.0.'],
    [
      { versions: { 'package.json': '1.2.0', 'simulator/package.json': '1.1.0' } },
      'The tag is v1.2.0, and simulator/package.json says 1.1.0.',
    ],
    [{ versions: { 'package.json': undefined } }, 'The tag is v1.2.0, and package.json says no version.'],
    [{ tag: 'v1.3.0', versions: {} }, 'CHANGELOG.md has no section “## [1.3.0] - date”.'],
    [{ tag: 'v1.2.0-beta.1', versions: {} }, 'CHANGELOG.md says nothing of 1.2.0-beta.1.'],
  ])('are refused with %j', (change, sentence) => {
    expect(() => notesOf({ ...release, ...change })).toThrow(sentence);
  });

  it('can be made of what is here, and the command says what does not agree', async () => {
    const run = promisify(execFile);
    const command = join(root, 'test/release/run.mjs');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const { stdout } = await run(process.execPath, [command, `v${version}`]);
    expect(stdout).toContain('\n- ');
    await expect(run(process.execPath, [command, 'v0.0.1'])).rejects.toMatchObject({
      code: 1,
      stderr: `The tag is v0.0.1, and package.json says ${version}.\n`,
    });
  });
});
