import { describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { graveAdvisories } from '../../supply-chain/advisories.js';
import { licenceFaults } from '../../supply-chain/licences.js';
import { nameOf, type Packages, readPackages } from '../../supply-chain/lockfile.js';
import { sbomOf } from '../../supply-chain/sbom.js';
import { shippedPaths } from '../../supply-chain/shipped.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packages = readPackages(root);
const shipped = shippedPaths(root, packages);
const names = new Set(shipped.map((path) => nameOf(path, packages)));

describe('what is shipped', () => {
  it('is what the server needs, down to what others need for it', () => {
    for (const name of ['@nestjs/core', 'express', 'qs', 'pg', 'pg-boss', 'jose'])
      expect(names).toContain(name);
  });

  it('is what the client is built from, the font included', () => {
    const bundled = ['react', 'react-dom', 'scheduler', 'swr', 'dequal', 'react-router', 'lucide-react'];
    for (const name of [...bundled, 'goober', '@fontsource-variable/atkinson-hyperlegible-next'])
      expect(names).toContain(name);
  });

  it('is nothing that only builds or tests', () => {
    for (const name of [
      'typescript',
      'jest',
      'vite',
      'eslint',
      'firebase-tools',
      '@playwright/test',
      'autocannon',
    ])
      expect(names).not.toContain(name);
  });
});

describe('the licences of what is shipped', () => {
  it('let anybody run, change and pass on the product', () => {
    expect(licenceFaults(shipped, packages)).toEqual([]);
  });

  it.each([
    ['GPL-3.0-only', 'qs@1.0.0 is under GPL-3.0-only'],
    ['AGPL-3.0-or-later', 'qs@1.0.0 is under AGPL-3.0-or-later'],
    ['MIT AND LGPL-3.0', 'qs@1.0.0 is under MIT AND LGPL-3.0'],
    [
      '(MIT OR GPL-2.0) AND (GPL-2.0 OR GPL-3.0)',
      'qs@1.0.0 is under (MIT OR GPL-2.0) AND (GPL-2.0 OR GPL-3.0)',
    ],
    ['SEE LICENSE IN LICENSE.txt', 'qs@1.0.0 is under SEE LICENSE IN LICENSE.txt'],
    ['UNLICENSED', 'qs@1.0.0 is under UNLICENSED'],
    [undefined, 'qs@1.0.0 states no licence'],
  ])('would not be taken if one were %s', (license, fault) => {
    expect(licenceFaults(['node_modules/qs'], { 'node_modules/qs': { version: '1.0.0', license } })).toEqual([
      fault,
    ]);
  });

  it.each(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND BSD-3-Clause'])('may be %s', (license) => {
    expect(licenceFaults(['node_modules/qs'], { 'node_modules/qs': { version: '1.0.0', license } })).toEqual(
      [],
    );
  });

  it('were read by a person for one version only, where a package states none', () => {
    const pause = (version: string): Packages => ({ 'node_modules/pause': { version } });
    expect(licenceFaults(['node_modules/pause'], pause('0.0.1'))).toEqual([]);
    expect(licenceFaults(['node_modules/pause'], pause('0.1.0'))).toEqual(['pause@0.1.0 states no licence']);
  });
});

describe('the bill of materials', () => {
  const product = { name: 'shingle', version: '1.0.0', license: 'MIT' };
  const { components, dependencies, metadata } = sbomOf(product, shipped, packages, new Date(0));

  it('names each version of each package that is shipped, once, with its hash and licence', () => {
    const expected = new Set(shipped.map((path) => `${nameOf(path, packages)}@${packages[path]?.version}`));
    expect(components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual([...expected].sort());
    for (const component of components) {
      expect(component.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
      expect(component.licenses).toHaveLength(1);
    }
  });

  it('says which package needs which, from the product on, and nothing that it does not name', () => {
    const refs = new Set(components.map((component) => component['bom-ref']));
    const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const versionOf = (name: string): string =>
      `pkg:npm/${name}@${packages[`node_modules/${name}`]?.version}`;
    const own = metadata.component['bom-ref'];
    expect(own).toBe('pkg:npm/shingle@1.0.0');
    expect(needs.get(own)).toEqual(expect.arrayContaining([versionOf('pg'), versionOf('react')]));
    expect(needs.get(versionOf('react-dom'))).toEqual([versionOf('scheduler')]);
    expect([...needs.keys()].filter((ref) => ref !== own)).toEqual([...refs]);
    for (const ref of dependencies.flatMap(({ dependsOn }) => dependsOn)) expect(refs).toContain(ref);
  });

  it('writes a package URL for a scope as the standard wants it', () => {
    const core = components.find(({ name }) => name === '@nestjs/core');
    expect(core?.purl).toBe(`pkg:npm/%40nestjs/core@${packages['node_modules/@nestjs/core']?.version}`);
  });
});

describe('the known faults of what is shipped', () => {
  const report = (severity: string, ...nodes: string[]) => ({ qs: { severity, nodes, range: '<6' } });

  it('count when they are grave, also in what the client is built from', () => {
    expect(graveAdvisories(report('high', 'node_modules/qs'), shipped)).toEqual(['qs <6: high']);
    expect(graveAdvisories(report('critical', 'node_modules/react-dom'), shipped)).toEqual([
      'qs <6: critical',
    ]);
  });

  it('do not count when they are slight, or in tools', () => {
    expect(graveAdvisories(report('moderate', 'node_modules/qs'), shipped)).toEqual([]);
    expect(graveAdvisories(report('critical', 'node_modules/firebase-tools'), shipped)).toEqual([]);
  });
});
