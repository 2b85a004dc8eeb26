import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Env } from '../../../../dist/server/config/env.js';
import { faultsOf } from '../../../support/env-faults.ts';
import { variablesOf, withTable } from '../../../readme/configuration.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const configuration = read('docs/configuration.md');
const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'ROADMAP.md',
  'SECURITY.md',
  'simulator/README.md',
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
    expect(
      withTable(
        configuration,
        variablesOf(read('server/config/env.ts') + read('server/config/env-rules.ts')),
      ),
    ).toBe(configuration);
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

  it('link only to files and headings that exist', () => {
    const targets = documents.flatMap((file) =>
      linksOf(file)
        .filter((link) => !/^https?:/.test(link))
        .map((link) => {
          const [path = '', heading] = link.split('#');
          return { file, path: path ? join(dirname(file), path) : file, heading };
        }),
    );
    expect(targets.length).toBeGreaterThan(60);
    const broken = targets.filter(
      ({ path, heading }) =>
        !existsSync(join(root, path)) || (heading !== undefined && !headingsOf(path).includes(heading)),
    );
    expect(broken).toEqual([]);
  });

  it('link outside only to what is listed here', () => {
    const outside = [
      ...new Set(documents.flatMap(linksOf).filter((link) => /^https?:\/\/(?!localhost)/.test(link))),
    ];
    const placeOf = (link: string) => OUTSIDE.find((place) => link.startsWith(place));
    expect(outside.filter((link) => !placeOf(link))).toEqual([]);
    expect(OUTSIDE.filter((place) => !outside.some((link) => placeOf(link) === place))).toEqual([]);
  });
});

/** The targets of a document's links and pictures, in Markdown and in HTML. */
function linksOf(file: string): string[] {
  const text = read(file).replace(/```[\s\S]*?```/g, '');
  const forms = [
    /\]\(([^)\s]+)\)/g,
    /^\[[^\]]+\]: (\S+)$/gm,
    /\b(?:src|srcset|href)="([^"]+)"/g,
    /<(https?:[^>]+)>/g,
  ];
  return forms.flatMap((form) => [...text.matchAll(form)].map(([, target = '']) => target));
}

/** The names under which the headings of a document can be linked to. */
const headingsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Where the documents link to. A new place is added here on purpose. */
const OUTSIDE = [
  'https://console.cloud.google.com/',
  'https://console.firebase.google.com/',
  'https://developers.google.com/my-business/',
  'https://github.com/Canonry/canonry/',
  'https://github.com/brightbeanxyz/brightbean-studio/',
  'https://github.com/commenthol/date-holidays',
  'https://github.com/gitroomhq/postiz-app/',
  'https://github.com/inovector/mixpost/',
  'https://github.com/matt-dance/mock-google-business-profile-api/',
  'https://keepachangelog.com/',
  'https://laravel.com/docs/',
  'https://www.localguidesconnect.com/',
  'https://semver.org/',
  'https://support.google.com/business/',
];

/** The pictures of what can be done, beside that of the month and that of the simulator. */
const SIX = ['composer', 'held', 'campaign', 'google-edits', 'reviews', 'statistics'];

describe('README.md', () => {
  const lines = read('README.md').trimEnd().split('\n');

  it('is short, and begins with what this is, for whom, and what is promised', () => {
    expect(lines.length).toBeLessThanOrEqual(120);
    const [title, what = '', promise = ''] = lines.filter((line) => line !== '');
    expect(title).toBe('# Shingle');
    for (const words of ['Google Business Profile', 'owners and managers']) expect(what).toContain(words);
    expect(promise).toContain('goes out once, even if the server dies');
  });

  it('has the commands to paste on the first screen, above the month and the film', () => {
    const first = lines.slice(0, 20).join('\n');
    const [, pasted = ''] = /```sh\n([\s\S]*?)```/.exec(first) ?? [];
    const commands = pasted.split('\n').filter((line) => line !== '');
    expect(commands.map((line) => line.replace(/ +#.*/, ''))).toEqual([
      'git clone <this repository> shingle',
      'cd shingle',
      'npm start',
      'npm test',
    ]);
    expect(commands[3]).toMatch(/ hour | minutes /);
    const [month, film] = ['docs/pictures/month-light.webp', 'docs/film.webp'].map((picture) =>
      lines.findIndex((line) => line.includes(picture)),
    );
    expect(month).toBeGreaterThan(lines.findIndex((line) => line.startsWith('npm test ')));
    expect(film).toBeGreaterThan(month ?? 0);
  });

  it('has the five lines with which the README of the simulator begins', () => {
    const [five = ''] = /```sh\n[\s\S]*?```/.exec(read('simulator/README.md')) ?? [];
    expect(lines.join('\n')).toContain(five);
  });

  it('has the figures of the home page, each with the command that repeats it', () => {
    const claims = [
      ...read('client/site/home-page.tsx').matchAll(/figure: '([^']+)'[\s\S]*?command: '([^']+)'/g),
    ];
    expect(claims.length).toBe(3);
    for (const [, figure, command] of claims)
      expect(lines).toContainEqual(expect.stringMatching(`\\*\\*${figure}\\*\\*.*\`${command}\``));
  });

  it('has small pictures, each for both themes, and no other lies beside them', () => {
    const pictures = linksOf('README.md').filter((link) => link.includes('/pictures/'));
    const names = pictures.map((picture) => basename(picture));
    const files = readdirSync(join(root, 'docs/pictures')).filter((file) => file !== 'record.json');
    expect([...names].sort()).toEqual(files.sort());
    expect(names.length).toBe(2 * ['month', 'simulator', ...SIX].length);
    for (const name of SIX) expect(names).toContain(`${name}-light.webp`);
    for (const picture of pictures) {
      expect(statSync(join(root, picture)).size).toBeLessThanOrEqual(60_000);
      expect(pictures).toContain(
        picture.replace(/light|dark/, (theme) => (theme === 'light' ? 'dark' : 'light')),
      );
    }
  });

  it('has a film of 15 to 20 seconds that does not take long to load', () => {
    const film = readFileSync(join(root, 'docs/film.webp'));
    expect(film.length).toBeLessThanOrEqual(3_000_000);
    let ms = 0;
    for (let at = 12; at < film.length; at += 8 + film.readUInt32LE(at + 4) + (film.readUInt32LE(at + 4) % 2))
      if (film.toString('latin1', at, at + 4) === 'ANMF') ms += film.readUIntLE(at + 8 + 12, 3);
    expect(ms).toBeGreaterThanOrEqual(15_000);
    expect(ms).toBeLessThanOrEqual(20_000);
  });
});
