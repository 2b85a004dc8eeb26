import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  faultsOfLockfile,
  type LockedPackage,
  type Packages,
  readPackages,
} from '../../../support/lockfile.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const packages = readPackages(root);
const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  allowScripts: Record<string, boolean>;
};

/** The faults of the lockfile with one package changed. */
function faultsWith(path: string, change: LockedPackage): string[] {
  return faultsOfLockfile({ ...packages, [path]: { ...packages[path], ...change } }, allowScripts);
}

describe('package-lock.json', () => {
  it('names every package by a SHA-512, from the registry alone, and no install script is undecided', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(500);
    expect(faultsOfLockfile(packages, allowScripts)).toEqual([]);
  });

  it('needs no install script: package.json denies every one', () => {
    expect(Object.values(allowScripts)).not.toContain(true);
  });

  it('is written without addresses, so that everybody uses their own registry', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toContain('omit-lockfile-registry-resolved=true');
  });

  it.each([
    [{ integrity: undefined }, 'node_modules/express has no SHA-512'],
    [{ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'node_modules/express has no SHA-512'],
    [{ integrity: `sha512-${'A'.repeat(40)}` }, 'node_modules/express has no SHA-512'],
    [{ resolved: 'https://packages.example/express.tgz' }, 'node_modules/express comes from an address'],
    [{ resolved: 'git+ssh://git@github.com/expressjs/express.git#1a2b3c' }, 'comes from an address'],
    [{ link: true }, 'node_modules/express is a folder'],
    [{ hasInstallScript: true }, 'express has an install script that allowScripts does not decide about'],
    ...[
      'git+https://git.example/qs.git',
      'github:ljharb/qs',
      'ljharb/qs',
      'https://packages.example/qs.tgz',
      'file:../qs',
      'http://packages.example/qs.tgz',
    ].map((range) => [{ dependencies: { qs: range } }, `wants qs from ${range}, outside`] as const),
  ])('would be refused with %j', (change, fault) => {
    expect(faultsWith('node_modules/express', change)).toEqual([expect.stringContaining(fault)]);
  });

  it('would be refused with a folder of ours, or a wish of our own from outside', () => {
    const { integrity } = packages['node_modules/express'] ?? {};
    expect(faultsWith('tools/helper', { integrity })).toEqual(['tools/helper is a folder, not a package']);
    expect(faultsWith('', { devDependencies: { qs: 'ljharb/qs' } })).toEqual([
      'package.json wants qs from ljharb/qs, outside the registry',
    ]);
  });

  it('has one folder of ours, the simulator, and would be refused were it linked to another', () => {
    const links = Object.keys(packages).filter((path) => packages[path]?.link);
    expect(links).toEqual(['node_modules/gbp-simulator']);
    expect(faultsWith('node_modules/gbp-simulator', { resolved: '../elsewhere' })).toContain(
      'node_modules/gbp-simulator is a folder, not a package',
    );
    expect(faultsWith('simulator', { hasInstallScript: true })).toEqual([
      'gbp-simulator has an install script that allowScripts does not decide about',
    ]);
  });

  it('takes ranges, tags and other names in the registry', () => {
    const integrity = packages['node_modules/express']?.integrity;
    const ranges = [
      '1.2.3',
      '^1.2.3-rc.1',
      '>=1 <3 || 4.x',
      '~1',
      '*',
      '',
      'latest',
      'npm:@scope/qs@^6',
      'npm:qs',
    ];
    const wishes: Packages = Object.fromEntries(
      ranges.map((range, index) => [`node_modules/a${index}`, { integrity, dependencies: { qs: range } }]),
    );
    expect(faultsOfLockfile(wishes, {})).toEqual([]);
  });

  it('would be refused with a decision about a script that is not there any more', () => {
    expect(faultsOfLockfile(packages, { ...allowScripts, express: false })).toEqual([
      'allowScripts decides about express, which has no install script',
    ]);
  });
});
