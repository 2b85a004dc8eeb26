import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Env } from '../../../dist/server/config/env.js';
import { faultsOf } from '../../support/env-faults.js';
import { variablesOf, withTable } from '../../readme/configuration.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const configuration = read('docs/configuration.md');
const documents = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

interface Row {
  name: string;
  fallback: string;
  requiredWith: string;
  text: string;
}

/** The rows of the table as a reader sees them. */
const rows = [...configuration.matchAll(/^\| `([A-Z_0-9]+)` +\|([^|]*)\|([^|]*)\|(.*)\|$/gm)].map(
  ([, name = '', ...cells]): Row => {
    const [fallback = '', requiredWith = '', text = ''] = cells.map((cell) => cell.trim().replace(/`/g, ''));
    return { name, fallback, requiredWith: requiredWith.replace('with ', ''), text };
  },
);

describe('docs/configuration.md', () => {
  it('are what `npm run document:configuration` makes of server/config/env.ts', () => {
    expect(withTable(configuration, variablesOf(read('server/config/env.ts')))).toBe(configuration);
  });

  it('are those that the server reads, each with a word of what it is', () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(new Env()));
    expect(rows.filter(({ text }) => text.length < 10)).toEqual([]);
  });

  it('have the defaults that the server has', () => {
    const defaults = new Env() as unknown as Record<string, string | number | boolean | undefined>;
    for (const { name, fallback } of rows) {
      const value = defaults[name];
      const written = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '');
      expect({ name, fallback }).toEqual({ name, fallback: written });
    }
  });

  it('are required when the server refuses to start without them, and only then', () => {
    const required = Object.fromEntries(
      rows.filter(({ requiredWith }) => requiredWith).map(({ name, requiredWith }) => [name, requiredWith]),
    );
    const refused = rows.flatMap(({ name: given }) =>
      faultsOf({ [given]: 'shop' }).flatMap((fault) => {
        const [, name] = /^(\w+) is required when/.exec(fault) ?? [];
        return name ? [[name, given]] : [];
      }),
    );
    // The client of Google is asked for its keys only when it is whole.
    const whole = faultsOf({ GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' });
    expect(whole).toEqual([expect.stringContaining('TOKEN_KEYS is required when GOOGLE_CLIENT_ID is set')]);
    expect(required).toEqual({ ...Object.fromEntries(refused), TOKEN_KEYS: 'GOOGLE_CLIENT_ID' });
  });
});

describe('the table of settings', () => {
  const env = (body: string): string => `export class Env {\n${body}\n}`;

  it('is aligned, and takes the place of the one before', () => {
    const variables = variablesOf(env('/** A | B. */\nPORT = 3000;\n/** Why. */\nKEY?: string;'));
    const marked = 'a\n<!-- configuration:begin -->\nold\n<!-- configuration:end -->\nb';
    expect(withTable(marked, variables)).toBe(
      [
        'a',
        '<!-- configuration:begin -->',
        '',
        '| Variable | Default | Required | What it is |',
        '| -------- | ------- | -------- | ---------- |',
        '| `PORT`   | `3000`  |          | A \\| B.    |',
        '| `KEY`    |         |          | Why.       |',
        '',
        '<!-- configuration:end -->',
        'b',
      ].join('\n'),
    );
  });

  it('cannot be made of a variable without a docstring', () => {
    expect(() => variablesOf(env('PORT = 3000;'))).toThrow('PORT has no docstring');
  });

  it('needs its marks', () => {
    expect(() => withTable('no marks', [])).toThrow(
      'docs/configuration.md needs <!-- configuration:begin -->',
    );
  });
});

describe('the documents', () => {
  it('name only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = documents.flatMap((file) =>
      [...read(file).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('link only to files that exist', () => {
    const targets = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) =>
        join(dirname(file), target),
      ),
    );
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });
});
