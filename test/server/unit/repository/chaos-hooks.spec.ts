import { beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CHAOS = fileURLToPath(new URL('../../../chaos/', import.meta.url));
const SERVER = fileURLToPath(new URL('../../../../dist/server', import.meta.url));

/** Loads what is loaded into the servers of a chaos run, and says which texts of the product it wants to replace. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  globalThis.wanted = [];
  registerHooks({
    load: (url, context, next) =>
      url.endsWith('/chaos/hooks/replace.ts')
        ? {
            format: 'module',
            shortCircuit: true,
            source: 'export const replace = (end, from) => void globalThis.wanted.push({ hook: globalThis.hook, end, from });',
          }
        : next(url, context),
  });
  for (const hook of process.argv.slice(1)) {
    globalThis.hook = hook.slice(hook.indexOf('/chaos/') + '/chaos/'.length);
    await import(hook);
  }
  console.log(JSON.stringify(globalThis.wanted));
  process.exit();
`;

interface Wanted {
  hook: string;
  /** How the address of the module ends. */
  end: string;
  from: string;
}

let wanted: Wanted[];
let modules: string[];
beforeAll(() => {
  const hooks = globSync('**/{hooks,controls}/*.ts', { cwd: CHAOS })
    .sort()
    .map((path) => pathToFileURL(CHAOS + path).href);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, ...hooks],
    { encoding: 'utf8', env: { ...process.env, CHAOS_SERVER: SERVER } },
  );
  if (!stdout) throw new Error(stderr);
  wanted = JSON.parse(stdout) as Wanted[];
  modules = globSync('**/*.js', { cwd: SERVER }).map((path) => `/${path.replaceAll('\\', '/')}`);
});

describe('what a chaos run takes out of the product', () => {
  it('is in it', () => {
    expect(new Set(wanted.map(({ hook }) => hook)).size).toBeGreaterThan(10);
    const has = (path: string, text: string) => readFileSync(SERVER + path, 'utf8').includes(text);
    const isMissing = ({ end, from }: Wanted) =>
      !modules.some((path) => path.endsWith(end) && has(path, from));
    expect(wanted.filter(isMissing)).toEqual([]);
  });
});
