import { chromium, type Page } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { findBrowser } from '../support/runner/browser.mjs';
import { freePort } from '../support/processes/program.ts';
import { animatedWebp } from './animated-webp.ts';
import type { Drawn } from './record.ts';
import { type Stage, setStage } from './stage.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const LOOK = { width: 1100, viewHeight: 680, height: 910 };
const FILE = join(root, 'docs/film.webp');
const MOST_BYTES = 3_000_000;
const WORDS = 'Fresh from the oven: rye bread, until it is gone.';
const PLACE = 'Saltmere Tea Garden';

/** The film, and the files that draw its views. */
export const FILM: Drawn = {
  name: 'film',
  drawnBy: [
    'client/styles/tokens.css',
    'client/styles/base.css',
    'client/auth/signup-page.tsx',
    'client/dashboard/dashboard-page.tsx',
    'client/posts/calendar/calendar-view.tsx',
    'client/listings/locations-view.tsx',
    'client/posts/composer/composer-dialog.tsx',
    'client/posts/list/post-details-dialog.tsx',
    'simulator/src/pages/public.routes.ts',
    'simulator/src/seed/worlds.ts',
  ],
};

/**
 * Plays the product and writes the film: `npm start` in a shell of its own, a new person in a browser, and `kill -9` in
 * between. Nothing is acted: the post has to be on the practice Google's public page at the end, once, or no film is
 * written. Only waiting is cut.
 */
export async function makeFilm(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shingle-film-'));
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    PORT: String(port),
    DATA_DIR: folder,
    SAMPLE_DELAYS: 'off',
    NO_UPDATE_NOTIFIER: '1',
  };
  const terminal = openTerminal(root, env);
  const { executablePath, args, env: browserEnv } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...browserEnv },
    // The page reserves space for the scrollbar, so show it.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    const context = await browser.newContext({
      baseURL: `http://localhost:${port}`,
      viewport: { width: LOOK.width, height: LOOK.viewHeight },
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const stage = await setStage(page, await context.newPage(), terminal, LOOK);
    await play(page, stage, terminal);
    await write(stage);
  } finally {
    await browser.close();
    await terminal.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function play(page: Page, stage: Stage, terminal: Terminal): Promise<void> {
  const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  stage.caption('No account, no configuration');
  await stage.command('npm start &');
  await stage.hold(500);
  await terminal.sees(/^ *Stop/);
  await page.goto('/signup');
  await stage.hold(900);

  stage.caption('Sign up');
  const signUp = {
    'Full name': 'Robin van Berg',
    Email: 'robin@example.com',
    Password: 'correct horse',
    'Confirm password': 'correct horse',
  };
  for (const [label, text] of Object.entries(signUp))
    await stage.write(page.getByLabel(label, { exact: true }), text);
  await stage.click(page.getByRole('button', { name: 'Create Account' }));
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await loaded(page);
  await stage.hold(700);

  stage.caption('A month of posts, on sample data');
  await stage.click(menu('Content Calendar'));
  await page.getByText('Month', { exact: true }).click();
  await loaded(page);
  await stage.hold(1600);

  stage.caption('One click: a practice Google with eight locations');
  await stage.click(page.getByRole('button', { name: 'Try with a practice Google' }).first());
  await page.getByText('looking at sample data').waitFor({ state: 'detached' });
  await menu('Locations').click();
  await page.getByText(PLACE).first().waitFor();
  await loaded(page);
  await stage.hold(900);

  stage.caption('A post for the next minute');
  await menu('Content Calendar').click();
  await loaded(page);
  const due = await schedule(page, stage);
  await loaded(page);
  await stage.hold(1000);

  stage.caption('The server is killed before the post is due');
  await stage.command('kill -9 %1; sleep 0.3; jobs; date +%T');
  await terminal.sees(/Killed/);
  await stage.hold(1200);
  await page.waitForTimeout(Math.max(0, due - Date.now()) + 2000);
  stage.caption('Its minute comes, and nothing is running');
  await stage.command('date +%T');
  await terminal.sees(/^\d\d:\d\d:\d\d$/);
  await stage.hold(1000);

  stage.caption('Started again');
  await stage.command('npm start &');
  await terminal.sees(/^ *Stop/);
  await page.reload();
  const live = page.getByRole('button', { name: /Fresh from the oven.*Published/ });
  await live.waitFor({ timeout: 120_000 });
  await loaded(page);
  stage.caption('Its minute was over, so it went out now: once');
  await stage.hold(1200);
  await stage.click(live);
  const google = page.getByRole('dialog').getByRole('link', { name: /View on Google/ });
  await google.waitFor();
  await stage.hold(1000);
  await stage.click(google);
  const address = await google.getAttribute('href');
  if (!address) throw new Error('The post has no address on Google.');
  await page.goto(address);
  stage.caption('What the public sees, on the practice Google');
  const all = address.replace(/\?.*/, '');
  await stage.command(`curl -s ${all} | grep -c '${WORDS}'`);
  await terminal.sees(/^1$/);
  await stage.hold(2200);
}

/** Fills the composer for the second next full minute, and says when that is. */
async function schedule(page: Page, stage: Stage): Promise<number> {
  const dialog = page.getByRole('dialog');
  await stage.click(page.getByRole('main').getByRole('button', { name: 'Schedule Post' }).first());
  await dialog.waitFor();
  await stage.write(dialog.getByLabel('Post content'), WORDS);
  await dialog.getByLabel('Location', { exact: true }).fill('Tea');
  await stage.hold(200);
  await stage.click(dialog.getByRole('option', { name: PLACE }));
  const due = Math.ceil((Date.now() + 30_000) / 60_000) * 60_000;
  const wall = await page.evaluate((time) => new Date(time).toLocaleTimeString('en-GB').slice(0, 5), due);
  const day = await page.evaluate((time) => new Date(time).toLocaleDateString('sv-SE'), due);
  await dialog.getByLabel('Date', { exact: true }).fill(day);
  await dialog.getByLabel('Time', { exact: true }).fill(wall);
  await stage.hold(500);
  await stage.click(dialog.getByRole('button', { name: 'Schedule', exact: true }));
  await dialog.waitFor({ state: 'hidden' });
  return due;
}

const loaded = async (page: Page): Promise<void> => {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
};

async function write({ frames }: Stage): Promise<void> {
  const film = animatedWebp(LOOK.width, LOOK.height, frames);
  const seconds = frames.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  if (film.length > MOST_BYTES)
    throw new Error(`The film has ${film.length} bytes, more than ${MOST_BYTES}.`);
  await writeFile(FILE, film);
  console.log(
    `${FILE}: ${seconds.toFixed(1)} s, ${frames.length} frames, ${Math.round(film.length / 1000)} kB`,
  );
}
