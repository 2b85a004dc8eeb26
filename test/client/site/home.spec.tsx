import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '../../support/page/page.js';

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

describe('The pictures on the home page', () => {
  it.each([/^The content calendar/, /^The details of a location/])(
    'show %s in both themes, and take their room before they have arrived',
    async (alt) => {
      renderPage('/', { user: null });
      const pictures = await screen.findAllByRole<HTMLImageElement>('img', { name: alt });
      const addresses = pictures.map((picture) => picture.getAttribute('src') ?? '');
      expect(addresses).toEqual([
        expect.stringMatching(/-light\.webp$/),
        expect.stringMatching(/-dark\.webp$/),
      ]);
      for (const picture of pictures) {
        expect(picture.getAttribute('loading')).toBe('lazy');
        const phone = picture.parentElement?.querySelector('source');
        for (const element of [picture, phone])
          for (const side of ['width', 'height'])
            expect(Number(element?.getAttribute(side))).toBeGreaterThan(300);
        for (const address of [picture.getAttribute('src'), phone?.srcset])
          expect(existsSync(join(process.cwd(), `client/public${address}`))).toBe(true);
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
    await screen.findByRole('heading', { level: 2, name: 'Three things it does differently' });
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
    expect(said('Posts doubled or lost')).toContain(`0 of ${count(posts)}`);
    expect(said('Posts doubled or lost')).toContain(
      `${runs.length === 4 ? 'four' : runs.length} runs: ${count(posts)} posts, ${count(faults)} faults, ${count(kills)} killed processes`,
    );

    const [onTime = []] = rowsOf('reliability.md', 'postgres, 3', '60 a minute', '23 November 2026');
    expect(said('Late at most')).toContain(`The latest of ${onTime[3]} posts`);
    expect(said('Late at most')).toContain(onTime[13]?.split(' / ').at(-1) ?? 'no figure');

    const [search = []] = rowsOf('performance.md', 'typed letter to drawn result, p95', 'postgres');
    expect(said('To find one of 10,000 locations')).toContain(
      `${Math.round(parseFloat(search[2] ?? ''))} ms`,
    );
  });
});
