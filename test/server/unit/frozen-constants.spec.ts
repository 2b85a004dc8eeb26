import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';

const SERVER = 'dist/server';

/** These do something as soon as they are loaded. */
const PROGRAMS =
  /^(main(\..*)?|openapi|config\/(quick-resolution|compile-cache)|embedded\/(start|prepare-database|auth-emulator-(child|process)|google-simulator\/google-simulator-process))\.js$/;

const modules = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js') && !PROGRAMS.test(file))
  .sort();

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

describe('what a module of the server exports', () => {
  it('cannot be changed by those that import it', async () => {
    expect(modules.length).toBeGreaterThan(200);
    const open: string[] = [];
    for (const file of modules) {
      const exported = (await import(`../../../${SERVER}/${file}`)) as Record<string, unknown>;
      for (const [name, value] of Object.entries(exported))
        open.push(...openParts(value, `${file} ${name}`).slice(0, 1));
    }
    expect(open).toEqual([]);
  });
});
