import type { Locator, Page } from '@playwright/test';
import { untilSeen } from '../support/until.ts';
import { FROM_OUR_PAGE } from './chain.ts';
import { DOCS, HOME, phone, type Picture } from './picture.ts';
import { SIMULATOR_PICTURE } from './simulator-picture.ts';

/** What is around every view, and what gives it its colours and letters. */
const STYLES = ['client/styles/tokens.css', 'client/styles/base.css'];
const FRAME = [...STYLES, 'client/dashboard/dashboard-frame.tsx'];
/** The made-up world, and what the demo adds to it. */
const LOCATIONS = 'simulator/src/seed/worlds.ts';
const DEMO = [LOCATIONS, 'server/embedded/practice/demo-posts.ts'];
const CHAIN = [LOCATIONS, 'test/film/chain.ts'];
const EDITS = [LOCATIONS, 'server/embedded/practice/practice-edits.ts'];
const REVIEWS = [LOCATIONS, 'simulator/src/reviews/seeded-reviews.ts'];
const FIGURES = [LOCATIONS, 'simulator/src/figures.ts'];

const DAY_MS = 86_400_000;

const dialog = (page: Page) => page.getByRole('dialog');

/** For the address: so many days until yesterday, by UTC. */
function lastDays(count: number): string {
  const [from, to] = [count, 1].map((days) =>
    new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10),
  );
  return `&period=own&from=${from}&to=${to}`;
}

/** Sets the time zones that are suggested, as many at a time as the dialog lists, until none is. */
async function setZones(page: Page, plan: Locator): Promise<void> {
  const fix = plan.getByRole('button', { name: 'Fix No time zone' });
  const zones = page.getByRole('dialog', { name: 'Time zones for this plan' });
  const set = zones.getByRole('button', { name: /^Set \d+ time zones$/ });
  let isSet = false;
  do {
    await fix.click();
    await zones.getByText(/in this plan have no time zone/).waitFor();
    isSet = await set.isVisible();
    if (isSet) {
      await set.click();
      await zones.getByRole('button', { name: 'Setting...' }).waitFor({ state: 'detached' });
    }
    await zones.getByRole('button', { name: 'Back to the plan' }).click();
    await fix.waitFor();
  } while (isSet);
}

/** All pictures of README and home page, in the order in which they are taken. */
export const PICTURES: readonly Picture[] = [
  {
    name: 'month',
    person: 'demo',
    drawnBy: [...FRAME, ...DEMO, 'client/posts/calendar/calendar-view.tsx'],
    shots: [{ folder: DOCS, width: 1280, height: 950 }],
    async open(page) {
      await page.goto(`/dashboard?view=calendar&month=${new Date().toISOString().slice(0, 7)}`);
      // With its icons only: a demo's address is made up of numbers.
      await page.getByRole('button', { name: 'Toggle sidebar' }).click();
      await page.mouse.move(0, 0);
      return undefined;
    },
  },
  {
    name: 'composer',
    person: 'demo',
    drawnBy: [...STYLES, ...DEMO, 'client/posts/composer/composer-dialog.tsx'],
    shots: [{ folder: DOCS, width: 1120, height: 900 }],
    async open(page) {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'SCHEDULE POST' }).first().click();
      await dialog(page)
        .getByLabel('Post content')
        .fill('Two scones for the price of one, with or without the rain.');
      await dialog(page).getByLabel('Location', { exact: true }).fill('Tea');
      await dialog(page).getByRole('option', { name: 'Saltmere Tea Garden' }).click();
      await dialog(page).getByRole('radio', { name: 'Event' }).check();
      await dialog(page).getByLabel('Event title').fill('Scone weekend');
      await dialog(page).getByLabel('Event title').blur();
      return { of: dialog(page) };
    },
  },
  {
    name: 'held',
    person: 'demo',
    drawnBy: [...STYLES, ...DEMO, 'client/posts/list/post-details-dialog.tsx'],
    shots: [
      { folder: HOME, width: 1120, height: 860, scale: 1.5 },
      phone(780),
      { folder: DOCS, width: 1120, height: 860 },
    ],
    async open(page) {
      await page.goto('/dashboard?view=calendar');
      await page
        .getByRole('row')
        .filter({ hasText: 'Low water is at noon' })
        .getByRole('button', { name: 'View' })
        .click();
      await dialog(page).getByRole('heading', { name: 'Publishing history' }).waitFor();
      return { of: dialog(page) };
    },
  },
  {
    name: 'google-edits',
    person: 'demo',
    drawnBy: [...STYLES, ...EDITS, 'client/changes/google-edits.tsx'],
    shots: [
      { folder: HOME, width: 1280, height: 1400, scale: 1.25 },
      phone(2600),
      { folder: DOCS, width: 1280, height: 1400 },
    ],
    async open(page, { isPhone }) {
      await page.goto('/dashboard?view=change-log&tab=google-edits');
      const panel = page.getByRole('region', { name: /edits wait for you$/ });
      const row = panel.getByRole('listitem').filter({ hasText: 'Business hours' });
      await row.waitFor();
      return { of: isPhone ? row : panel };
    },
  },
  {
    name: 'reviews',
    person: 'demo',
    drawnBy: [...STYLES, ...REVIEWS, 'client/reviews/reviews-view.tsx'],
    shots: [{ folder: DOCS, width: 1280, height: 900 }],
    async open(page) {
      await page.goto('/dashboard?view=reputation');
      // Soon after connecting, the reviews are still being read.
      await page.getByRole('article').getByRole('heading', { level: 2 }).waitFor({ timeout: 120_000 });
      const reply = page.getByRole('article').getByLabel('Your reply');
      await reply.fill('You’re right, Gareth, and we’re sorry. Our hours on Google are correct again now.');
      await reply.blur();
      return { of: page.getByRole('main') };
    },
  },
  {
    name: 'reply',
    person: 'demo',
    drawnBy: [...STYLES, ...REVIEWS, 'client/reviews/review-pane.tsx'],
    shots: [{ folder: HOME, width: 1280, height: 1400, scale: 1.5 }, phone(1400)],
    async open(page, { isPhone }) {
      await page.goto('/dashboard?view=reputation&tab=rejected');
      // Soon after connecting, the reviews are still being read.
      if (isPhone) await page.getByRole('link', { name: /Carole/ }).click({ timeout: 120_000 });
      const review = page.getByRole('article');
      await review.getByRole('heading', { level: 2 }).waitFor({ timeout: 120_000 });
      return { of: review, until: review.getByRole('button', { name: 'Send new reply' }), below: 10 };
    },
  },
  {
    name: 'statistics',
    person: 'demo',
    drawnBy: [...STYLES, ...FIGURES, 'client/statistics/statistics-view.tsx'],
    shots: [
      { folder: HOME, width: 1120, height: 1000, scale: 1.5 },
      phone(1400),
      { folder: DOCS, width: 1280, height: 1400 },
    ],
    async open(page, { folder, isPhone }) {
      await page.goto('/dashboard?view=statistics&metric=CALLS');
      // Soon after connecting, the locations are still being read.
      await page.getByText(/counted · days by UTC$/).waitFor({ timeout: 120_000 });
      // The comparison was read before.
      await page.reload();
      // The one that lost calls.
      const location = page.getByRole('link', { name: 'Saltmere Tea Garden' });
      await location.waitFor();
      if (folder === DOCS)
        return {
          of: page.getByRole('main'),
          until: page.getByRole('region', { name: 'Search words' }),
          below: 8,
        };
      const address = await location.getAttribute('href');
      // On a phone a gap has room for its words among fewer days.
      await page.goto(`${address}${isPhone ? lastDays(14) : ''}`);
      return { of: page.getByRole('region', { name: 'Figures over time' }) };
    },
  },
  {
    name: 'campaign',
    person: 'chain',
    drawnBy: [...STYLES, ...CHAIN, 'client/campaigns/plan-dialog.tsx'],
    shots: [
      { folder: HOME, width: 1120, height: 746, scale: 1.25 },
      phone(900),
      { folder: DOCS, width: 1120, height: 860 },
    ],
    async open(page, { isPhone }) {
      await page.goto('/dashboard?view=calendar');
      await page.getByRole('main').getByRole('button', { name: 'Schedule Post' }).click();
      await dialog(page)
        .getByLabel('Post content')
        .fill('Winter sun from {city}: book this week, and your bags fly free.');
      await dialog(page).getByText('Many locations', { exact: true }).click();
      await dialog(page).getByRole('button', { name: 'Choose locations' }).click();
      const chooser = page.getByRole('dialog', { name: 'Choose locations' });
      await chooser.getByLabel('Search by name, address or store code').fill('fairlead');
      await chooser.getByRole('checkbox', { name: /that match$/ }).check();
      await chooser.getByRole('button', { name: /^Choose \d+ locations$/ }).click();
      await dialog(page).getByLabel('Time', { exact: true }).fill('09:00');
      await dialog(page).getByRole('button', { name: 'See the plan' }).click();
      const plan = page.getByRole('dialog', { name: 'Campaign plan' });
      await plan.getByRole('row').nth(1).waitFor();
      await setZones(page, plan);
      await page.mouse.move(0, 0);
      return isPhone ? { of: plan, until: plan.getByRole('list').first(), below: 16 } : { of: plan };
    },
  },
  {
    name: 'bulk',
    person: 'chain',
    drawnBy: [...FRAME, ...CHAIN, 'client/bulk-edits/preview-step.tsx'],
    shots: [{ folder: HOME, width: 1280, height: 1300, scale: 1.25 }, phone(1400)],
    async open(page, { isPhone }) {
      await untilSeen('the end of the reading', async () => {
        const mirror = await page.request.get('/api/mirror', { headers: FROM_OUR_PAGE });
        return !((await mirror.json()) as { isReading: boolean }).isReading;
      });
      const year = new Date().getUTCFullYear();
      const period = (day: string, openTime: string | null) => {
        const date = `${year}-12-${day}`;
        return openTime === null
          ? { date, isClosed: true, openTime, closeTime: null, closeDate: null }
          : { date, isClosed: false, openTime, closeTime: '14:00', closeDate: date };
      };
      const periods = [period('24', '10:00'), period('25', null), period('26', null)];
      const answer = await page.request.post('/api/bulk-edits', {
        headers: FROM_OUR_PAGE,
        data: {
          name: 'Christmas',
          choice: { search: 'fairlead' },
          change: { specialHours: { mode: 'merge', periods } },
        },
      });
      const { id } = (await answer.json()) as { id: string };
      await page.goto(`/dashboard?view=bulk-edit&draft=${id}&step=preview`);
      const main = page.getByRole('main');
      const rows = main.getByRole('list', { name: 'Locations' }).locator(':scope > li');
      await rows.first().waitFor();
      return { of: main, until: rows.nth(isPhone ? 0 : 1) };
    },
  },
  SIMULATOR_PICTURE,
];
