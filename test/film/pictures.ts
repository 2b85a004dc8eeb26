import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { findBrowser } from '../support/runner/browser.mjs';
import { freePort, startProgram, untilReady } from '../support/processes/program.ts';

const MOST_BYTES = 60_000;
const WIDE = { width: 1120, height: 700 };
const TALL = { width: 1120, height: 800 };
const PHONE = { width: 360, height: 560 };
const DOCS = 'docs/pictures';
/** The home page shows these, so they are files of the client. */
const HOME = 'client/public/pictures';
const PLACE = 'Saltmere Tea Garden';
/** The header that a browser sends with requests of the page. */
const FROM_OUR_PAGE = { 'Sec-Fetch-Site': 'same-origin' };
type Theme = 'light' | 'dark';
interface Picture {
  name: string;
  folder: string;
  size: typeof WIDE;
  /** Opens what is to be seen. */
  open: (page: Page) => Promise<void>;
}

const month = () => `/dashboard?view=calendar&month=${new Date().toISOString().slice(0, 7)}`;
const dialog = (page: Page) => page.getByRole('dialog');

async function openLocation(page: Page): Promise<void> {
  await page.goto('/dashboard?view=locations');
  await page
    .getByRole('link', { name: PLACE })
    .or(page.getByRole('button', { name: PLACE }))
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: PLACE }).waitFor();
}

async function openFailed(page: Page): Promise<void> {
  await page.goto('/dashboard?view=calendar');
  await page
    .getByRole('row')
    .filter({ hasText: 'Birthday coming up' })
    .getByRole('button', { name: 'View' })
    .click();
}

async function openComposer(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'SCHEDULE POST' }).first().click();
  await dialog(page)
    .getByLabel('Post content')
    .fill('Two scones for the price of one, with or without the rain.');
  await dialog(page).getByLabel('Location', { exact: true }).fill('Tea');
  await dialog(page).getByRole('option', { name: PLACE }).click();
  await dialog(page).getByRole('radio', { name: 'Offer' }).check();
  await dialog(page).getByLabel('Offer title').fill('Scone weekend');
}

/** The plan of a campaign of many locations in 20 countries, of somebody who has just signed up. */
async function openPlan(page: Page): Promise<void> {
  await page.request.post('/api/practice', { headers: FROM_OUR_PAGE, data: { world: 'abroad' } });
  await page.goto('/dashboard?view=locations');
  await page.getByText('500 locations').first().waitFor({ timeout: 60_000 });
  await page.goto('/dashboard?view=calendar');
  await page.getByRole('main').getByRole('button', { name: 'Schedule Post' }).click();
  await dialog(page).getByLabel('Post content').fill('From today, longer evenings at {name} in {city}.');
  await dialog(page).getByText('Many locations', { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Choose locations' }).click();
  const chooser = page.getByRole('dialog', { name: 'Choose locations' });
  await chooser.getByLabel('Search by name, address or store code').fill('fairlead');
  await chooser.getByRole('checkbox', { name: /that match$/ }).check();
  await chooser.getByRole('button', { name: /^Choose \d+ locations$/ }).click();
  await dialog(page).getByLabel('Time', { exact: true }).fill('09:00');
  await dialog(page).getByRole('button', { name: 'See the plan' }).click();
  await page.getByRole('dialog', { name: 'Campaign plan' }).getByRole('row').nth(1).waitFor();
}

const WIDE_PICTURES: Picture[] = [
  { name: 'calendar', folder: HOME, size: TALL, open: async (page) => void (await page.goto(month())) },
  { name: 'location', folder: HOME, size: WIDE, open: openLocation },
  { name: 'failed', folder: DOCS, size: WIDE, open: openFailed },
  { name: 'composer', folder: DOCS, size: TALL, open: openComposer },
  {
    name: 'held',
    folder: DOCS,
    size: WIDE,
    async open(page) {
      await page.goto('/dashboard?view=calendar');
      await page.getByRole('button', { name: 'Show and retry' }).click();
    },
  },
  {
    name: 'hours',
    folder: DOCS,
    size: WIDE,
    async open(page) {
      await openLocation(page);
      await page.getByRole('button', { name: 'Edit Hours' }).click();
    },
  },
  {
    name: 'google-edits',
    folder: DOCS,
    size: WIDE,
    async open(page) {
      await page.goto('/dashboard?view=change-log&tab=google-edits');
      await page.getByRole('button', { name: 'Keep mine' }).first().waitFor();
    },
  },
  {
    name: 'reviews',
    folder: DOCS,
    size: TALL,
    async open(page) {
      await page.goto('/dashboard?view=reputation');
      // Soon after connecting, the reviews are still being read.
      await page.getByRole('article').getByRole('heading', { level: 2 }).waitFor({ timeout: 120_000 });
    },
  },
  {
    name: 'statistics',
    folder: DOCS,
    size: TALL,
    async open(page) {
      await page.goto('/dashboard?view=statistics&period=91');
      // Soon after connecting, the locations are still being read.
      await page.getByText(/counted · days by UTC$/).waitFor({ timeout: 120_000 });
    },
  },
  {
    name: 'notices',
    folder: DOCS,
    size: WIDE,
    async open(page) {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: /^Notices/ }).click();
      await dialog(page).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'search',
    folder: DOCS,
    size: WIDE,
    async open(page) {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Search or jump to' }).click();
      await page.getByRole('combobox').fill('sal');
      await page.getByRole('option').first().waitFor();
    },
  },
];

const PHONE_PICTURES: Picture[] = [
  {
    name: 'calendar-phone',
    folder: HOME,
    size: PHONE,
    open: async (page) => void (await page.goto(month())),
  },
  { name: 'location-phone', folder: HOME, size: PHONE, open: openLocation },
];

/** Of somebody who has just signed up. */
const NEW_PICTURES: Picture[] = [
  {
    name: 'practice',
    folder: DOCS,
    size: WIDE,
    open: async (page) => void (await page.goto('/dashboard?view=setup')),
  },
  { name: 'campaign', folder: DOCS, size: TALL, open: openPlan },
];

/**
 * Takes the pictures of README and home page from the running product, in both themes.
 * @param names only these; all of them if there are none
 */
export async function takePictures(names: readonly string[]): Promise<void> {
  const wanted = (pictures: Picture[]) =>
    pictures.filter(({ name }) => names.length === 0 || names.includes(name));
  const folder = await mkdtemp(join(tmpdir(), 'shingle-pictures-'));
  const port = await freePort();
  const program = startProgram({
    PORT: String(port),
    DATA_DIR: folder,
    SAMPLE_DELAYS: 'off',
    THROTTLE: 'off',
  });
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...env },
    // The page reserves space for the scrollbar, so show it.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    await untilReady(program);
    for (const theme of ['light', 'dark'] as const) {
      const wide: BrowserContextOptions = {
        baseURL: `http://localhost:${port}`,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      };
      const phone = { ...wide, viewport: PHONE, isMobile: true, hasTouch: true };
      const email = theme === 'light' ? 'robin@example.com' : 'robin@example.net';
      const signUp = { fullName: 'Robin van Berg', email, password: 'correct horse' };
      await takeAll(await browser.newContext(wide), theme, '/api/demo', {}, wanted(WIDE_PICTURES));
      await takeAll(await browser.newContext(phone), theme, '/api/demo', {}, wanted(PHONE_PICTURES));
      await takeAll(await browser.newContext(wide), theme, '/api/auth/signup', signUp, wanted(NEW_PICTURES));
    }
  } finally {
    await browser.close();
    program.process.kill('SIGKILL');
    await program.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param beginning the request that signs in as the person of these pictures */
async function takeAll(
  context: BrowserContext,
  theme: Theme,
  beginning: string,
  data: object,
  pictures: Picture[],
): Promise<void> {
  const [page, paper] = [await context.newPage(), await context.newPage()];
  const { request } = context;
  await request.post(beginning, { headers: FROM_OUR_PAGE, data });
  await request.patch('/api/auth/profile', { headers: FROM_OUR_PAGE, data: { preferences: { theme } } });
  await page.addInitScript((chosen) => localStorage.setItem('shingle.theme', chosen), theme);
  for (const { name, folder, size, open } of pictures) {
    await page.setViewportSize(size);
    await open(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    const webp = await encode(paper, await page.screenshot({ animations: 'disabled' }));
    const file = join(root, folder, `${name}-${theme}.webp`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, webp);
    console.log(`${folder}/${name}-${theme}.webp: ${Math.round(webp.length / 1000)} kB`);
  }
  await context.close();
}

/** As WebP, as good as fits into the bytes of one picture. */
async function encode(paper: Page, png: Buffer): Promise<Buffer> {
  const base64 = await paper.evaluate(
    async ({ picture, most }) => {
      const file = await fetch(`data:image/png;base64,${picture}`).then((answer) => answer.blob());
      const bitmap = await createImageBitmap(file);
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
      canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0);
      let quality = 0.9;
      const base64 = () => canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
      while (base64().length * 0.75 > most) quality -= 0.05;
      return base64();
    },
    { picture: png.toString('base64'), most: MOST_BYTES },
  );
  return Buffer.from(base64, 'base64');
}
