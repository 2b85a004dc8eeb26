import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf, sourcesIn } from '../../../support/import-graph.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The sources of the server, each with those that it imports, by their paths below server/. */
const sources = sourcesIn(join(root, 'server')).map((file) => ({
  file: relative(join(root, 'server'), file),
  text: readFileSync(file, 'utf8'),
  imports: importsOf(file).map((target) => relative(join(root, 'server'), target)),
}));

/** Where a spec lets time pass all the same, and for what. */
const SLEEPERS = {
  // Firebase counts the age of a sign-in in whole seconds.
  'test/server/auth/sessions.spec.ts': 1,
  // Not the test but what it imitates takes its time: a slow database, the pauses of the quota.
  'test/server/processes/jobs.spec.ts': 1,
  'test/server/google/google-quota.spec.ts': 1,
  // They look again and again, and end when there is nothing new.
  'test/server/notices/notices-chaos.spec.ts': 1,
  'test/fuzz/fuzz.spec.ts': 1,
};
const SLEEPS =
  /await (?:delay|sleep|pause)\(|waitForTimeout\(|new Promise(?:<\w+>)?\(\(\w+\) =>\s+(?:void )?setTimeout\(/g;

/** The title of a test, also of one with a table. */
const TITLE = /(?:\b(?:it|test)|\))\(\s*(['"`])(.*?)\1,/g;

describe('the sources of the server', () => {
  it('know an error of Google only as a cause, outside of business-profile', () => {
    const outside = sources.filter(({ file }) => !file.startsWith('business-profile/'));
    const uses = outside.flatMap(({ file, text }) =>
      text
        .replaceAll(/^import .*;$/gm, '')
        .replaceAll('error.cause instanceof GoogleFailure', '')
        .split('\n')
        .filter((line) => line.includes('GoogleFailure'))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(outside.length).toBeGreaterThan(200);
    expect(uses).toEqual([]);
  });

  it('know nothing of the shapes of Google under posts', () => {
    const shapes = /^business-profile\/(?:calls|changes|connection|google|mirror|translation)\//;
    const posts = sources.filter(({ file }) => file.startsWith('posts/'));
    expect(posts.length).toBeGreaterThan(15);
    expect(posts.flatMap(({ imports }) => imports).filter((target) => shapes.test(target))).toEqual([]);
  });

  it('reach the sample through the port alone', () => {
    const users = sources.filter(
      ({ file, imports }) =>
        !file.startsWith('business-profile/sample/') &&
        imports.some((target) => target.startsWith('business-profile/sample/')),
    );
    expect(users.map(({ file }) => file).sort()).toEqual([
      'business-profile/business-profile-providers.ts',
      'business-profile/business-profile.module.ts',
      // The posts that a new user finds.
      'posts/posts.module.ts',
    ]);
  });
});

describe('specs', () => {
  it('never sleep', () => {
    const specs = ['test', 'simulator/test']
      .flatMap((folder) => filesIn(folder))
      .filter(
        (file) => /\.spec\.tsx?$/.test(file) && file !== relative(root, fileURLToPath(import.meta.url)),
      );
    expect(specs.length).toBeGreaterThan(200);
    const sleeps = specs.map((file) => [file, read(file).match(SLEEPS)?.length ?? 0] as const);
    expect(Object.fromEntries(sleeps.filter(([, count]) => count > 0))).toEqual(SLEEPERS);
  });
});

describe('docs/architecture.md', () => {
  const text = read('docs/architecture.md');
  const files = ['server', 'client', 'simulator', 'test', 'docs'].flatMap((folder) => filesIn(folder));
  const everything = [...files, ...readdirSync(root)];

  it('has a test for each thing that never happens, which exists', () => {
    const [, section = ''] = text.split('## What never happens\n');
    const rows = [...section.split('\n## ')[0]!.matchAll(/^\| (.+?) *\| (.+?) *\|$/gm)].slice(2);
    expect(rows).toHaveLength(8);
    for (const [, sentence = '', tests = ''] of rows) {
      expect(sentence).toMatch(/ever /);
      let named: string[] = [];
      for (const each of tests.split('; ')) {
        const [, name, title = ''] = /^(?:`([^`]+)` )?› (.+)$/.exec(each) ?? [];
        if (name !== undefined) named = files.filter((file) => `/${file}`.endsWith(`/${name}`));
        const titles = named.flatMap((file) =>
          [...read(file).matchAll(TITLE)].map(([, , text = '']) => text),
        );
        expect([each, titles.some((one) => one.includes(title))]).toEqual([each, true]);
      }
    }
  });

  it('names only files and folders that exist', () => {
    const named = [...text.matchAll(/`([\w.*/-]+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => /\w\/|^\w[\w.-]*\.(?:ts|tsx|js|mjs|md)$/.test(name) && !name.startsWith('/'));
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((name) => !everything.some((file) => isNamed(file, name)))).toEqual([]);
  });

  it('has the folders of both sides in the order of their imports', () => {
    const order = read('eslint.config.js');
    for (const [side, next] of [
      ['server', 'client'],
      ['client', 'simulator'],
    ] as const) {
      const heading = side === 'server' ? '| Server' : '| Client';
      const table = text.slice(text.indexOf(heading)).split('\n\n')[0]!;
      const rows = [...table.matchAll(/^\| (`.*?) *\|/gm)].flatMap(
        ([, cell = '']) => cell.match(/[\w.*-]+/g) ?? [],
      );
      const levels = order.slice(order.indexOf(`  ${side}: [`), order.indexOf(`  ${next}: [`));
      const folders = [...levels.matchAll(/'([\w-]+)[\w/*.-]*'/g)].map(([, folder = '']) => folder);
      const isFolder = (name: string) => files.some((file) => file.startsWith(`${side}/${name}/`));
      const unique = [...new Set(folders)].filter(isFolder);
      expect([side, rows.filter(isFolder).sort()]).toEqual([side, [...unique].sort()]);
      const levelOf = (folder: string) => levels.split('\n').findIndex((line) => line.includes(`'${folder}`));
      const inOrder = rows.filter(isFolder).toSorted((one, other) => levelOf(one) - levelOf(other));
      expect([side, rows.filter(isFolder)]).toEqual([side, inOrder]);
    }
  });
});

/** All files below a folder of the repository, by their paths. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist)\//.test(file));
}

/** Whether a name means a file, or a folder that has it: `jobs/due-work.ts`, `reviews/`, `database/*schema.ts`. */
function isNamed(file: string, name: string): boolean {
  if (name.endsWith('/')) return `/${file}`.includes(`/${name}`);
  const pattern = new RegExp(`/${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:/|$)`);
  return pattern.test(`/${file}`) || basename(file) === name;
}
