import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { findBrowser } from '../support/runner/browser.mjs';
import { freePort, type Program, startProgram, untilReady } from '../support/processes/program.ts';
import { connectChain, FROM_OUR_PAGE } from './chain.ts';
import type { Part, Person, Picture, Shot } from './picture.ts';

const MOST_BYTES = 60_000;
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Takes pictures of README and home page from the running product, in both themes. */
export async function takePictures(pictures: readonly Picture[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shingle-pictures-'));
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;
  const program = startProgram({
    PORT: String(port),
    DATA_DIR: folder,
    SAMPLE_DELAYS: 'off',
    THROTTLE: 'off',
  });
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  try {
    await untilReady(program);
    for (const person of new Set(pictures.map((picture) => picture.person))) {
      const session = await browser.newContext({ baseURL });
      await begin(person, session.request, program);
      const storageState = await session.storageState();
      const theirs = pictures.filter((picture) => picture.person === person);
      for (const theme of THEMES) await takeAll(browser, theirs, theme, { baseURL, storageState });
    }
  } finally {
    await browser.close();
    program.process.kill('SIGKILL');
    await program.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs in as the person whose screen is shown. */
async function begin(person: Person, request: APIRequestContext, program: Program): Promise<void> {
  const headers = FROM_OUR_PAGE;
  if (person === 'demo') await request.post('/api/demo', { headers, data: {} });
  if (person !== 'chain') return;
  const data = { fullName: 'Robin van Berg', email: 'robin@example.com', password: 'correct horse' };
  await request.post('/api/auth/signup', { headers, data });
  const [, google] = /a simulator at (\S+);/.exec(program.output()) ?? [];
  if (google === undefined) throw new Error('The product has no practice Google.');
  await connectChain(request, google);
}

async function takeAll(
  browser: Browser,
  pictures: readonly Picture[],
  theme: Theme,
  signedIn: BrowserContextOptions,
): Promise<void> {
  for (const picture of pictures)
    for (const shot of picture.shots) {
      const { width, height, isPhone = false, scale = 1 } = shot;
      const context = await browser.newContext({
        ...signedIn,
        locale: 'en-GB',
        timezoneId: 'Europe/London',
        reducedMotion: 'reduce',
        colorScheme: theme,
        viewport: { width, height },
        deviceScaleFactor: scale,
        isMobile: isPhone,
        hasTouch: isPhone,
      });
      await take(context, picture, shot, theme);
      await context.close();
    }
}

async function take(context: BrowserContext, picture: Picture, shot: Shot, theme: Theme): Promise<void> {
  const [page, paper] = [await context.newPage(), await context.newPage()];
  if (picture.person !== 'nobody')
    await context.request.patch('/api/auth/profile', {
      headers: FROM_OUR_PAGE,
      data: { preferences: { theme } },
    });
  await page.addInitScript((chosen) => localStorage.setItem('shingle.theme', chosen), theme);
  const part = await picture.open(page, shot);
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({
    animations: 'disabled',
    clip: await boxOf(page, shot, part),
  });
  const { webp, quality } = await encode(paper, png);
  const path = `${shot.folder}/${picture.name}${shot.isPhone ? '-phone' : ''}-${theme}.webp`;
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), webp);
  console.log(`${path}: ${Math.round(webp.length / 1000)} kB at ${Math.round(100 * quality)} %`);
}

/** Where a part is on the screen, in CSS pixels; the whole window without the room for a scroll bar if there is none. */
async function boxOf(page: Page, shot: Shot, part: Part | undefined) {
  if (!part) {
    const width = await page.evaluate(() => document.body.clientWidth);
    return { x: 0, y: 0, width, height: shot.height };
  }
  const { of, until = of, below = 0 } = part;
  // The page around the picture gives it its corners.
  await of.evaluate((element) => {
    for (const each of [element, element.parentElement]) each?.style.setProperty('border-radius', '0');
  });
  const [box, end] = [await of.boundingBox(), await until.boundingBox()];
  if (!box || !end) throw new Error(`There is no ${of.toString()} to take a picture of.`);
  return { x: box.x, y: box.y, width: box.width, height: end.y + end.height + below - box.y };
}

/** As WebP, as good as fits into the bytes of one picture. */
async function encode(paper: Page, png: Buffer): Promise<{ webp: Buffer; quality: number }> {
  const { base64, quality } = await paper.evaluate(
    async ({ picture, most }) => {
      const file = await fetch(`data:image/png;base64,${picture}`).then((answer) => answer.blob());
      const bitmap = await createImageBitmap(file);
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
      canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0);
      let quality = 0.9;
      const base64 = () => canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
      while (base64().length * 0.75 > most) quality -= 0.05;
      return { base64: base64(), quality };
    },
    { picture: png.toString('base64'), most: MOST_BYTES },
  );
  return { webp: Buffer.from(base64, 'base64'), quality };
}
