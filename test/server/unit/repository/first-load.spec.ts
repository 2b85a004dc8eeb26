import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtPage, builtView, waitsByScript, weightOf } from '../../../support/page/built-page.ts';

/** The views of the dashboard with code of their own, as the client imports them; all that are to come share one. */
const VIEWS = [
  ...readFileSync(
    fileURLToPath(new URL('../../../../client/dashboard/view-code.ts', import.meta.url)),
    'utf8',
  ).matchAll(/^ {2}'?([\w-]+)'?: \(\) =>\s+import\('[./]*([\w/-]+)'\)/gm),
].flatMap(([, name = '', module = '']) =>
  name === 'coming' ? [] : [{ name, file: module.split('/').at(-1)! }],
);

const PAGES = [
  ...['index', 'index-demo', 'blog', 'login', 'signup', 'dashboard', 'app'],
  ...VIEWS.map(({ name }) => `dashboard-${name}`),
];

/** Of the code: words that stand in one part of it alone, whatever it is minified to. */
const MARKS = {
  'the data cache': 'dedupingInterval',
  'the dashboard': 'SCHEDULE POST',
  'the composer': 'Draft restored',
  'the content calendar': 'Filter by location',
  'the editing of a location': 'Failed to update location',
  'the sign-in form': 'Welcome Back',
  'the sign-in with Google': 'Continue with Google',
  'the reset of a password': 'Reset your password',
  'the home page': 'Welcome to Shingle',
};

describe('the first load of the built client', () => {
  it.each([
    ['login', 110],
    ['signup', 110],
    ['dashboard', 150],
    ['index', 110],
  ])('takes for %s at most %i kB of scripts and styles', (name, most) => {
    const page = builtPage(name);
    expect(page.scripts.length).toBeGreaterThan(2);
    expect(weightOf(page)).toBeLessThanOrEqual(most * 1000);
  });

  it('takes for the figures, with their chart, at most 60 kB more than for the dashboard', () => {
    const view = builtView('statistics-view', builtPage('dashboard'));
    expect(view.scripts.some(({ text }) => text.includes('Google has data until'))).toBe(true);
    expect(view.styles).not.toEqual([]);
    expect(weightOf(view)).toBeLessThanOrEqual(60_000);
  });

  it.each([
    ['login', 22],
    ['dashboard', 22],
  ])('takes for %s at most %i requests for files', (name, most) => {
    expect(builtPage(name).named.length + 1).toBeLessThanOrEqual(most);
  });

  it.each(PAGES)('names in %s every file that it begins with, so that none is found out late', (name) => {
    const { named, scripts } = builtPage(name);
    expect(scripts.map(({ path }) => path).filter((path) => !named.includes(path))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it.each(VIEWS)('has a page for the view $name that names its code', ({ name, file }) => {
    expect(VIEWS.length).toBeGreaterThan(8);
    expect(builtPage(`dashboard-${name}`).named).toContainEqual(
      expect.stringMatching(`^/assets/${file}-[\\w-]{7}\\.js$`),
    );
  });

  it.each(PAGES)('has %s ask one origin alone', (name) => {
    for (const path of builtPage(name).named) expect(path).toMatch(/^\/[\w-]/);
  });

  it.each([
    ['index', ['the home page']],
    ['login', ['the sign-in form', 'the sign-in with Google']],
    ['dashboard', ['the data cache', 'the dashboard']],
    ['dashboard-calendar', ['the data cache', 'the dashboard', 'the content calendar']],
    ['app', []],
  ])('brings with %s the code that it shows and no other', (name, own) => {
    const code = builtPage(name)
      .scripts.map(({ text }) => text)
      .join('\n');
    expect(Object.entries(MARKS).flatMap(([part, words]) => (code.includes(words) ? [part] : []))).toEqual(
      own,
    );
  });

  it.each([
    ['index', 'Welcome to Shingle'],
    ['index-demo', 'Open the demo'],
    ['blog', 'Blog Post Title'],
    ['login', 'Loading...'],
    ['dashboard', 'Loading...'],
    ['app', 'Loading...'],
  ])('shows in %s something before any code has arrived, drawn by the styles at hand', (name, words) => {
    const { html, styles } = builtPage(name);
    const body = html.slice(html.indexOf('<body>'));
    expect(body).toContain(words);
    const css = styles.map(({ text }) => text).join('\n');
    // Icons carry names of their own besides.
    const classes = [...body.matchAll(/class="([^"]+)"/g)]
      .flatMap(([, names = '']) => names.split(' '))
      .filter((each) => each.startsWith('_'));
    expect(classes.length).toBeGreaterThan(3);
    expect(classes.filter((each) => !css.includes(`.${each}`))).toEqual([]);
  });

  it.each(PAGES)('lets no font keep the text of %s waiting', (name) => {
    const css = builtPage(name)
      .styles.map(({ text }) => text)
      .join('\n');
    const faces = css.match(/@font-face\{[^}]*\}/g) ?? [];
    const fetched = faces.filter((face) => face.includes('url('));
    expect(fetched.length).toBeGreaterThan(0);
    for (const face of fetched) expect(face).toContain('font-display:swap');
  });
});

it('no script of the client waits for one that waits for it, so each finds what it needs when it runs', () => {
  const waits = waitsByScript();
  const isReached = (from: string, to: string, seen = new Set<string>()): boolean =>
    (waits.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return isReached(next, to, seen);
    });
  expect(waits.size).toBeGreaterThan(10);
  expect([...waits.keys()].filter((script) => isReached(script, script))).toEqual([]);
});
