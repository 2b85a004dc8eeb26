import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../support/runner/browser.mjs';
import { type BigAccounts, SIZES } from './big-accounts-setting.ts';
import { atMost, type Bench, median, quantile, type Row, stated } from '../row.ts';

/** Each number narrows the list with every digit, so that every letter has an answer to be seen. */
const TYPED = ['7251', '8340', '3967', '9213', '4508', '6132', '2794', '8065'];
/** In each round. */
const MONTHS = 12;
const MOST_NODES = 2000;
const SCREEN = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
/** Every how many ms the list is scrolled on, and how far (px). */
const SCROLL = { everyMs: 50, byPx: 700 };

/** What the owner of the largest account meets in a browser on the built client. */
export async function browserRows(bench: Bench, accounts: BigAccounts): Promise<Row[]> {
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...env },
  });
  bench.ends.push(() => browser.close());
  const named = (name: string, what: string) => ({
    name: `big-accounts/${name}-${accounts.store}`,
    what: `${what}, ${SIZES.at(-1)} places, ${accounts.store}`,
  });
  const letters = await roundsOf(bench.rounds, () => letterTimes(browser, accounts));
  const months = await roundsOf(bench.rounds, () => monthTimes(browser, accounts));
  const nodes = await nodeCounts(browser, accounts);
  const memory = await memoryGrowth(browser, accounts, bench.seconds);
  await browser.close();
  return [
    atMost(120, {
      ...named('letter', 'typed letter to drawn result, p95'),
      ours: quantile(letters, 0.95),
      unit: 'ms',
    }),
    stated({
      ...named('letter-median', 'typed letter to drawn result, median'),
      ours: median(letters),
      unit: 'ms',
    }),
    atMost(130, {
      ...named('month-grid', 'another month of 1,000 posts, click to drawn, median'),
      ours: median(months),
      unit: 'ms',
    }),
    ...Object.entries(nodes).map(([view, ours]) =>
      atMost(MOST_NODES, {
        ...named(`nodes-${view}`, `DOM nodes of the ${view}, at most`),
        ours,
        unit: 'nodes',
      }),
    ),
    atMost(10, {
      ...named(
        'tab-memory',
        `memory of the tab that ${bench.seconds * 3} s of scrolling through all places leave behind`,
      ),
      ours: memory,
      unit: 'MB',
    }),
  ];
}

/** What each round finds, in a tab of its own. */
async function roundsOf(rounds: number, measure: () => Promise<number[]>): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round++) all.push(...(await measure()));
  return all;
}

async function open(
  browser: Browser,
  { origin, cookies }: BigAccounts,
  view: string,
  viewport = SCREEN,
): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' });
  const [name = '', value = ''] = cookies[10_000].split(/=(.*)/s);
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard?view=${view}`);
  return page;
}

/** From the letter in the box to the frame that shows what it finds (ms). */
async function letterTimes(browser: Browser, accounts: BigAccounts): Promise<number[]> {
  const page = await open(browser, accounts, 'locations');
  const search = page.getByRole('searchbox', { name: 'Search by name or address' });
  await page.getByText('10,000 of 10,000 locations').waitFor();
  const times: number[] = [];
  for (const text of TYPED) {
    for (const letter of text) {
      const shown = page.evaluate(() => {
        const count = () =>
          [...document.querySelectorAll('[role=status]')].find((status) =>
            / of \d+ locations$/.test(status.textContent ?? ''),
          )?.textContent;
        const before = count();
        return new Promise<number>((resolve) => {
          document.addEventListener(
            'input',
            () => {
              const typedAt = performance.now();
              const look = () => {
                if (count() === before) return void requestAnimationFrame(look);
                // The frame after the one in which it changed has been drawn.
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - typedAt)));
              };
              requestAnimationFrame(look);
            },
            { once: true, capture: true },
          );
        });
      });
      await search.press(letter);
      times.push(await shown);
    }
    await search.fill('');
    await page.getByText('10,000 of 10,000 locations').waitFor();
  }
  await page.context().close();
  return times;
}

/** From the click on Previous month to the frame that shows that month's posts (ms). */
async function monthTimes(browser: Browser, accounts: BigAccounts): Promise<number[]> {
  const page = await open(browser, accounts, `calendar&month=${new Date().toISOString().slice(0, 7)}`);
  await page.locator('td time').first().waitFor();
  // Looked up once: by its role and name it takes as long as the month, of whose time it is no part.
  const previous = await page.getByRole('button', { name: 'Previous month' }).elementHandle();
  const times: number[] = [];
  for (let month = 0; month < MONTHS; month++) {
    times.push(
      await page.evaluate((button) => {
        const caption = () => document.querySelector('caption')?.textContent;
        const before = caption();
        const clickedAt = performance.now();
        (button as HTMLElement).click();
        return new Promise<number>((resolve) => {
          const look = () => {
            if (caption() === before || document.querySelectorAll('td time').length < 80)
              return void requestAnimationFrame(look);
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)));
          };
          requestAnimationFrame(look);
        });
      }, previous),
    );
  }
  await page.context().close();
  return times;
}

/** The most nodes that each long view ever has while it is scrolled. */
async function nodeCounts(browser: Browser, accounts: BigAccounts): Promise<Record<string, number>> {
  // A whole month: of the present one the weeks that are over are folded.
  const [year = 0, number = 0] = new Date().toISOString().split('-').map(Number);
  const month = new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
  const views: [name: string, view: string, ready: string, viewport?: typeof SCREEN][] = [
    ['locations', 'locations', 'article'],
    ['calendar', 'calendar', 'tbody time'],
    ['month', `calendar&month=${month}`, 'td time'],
    ['agenda', `calendar&month=${month}`, 'li time', PHONE],
  ];
  const counts: Record<string, number> = {};
  for (const [name, view, ready, viewport] of views) {
    const page = await open(browser, accounts, view, viewport);
    await page.locator(ready).first().waitFor();
    counts[name] = await page.evaluate(async () => {
      let most = 0;
      for (let step = 0; step < 40; step++) {
        most = Math.max(most, document.querySelectorAll('*').length);
        scrollBy(0, 500);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      return most;
    });
    await page.context().close();
  }
  return counts;
}

/** What scrolling down and up through all places leaves in memory (MB), after a first tour through all of them. */
async function memoryGrowth(browser: Browser, accounts: BigAccounts, seconds: number): Promise<number> {
  const page = await open(browser, accounts, 'locations');
  await page.locator('article').first().waitFor();
  const session = await page.context().newCDPSession(page);
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 2 ** 20;
  };
  const scroll = (until: { ms: number } | { turns: number }) =>
    page.evaluate(
      async ({ until, everyMs, byPx }) => {
        const end = performance.now() + ('ms' in until ? until.ms : Infinity);
        let turns = 'turns' in until ? until.turns : Infinity;
        for (let direction = 1; performance.now() < end && turns > 0;) {
          const before = scrollY;
          scrollBy(0, direction * byPx);
          await new Promise((resolve) => setTimeout(resolve, everyMs));
          if (scrollY !== before) continue;
          direction = -direction;
          turns -= 1;
        }
      },
      { until, ...SCROLL },
    );
  await scroll({ turns: 1 });
  const before = await heap();
  await scroll({ ms: seconds * 3000 });
  const after = await heap();
  await page.context().close();
  return after - before;
}
