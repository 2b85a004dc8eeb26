import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The styles that views share. */
const SHARED = ['client/ui/layout/common.module.css', 'client/ui/basics/prose.module.css'];
const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).map((file) =>
  join('client', file),
);
const sheets = files.filter((file) => file.endsWith('.module.css'));

/** What a component calls a style sheet that it imports, and the component's text. */
const uses = files
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].map(
      ([, name = '', path = '']) => ({ file, text, name, sheet: join(dirname(file), path) }),
    );
  });

/** The classes of a style sheet by the components: those named, and whether some are chosen by a value. */
function usedOf(sheet: string): { named: Set<string>; isChosen: boolean } {
  const users = uses.filter((use) => use.sheet === sheet);
  const matches = (pattern: string) =>
    users.flatMap(({ text, name }) => [...text.matchAll(new RegExp(`(?<![\\w.])${name}${pattern}`, 'g'))]);
  return {
    named: new Set(matches('\\.(\\w+)(?!\\.css)\\b').map(([, each = '']) => each)),
    isChosen: matches('\\[').length > 0,
  };
}

interface Rule {
  selectors: string[];
  declarations: Map<string, string>;
}

/** The rules outside of media and container queries. */
function rulesOf(sheet: string): Rule[] {
  const css = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  return [...css.matchAll(/^([^\s@}][^{}]*)\{([^{}]*)\}/gm)].map(([, selectors = '', body = '']) => ({
    selectors: selectors.split(',').map((each) => each.trim()),
    declarations: new Map(
      body
        .split(';')
        .map((each) => each.trim().replaceAll(/\s+/g, ' '))
        .filter(Boolean)
        .map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1).trim()]),
    ),
  }));
}

const isClass = (selector: string) => /^\.\w+$/.test(selector);

/** The declarations of each shared class. Not of those with a single one, nor of those with another look on hover. */
const shared = new Map<string, Map<string, string>>();
for (const { selectors, declarations } of SHARED.flatMap(rulesOf))
  for (const name of selectors.filter(isClass))
    shared.set(name, new Map([...(shared.get(name) ?? []), ...declarations]));
for (const [name, declarations] of shared) if (declarations.size < 2) shared.delete(name);
for (const selector of SHARED.flatMap(rulesOf).flatMap(({ selectors }) => selectors))
  if (selector.endsWith(':hover')) shared.delete(selector.replace(':hover', ''));

describe('the styles of the client', () => {
  it('repeat none of those that all views share', () => {
    expect([...shared.keys()]).toEqual(expect.arrayContaining(['.stack3', '.line', '.small']));
    const repeated = sheets
      .filter((sheet) => !SHARED.includes(sheet))
      .flatMap((sheet) =>
        rulesOf(sheet)
          .filter(({ selectors }) => selectors.every(isClass))
          .flatMap(({ selectors, declarations }) =>
            [...shared]
              .filter(([, each]) => [...each].every(([name, value]) => declarations.get(name) === value))
              .map(([name]) => `${sheet} ${selectors.join(', ')} repeats ${name}`),
          ),
      );
    expect(repeated).toEqual([]);
  });

  it.each(sheets)('in %s are all there and all used', (sheet) => {
    const css = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\/|\{[^{}]*\}/gs, ';');
    const classes = new Set([...css.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name = '']) => name));
    const { named, isChosen } = usedOf(sheet);
    expect([...named].filter((name) => !classes.has(name))).toEqual([]);
    if (!isChosen) expect([...classes].filter((name) => !named.has(name))).toEqual([]);
  });
});
