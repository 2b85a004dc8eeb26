import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import sharp from 'sharp';
import { renderPage } from '../../support/page/page.js';
import { atEndOfTest } from '../../support/runner/page-setup.js';

describe('The home page', () => {
  it.each([
    ['Log in', '/login', 'Welcome Back'],
    ['Sign up', '/signup', 'Create Account'],
    ['Blog template', '/blog', 'Blog Post Title'],
    ['Dashboard', '/login', 'Welcome Back'],
  ])('welcomes visitors, and its link "%s" leads to %s', async (name, path, heading) => {
    const { user, address } = renderPage('/', { user: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Shingle' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name }));
    const arrived = await screen.findByRole('heading', { level: 1, name: heading });
    expect(document.activeElement).toBe(arrived);
    expect(address()).toBe(path);
  });

  it('redirects a signed-in user to the dashboard', async () => {
    const { user, address } = renderPage('/');
    await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(address()).toBe('/dashboard');
  });
});

describe('What there is to do first on the home page', () => {
  const ways = () =>
    within(screen.getByRole('main'))
      .getAllByRole<HTMLAnchorElement>('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);

  it('is to open the demo, where the page that the server delivered says that there is one', async () => {
    const mark = Object.assign(document.createElement('meta'), { name: 'demo', content: 'offered' });
    document.head.append(mark);
    atEndOfTest(() => Promise.resolve(mark.remove()));
    renderPage('/', { user: null });
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Shingle' });
    expect(ways()).toEqual([
      ['Open the demo', '/login?demo'],
      ['Sign up', '/signup'],
      ['Log in', '/login'],
      ['Open the demo', '/login?demo'],
    ]);
  });

  it('is to sign up where there is no demo', async () => {
    renderPage('/', { user: null });
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Shingle' });
    expect(ways()).toEqual([
      ['Sign up', '/signup'],
      ['Log in', '/login'],
    ]);
    expect(screen.queryByText(/demo/i)).toBeNull();
  });
});

describe('The pictures on the home page', () => {
  it.each([
    ['See a campaign before it runs', 'campaign'],
    ['Christmas hours everywhere, in one go', 'bulk'],
    ['Google changed your hours? Take them back', 'google-edits'],
    ['Know what became of your reply', 'reply'],
    ['Figures that admit what they don’t know', 'statistics'],
    ['Held rather than posted twice', 'held'],
  ])(
    'show in both themes, for wide and narrow windows, and take their room before they have arrived: %s',
    async (title, name) => {
      renderPage('/', { user: null });
      const row = (await screen.findByRole('heading', { level: 3, name: title })).closest('article')!;
      const files = [...row.querySelectorAll<HTMLElement>('source, img')];
      expect(files.map((file) => file.getAttribute('srcset') ?? file.getAttribute('src'))).toEqual(
        ['-phone-light', '-light', '-phone-dark', '-dark'].map((kind) => `/pictures/${name}${kind}.webp`),
      );
      for (const file of files) {
        const path = file.getAttribute('srcset') ?? file.getAttribute('src') ?? '';
        const { width, height } = await sharp(join(process.cwd(), `client/public${path}`)).metadata();
        const room = ['width', 'height'].map((side) => Number(file.getAttribute(side)));
        expect([path, ...room]).toEqual([path, width, height]);
      }
      for (const image of row.querySelectorAll('img')) {
        expect(image.getAttribute('loading')).toBe('lazy');
        expect(image.alt.length).toBeGreaterThan(40);
      }
    },
  );
});

const read = (file: string) => readFileSync(join(process.cwd(), 'docs', file), 'utf8');
/** The cells of the rows of a document's tables that contain all these words. */
const rowsOf = (file: string, ...words: string[]) =>
  read(file)
    .split('\n')
    .filter((line) => words.every((word) => line.includes(word)))
    .map((line) => line.split('|').map((cell) => cell.trim()));
const sum = (figures: number[]) => figures.reduce((all, one) => all + one, 0);

describe('The figures on the home page', () => {
  it('are those of the documented runs', async () => {
    renderPage('/', { user: null });
    await screen.findByRole('heading', { level: 2, name: 'Three figures, and how we know' });
    const said = (title: string) =>
      screen.getByRole('heading', { level: 3, name: title }).closest('li')?.textContent ?? '';
    const count = (value: number) => value.toLocaleString('en-US');

    const runs = rowsOf('reliability.md', '23 November 2026', 'kill at random');
    const posts = sum(runs.map((cells) => Number(cells[3])));
    const faults = sum(runs.map((cells) => Number(cells[4])));
    const kills = sum(
      runs.flatMap(([, , , , , what = '']) =>
        [...what.matchAll(/kill [a-z -]+ (\d+)/g)].map(([, killed]) => Number(killed)),
      ),
    );
    expect(runs.flatMap((cells) => cells.slice(6, 8)).every((figure) => figure === '0')).toBe(true);
    const lost = said('posts doubled or lost');
    expect(lost).toContain(`0 of ${count(posts)}`);
    expect(lost).toContain(`stopped the server ${count(kills)} times`);
    expect(lost).toContain(`made Google fail ${count(faults)} times`);
    expect(lost).toContain(`${runs.length === 4 ? 'four' : runs.length} runs`);

    const [onTime = []] = rowsOf('reliability.md', 'postgres, 3', '60 a minute', '23 November 2026');
    expect(said('late at most')).toContain(`${onTime[3]} posts, 60 a minute`);
    expect(said('late at most')).toContain(onTime[13]?.split(' / ').at(-1) ?? 'no figure');

    const [search = []] = rowsOf('performance.md', 'typed letter to drawn result, p95', 'postgres');
    expect(said('to find one of 10,000 locations')).toContain(
      `${Math.round(parseFloat(search[2] ?? ''))} ms`,
    );
  });
});

describe('The commands for developers on the home page', () => {
  it('are those of the first use of the simulator', async () => {
    renderPage('/', { user: null });
    const title = await screen.findByRole('heading', { level: 2, name: /^Google has no sandbox/ });
    const commands = [...title.closest('section')!.querySelectorAll('code')].map((code) => code.textContent);
    const [, first = ''] =
      /## First use\n\n```sh\n([\s\S]*?)\n```/.exec(read('../simulator/README.md')) ?? [];
    expect(commands).toEqual(first.split('\n'));
  });
});
