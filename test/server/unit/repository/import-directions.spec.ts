import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { importsOf, sourcesIn } from '../../../support/import-graph.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Folders, or patterns of files, of a side in levels: each may import from the levels before its own. */
type Order = Record<'server' | 'client' | 'simulator', string[][]>;

// Read in a process of its own: the settings bring all of ESLint with them.
const [ORDER, NEIGHBOURS, DOOR] = JSON.parse(
  runNode([
    '--input-type=module',
    `--eval=import * as lint from ${JSON.stringify(pathToFileURL(join(root, 'eslint.config.js')).href)};` +
      'console.log(JSON.stringify([lint.IMPORT_ORDER, lint.ALLOWED_NEIGHBOURS, lint.BUSINESS_PROFILE_DOOR]))',
  ]),
) as [Order, Record<string, string[]>, string[]];

/** A file beside the sources that is no part of them: it imports none and none imports it. */
const OUTSIDE = ['client/public/theme.js'];

const SIDES = Object.keys(ORDER) as (keyof Order)[];

/** Where the sources of each side are. */
const SOURCES = { server: 'server', client: 'client', simulator: 'simulator/src' };

/** Whether the one may import from the other, both as they stand in the order of their side. */
function mayImport(side: keyof Order, from: string, to: string): boolean {
  const levelOf = (area: string): number => ORDER[side].findIndex((level) => level.includes(area));
  return from === to || levelOf(to) < levelOf(from) || (NEIGHBOURS[from] ?? []).includes(to);
}

const BEHIND_DOOR = 'server/business-profile/';

/** Whether the one file may import the other by the door of `business-profile`. */
function mayPassDoor(from: string, to: string): boolean {
  if (!to.startsWith(BEHIND_DOOR) || from.startsWith(BEHIND_DOOR) || !from.startsWith('server/')) return true;
  return DOOR.some((entry) => isIn(to.slice(BEHIND_DOOR.length), entry));
}

function isIn(path: string, entry: string): boolean {
  return path === entry || path.startsWith(`${entry}/`);
}

const areas = SIDES.flatMap((side) => ORDER[side].flat().map((area) => ({ side, area })));

/** The place of a file in the order. */
function areaOf(file: string): { side: keyof Order; area: string } | undefined {
  return areas.find(({ side, area }) => {
    const pattern = area.includes('*') ? `${side}/${area}` : `${side}/${area}/**`;
    return matchesGlob(pathOf(file), pattern);
  });
}

function pathOf(file: string): string {
  return relative(root, file);
}

describe('the sources', () => {
  const files = SIDES.flatMap((side) => sourcesIn(join(root, SOURCES[side])));
  const imports = new Map(files.map((file) => [file, importsOf(file)]));

  it('are found', () => {
    expect(files.length).toBeGreaterThan(100);
    expect([...imports.values()].flat().length).toBeGreaterThan(200);
  });

  it('lie in folders that have a place in the order', () => {
    const homeless = files.filter((file) => areaOf(file) === undefined);
    expect(homeless.map(pathOf).sort()).toEqual([...OUTSIDE].sort());
  });

  it('import only from what stands before them', () => {
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => !isInOrder(file, target))
        .map((target) => `${pathOf(file)} → ${pathOf(target)}`),
    );
    expect(wrong).toEqual([]);
  });

  it('import from business-profile only what its door names', () => {
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => !mayPassDoor(pathOf(file), pathOf(target)))
        .map((target) => `${pathOf(file)} → ${pathOf(target)}`),
    );
    expect(wrong).toEqual([]);
  });

  it('use all that the door of business-profile names', () => {
    const used = [...imports]
      .filter(([file]) => !pathOf(file).startsWith(BEHIND_DOOR))
      .flatMap(([, targets]) => targets.map((target) => pathOf(target)));
    expect(DOOR.filter((entry) => !used.some((path) => isIn(path, `${BEHIND_DOOR}${entry}`)))).toEqual([]);
  });

  it('import each other without a cycle', () => {
    const done = new Set<string>();
    const cycleFrom = (file: string, path: string[]): string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].map(pathOf);
      if (done.has(file)) return undefined;
      for (const target of imports.get(file) ?? []) {
        const cycle = cycleFrom(target, [...path, file]);
        if (cycle) return cycle;
      }
      done.add(file);
      return undefined;
    };
    for (const file of files) expect(cycleFrom(file, [])).toBeUndefined();
  });

  it('are never mere lists of other files', () => {
    expect(files.map((file) => basename(file)).filter((name) => /^index\.[jt]sx?$/.test(name))).toEqual([]);
  });

  it('are named in kebab-case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
    expect(files.filter((file) => !kebab.test(basename(file))).map(pathOf)).toEqual([]);
  });

  function isInOrder(file: string, target: string): boolean {
    const [from, to] = [areaOf(file), areaOf(target)];
    return from?.side !== undefined && from.side === to?.side && mayImport(from.side, from.area, to.area);
  }
});

describe('the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-lint-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // A repository in small: every area of both sides has one file to import and one that imports all others.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const settings = ['tsconfig.json', 'client/tsconfig.json', 'simulator/tsconfig.json'];
  for (const name of ['package.json', 'eslint.config.js', ...settings]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(join(root, name), join(folder, name));
  }
  for (const { side, area } of areas) {
    put(fileIn(side, area, 'target'), 'export const target = 1;\n');
    const importer = fileIn(side, area, 'importer');
    put(importer, areas.map((to) => importLine(importer, fileIn(to.side, to.area, 'target'))).join('\n'));
  }
  // Two files import first all that the door names, and then as many files beside those.
  const named = DOOR.map((entry) => `${BEHIND_DOOR}${entry.endsWith('.ts') ? entry : `${entry}/named.ts`}`);
  const beside = named
    .filter((file) => !file.endsWith('/named.ts'))
    .map((file) => file.replace('.ts', '-beside.ts'));
  for (const file of [...named, ...beside]) put(file, 'export const target = 1;\n');
  const guests = ['server/publishing/guest.ts', 'server/app.guest.ts'];
  for (const guest of guests)
    put(guest, [...named, ...beside].map((file) => importLine(guest, file)).join('\n'));
  const refusedLines = lint();
  function refused(side: string, from: string, to: { side: string; area: string }): boolean {
    const line = areas.findIndex((area) => area.side === to.side && area.area === to.area) + 1;
    return refusedLines(fileIn(side, from, 'importer')).includes(line);
  }

  it.each(areas)(
    'lets $side/$area import from what stands before it and from nothing else',
    ({ side, area }) => {
      const others = ORDER[side].flat().filter((other) => other !== area);
      expect(others.filter((other) => !refused(side, area, { side, area: other }))).toEqual(
        others.filter(
          (other) =>
            mayImport(side, area, other) &&
            mayPassDoor(fileIn(side, area, 'importer'), fileIn(side, other, 'target')),
        ),
      );
    },
  );

  it.each([
    ['server', 'client'],
    ['client', 'server'],
    ['simulator', 'server'],
    ['simulator', 'client'],
    ['server', 'simulator'],
    ['client', 'simulator'],
  ] as const)('forbids the %s to import from the %s', (side, other) => {
    for (const from of ORDER[side].flat()) {
      for (const to of ORDER[other].flat()) expect(refused(side, from, { side: other, area: to })).toBe(true);
    }
  });

  it('lets other folders of the server through the door of business-profile, and nowhere else', () => {
    const closed = beside.map((_, index) => named.length + index + 1);
    expect(guests.map(refusedLines)).toEqual([closed, closed]);
  });

  function put(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  /** Runs ESLint with the real settings over the small repository; the function gives the refused lines of a file. */
  function lint(): (file: string) => number[] {
    const report = runNode(
      [join(root, 'node_modules/eslint/bin/eslint.js'), '--format=json', ...SIDES],
      folder,
    );
    const results = JSON.parse(report) as {
      filePath: string;
      messages: { ruleId: string; line: number }[];
    }[];
    return (file) => {
      const messages = results.find(({ filePath }) => filePath === join(folder, file))?.messages ?? [];
      return messages
        .filter(({ ruleId }) => ruleId === 'import-x/no-restricted-paths')
        .map(({ line }) => line);
    };
  }
});

/** A file of an area: in its folder, or beside the file that the area's pattern names. */
function fileIn(side: string, area: string, name: string): string {
  return area.includes('*') ? `${side}/${area.replace('*', `${name}.ts`)}` : `${side}/${area}/${name}.ts`;
}

/** An import as it is written on that side: of the compiled name, or without an ending on the client. */
function importLine(from: string, to: string): string {
  const path = relative(dirname(from), to).replace(/\.ts$/, from.startsWith('client/') ? '' : '.js');
  return `import '${path.startsWith('.') ? path : `./${path}`}';`;
}

/** What a Node program prints, whatever its exit code. */
function runNode(args: string[], cwd = root): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (!stdout) throw new Error(stderr);
  return stdout;
}
