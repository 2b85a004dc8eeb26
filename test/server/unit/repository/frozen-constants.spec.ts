import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';

const SERVER = 'dist/server';
const SIMULATOR = 'simulator/dist';

/** These do something as soon as they are loaded. */
const PROGRAMS =
  /^(main|cli|config\/compile-cache|embedded\/(start|auth-emulator-process)|photos\/photo-decoder-process)\.js$/;

const modules = [SERVER, SIMULATOR].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !PROGRAMS.test(file))
    .sort()
    .map((file) => `${folder}/${file}`),
);

/** The paths in an exported value of lists and objects that can be changed. Instances of classes are left out. */
function openParts(value: unknown, path: string): string[] {
  if (value instanceof Map || value instanceof Set) return [path];
  if (typeof value !== 'object' || value === null || !isPlain(value)) return [];
  const within = Object.entries(value).flatMap(([name, inner]) => openParts(inner, `${path}.${name}`));
  return Object.isFrozen(value) ? within : [path, ...within];
}

function isPlain(value: object): boolean {
  return [Array.prototype, Object.prototype, null].includes(Object.getPrototypeOf(value) as object);
}

describe('what a module of the server or the simulator exports', () => {
  it('cannot be changed by those that import it', async () => {
    expect(modules.length).toBeGreaterThan(100);
    const open: string[] = [];
    for (const file of modules) {
      const exported = (await import(`../../../../${file}`)) as Record<string, unknown>;
      for (const [name, value] of Object.entries(exported))
        open.push(...openParts(value, `${file} ${name}`).slice(0, 1));
    }
    expect(open).toEqual([]);
  });
});
