import type { Locator, Page } from '@playwright/test';
import type { Schemas } from '../../client/api/client.js';
import {
  answersOfCampaign,
  campaign,
  CAMPAIGN_PAGE,
  leftOutGroup,
  leftOutTarget,
  progress,
  target,
} from '../client/campaigns/builders.ts';
import { expectAccessible } from './support/accessibility.ts';
import { dayFromNow, dialog, field } from './support/composer.ts';
import { mockRoutes } from './support/edge.ts';
import { tabTo } from './support/focus.ts';
import { hand } from './support/hand.ts';
import { toast } from './support/messages.ts';
import { expect, FROM_OUR_PAGE, logIn, openSignedIn, type Person, test } from './support/product.ts';

// Half the world is due at another hour.
test.use({ timezoneId: 'Europe/London' });

/** Their practice Google has 500 locations in 20 countries. Reading these takes a while, so the tests share them. */
let person: Person | undefined;

async function readAbroad(page: Page): Promise<Person> {
  const signedUp = await openSignedIn(page);
  const answer = await page.request.post('/api/practice', {
    headers: FROM_OUR_PAGE,
    data: { world: 'abroad' },
  });
  expect(answer.status()).toBe(200);
  for (const part of [100, 200, 300, 400, 500])
    await expect
      .poll(async () => (await matches(page)).matched, `${part} locations are read`)
      .toBeGreaterThanOrEqual(part);
  return signedUp;
}

/** Opens the calendar of this person. */
async function openAbroad(page: Page): Promise<void> {
  if (person) await logIn(page, person);
  else person = await readAbroad(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/dashboard?view=calendar');
}

async function matches(page: Page): Promise<Schemas['ChosenLocationsDto']> {
  const answer = await page.request.post('/api/selections/matches', {
    headers: FROM_OUR_PAGE,
    data: { choice: {}, limit: 100 },
  });
  return (await answer.json()) as Schemas['ChosenLocationsDto'];
}

/** The store codes of locations whose time zone is known. */
async function codesWithZone(page: Page, count: number): Promise<string[]> {
  const { items } = await matches(page);
  const ids = items.map(({ locationId }) => locationId).join();
  const answer = await page.request.get(`/api/time-zones?locationIds=${encodeURIComponent(ids)}`);
  const zones = ((await answer.json()) as { items: Schemas['LocationZoneDto'][] }).items;
  const known = new Set(zones.filter(({ timeZone }) => timeZone).map(({ locationId }) => locationId));
  const codes = items
    .filter(({ locationId }) => known.has(locationId))
    .map(({ storeCode }) => storeCode ?? '');
  expect(codes.length).toBeGreaterThanOrEqual(count);
  return codes.slice(0, count);
}

const chooser = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose locations' });
const plan = (page: Page): Locator => page.getByRole('dialog', { name: 'Campaign plan' });

test('the same offer for 30 locations takes 8 clicks and 5 fields from the calendar, and is undone by keyboard', async ({
  page,
}) => {
  await openAbroad(page);
  const codes = await codesWithZone(page, 30);
  const { used, click, fill } = hand();
  await click(page.getByRole('main').getByRole('button', { name: 'Schedule Post' }));
  await expect(field(page, 'Post content')).toBeFocused();
  await fill(field(page, 'Post content'), 'Two loaves for the price of one at {name}');
  await click(dialog(page).getByText('Many locations', { exact: true }));
  await click(dialog(page).getByRole('button', { name: 'Choose locations' }));
  await click(chooser(page).getByRole('tab', { name: 'Store codes' }));
  await fill(chooser(page).getByRole('textbox', { name: 'Store codes' }), codes.join('\n'));
  await click(chooser(page).getByRole('button', { name: 'Choose 30 locations' }));
  await fill(field(page, 'Date'), await dayFromNow(page, 3));
  await fill(field(page, 'Time'), '09:00');
  await click(dialog(page).getByRole('radio', { name: 'Offer' }));
  await fill(field(page, 'Offer title'), 'Two for one');
  await click(dialog(page).getByRole('button', { name: 'See the plan' }));
  await expect(plan(page).getByText('30 posts at 30 locations')).toBeVisible();
  await click(plan(page).getByRole('button', { name: 'Schedule 30 posts' }));
  await expect(page).toHaveURL(/view=campaign&campaign=/);
  expect(used).toEqual({ clicks: 8, fields: 5 });
  await expect(toast(page, '30 posts scheduled successfully!')).toBeVisible();
  await expect
    .poll(async () => {
      const posts = (await (await page.request.get('/api/posts')).json()) as Schemas['PostListDto'];
      return posts.counts.scheduled;
    })
    .toBe(30);

  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expectAccessible(page, 'a campaign');
  const press = async (target: Locator): Promise<void> => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  await press(main.getByRole('button', { name: 'Pause' }));
  await press(main.getByRole('button', { name: 'Undo campaign' }));
  const question = page.getByRole('alertdialog', { name: 'Undo campaign' });
  await expect(question.getByText('30 scheduled posts will be cancelled.')).toBeVisible();
  await expectAccessible(page, 'the question before undoing a campaign');
  await press(question.getByRole('button', { name: 'Undo campaign' }));
  await expect(main.getByText('Undone: 30 deleted.')).toBeVisible();
  // The person goes on from the heading: the button of the undo is gone.
  await page.keyboard.press('Tab');
  const rename = main.getByRole('button', { name: 'Rename' });
  await expect(rename).toBeFocused();
  await expectAccessible(page, 'an undone campaign');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Black Friday');
  await expectAccessible(page, 'renaming a campaign');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Black Friday' })).toBeVisible();
  await expect(rename).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(main.getByRole('button', { name: 'Use again' })).toBeFocused();
  await main.getByRole('link', { name: 'Campaigns' }).click();
  const row = page.getByRole('table', { name: 'Campaigns' }).getByRole('row', { name: /Black Friday/ });
  await expect(row).toContainText('30 Deleted, undone on');
  await expectAccessible(page, 'the list of campaigns');
  await row.getByRole('button', { name: 'Use again: Black Friday' }).click();
  await expect(field(page, 'Post content')).toHaveValue('Two loaves for the price of one at {name}');
  await expect(dialog(page).getByText('1 of 30')).toBeVisible();
  await expectAccessible(page, 'a campaign that is used again');
});

test('a campaign is planned by keyboard alone, and what a customer of each location reads is shown', async ({
  page,
}) => {
  const press = async (target: Locator): Promise<void> => {
    await expect(target).toBeVisible();
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  await openAbroad(page);
  await press(page.getByRole('main').getByRole('button', { name: 'Schedule Post' }));
  await expect(field(page, 'Post content')).toBeFocused();
  await page.keyboard.type('Fresh at eight in ');
  await tabTo(page, dialog(page).getByRole('radio', { name: 'One location' }));
  await page.keyboard.press('ArrowRight');
  await press(dialog(page).getByRole('button', { name: 'Insert {city}' }));
  await expect(field(page, 'Post content')).toBeFocused();
  await expect(field(page, 'Post content')).toHaveValue('Fresh at eight in {city}');
  await press(dialog(page).getByRole('button', { name: 'Choose locations' }));
  await expect(chooser(page).getByLabel('Search by name, address or store code')).toBeFocused();
  await page.keyboard.type('athina');
  await expect(chooser(page).getByRole('checkbox', { name: /that match$/ })).toBeVisible();
  await tabTo(page, chooser(page).getByRole('checkbox', { name: /that match$/ }));
  await page.keyboard.press('Space');
  await tabTo(page, chooser(page).getByRole('checkbox', { name: /^Fairlead Travel Athina 2\D/ }));
  await page.keyboard.press('Space');
  await press(chooser(page).getByRole('button', { name: /^Choose \d+ locations$/ }));
  await expect(dialog(page).getByRole('button', { name: 'Choose locations' })).toBeFocused();
  await press(dialog(page).getByRole('button', { name: 'See the plan' }));
  await expect(plan(page).getByText(/^\d+ posts at \d+ locations$/)).toBeVisible();
  const athina = plan(page).getByRole('row', { name: /Fairlead Travel Athina 1\D/ });
  await expect(athina).toContainText('Fresh at eight in Athina');
  await press(athina.getByRole('button', { name: 'Change text for Fairlead Travel Athina 1' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Only here: closed for repairs');
  await press(plan(page).getByRole('button', { name: 'Save text' }));
  await expect(plan(page).getByText('Text for this location only')).toBeVisible();
  await press(plan(page).getByRole('button', { name: 'Back to the text' }));
  await expect(field(page, 'Post content')).toHaveValue('Fresh at eight in {city}');
});

test('composer, chooser and plan of a campaign are accessible, and fit into one screen', async ({ page }) => {
  await openAbroad(page);
  await page.getByRole('main').getByRole('button', { name: 'Schedule Post' }).click();
  await dialog(page).getByRole('radio', { name: 'Many locations' }).check();
  await field(page, 'Post content').fill('Two loaves for the price of one at {name}');
  await dialog(page).getByRole('radio', { name: 'Event' }).check();
  for (const label of ['Post content', 'Date', 'Time', 'End time'])
    await expect(field(page, label)).toBeInViewport({ ratio: 1 });
  await dialog(page).getByRole('button', { name: 'See the plan' }).click();
  await expectAccessible(page, 'a post for many locations, with a fault');
  await dialog(page).getByRole('radio', { name: 'Update' }).check();
  await dialog(page).getByText('More options').click();
  await expectAccessible(page, 'the options of a campaign');

  await dialog(page).getByRole('button', { name: 'Choose locations' }).click();
  await expect(chooser(page).getByRole('checkbox', { name: 'All 500 locations' })).toBeVisible();
  await expectAccessible(page, 'choosing locations');
  // Rows far down are loaded when they come on screen.
  await chooser(page)
    .getByRole('list', { name: 'Locations' })
    .evaluate((list) => {
      if (list.parentElement) list.parentElement.scrollTop = 12_000;
    });
  await expect(chooser(page).locator('[aria-posinset="250"] input')).toBeVisible();
  expect(await chooser(page).getByRole('listitem').count()).toBeLessThan(80);
  await chooser(page).getByRole('checkbox', { name: 'All 500 locations' }).check();
  await chooser(page).getByRole('button', { name: 'Save selection' }).click();
  await page.getByRole('dialog', { name: 'Save selection' }).getByLabel('Name').fill('Everything');
  await expectAccessible(page, 'saving a selection');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(chooser(page).getByText('500 locations chosen')).toBeVisible();
  await expectAccessible(page, 'a saved selection');
  await chooser(page).getByRole('tab', { name: 'Store codes' }).click();
  await chooser(page).getByRole('textbox', { name: 'Store codes' }).fill('TD-001, XX-9');
  await expect(chooser(page).getByText('1 store code is unknown: XX-9')).toBeVisible();
  await expectAccessible(page, 'store codes');
  await chooser(page).getByRole('tab', { name: 'Saved selections' }).click();
  await chooser(page).getByRole('button', { name: 'Choose 500 locations' }).click();

  await field(page, 'Date').fill(await dayFromNow(page, 3));
  await dialog(page).getByRole('button', { name: 'See the plan' }).click();
  await expect(plan(page).getByRole('table', { name: 'Posts by location' })).toBeVisible();
  await expectAccessible(page, 'the plan of a campaign');
  await plan(page).getByRole('button', { name: 'Show No time zone' }).click();
  await expect(plan(page).getByRole('heading', { name: /^No time zone/ })).toBeFocused();
  await expectAccessible(page, 'locations that are left out');
});

test('what a campaign leaves out stands by reason, and is taken in, accessibly', async ({ page }) => {
  const zoneless = {
    rule: 'zone-unknown',
    title: 'No time zone',
    cure: null,
    reason: 'Its time zone isn’t known.',
  };
  const late = { isReady: true, isDue: true, publishAt: '2026-11-27T09:00:00.000Z' };
  let shown = campaign({ progress: progress({ held: 1, left_out: 3, scheduled: 7, published: 14 }) });
  let groups = [
    leftOutGroup({ items: [leftOutTarget(late), leftOutTarget({ ...late, locationId: 'location-8' })] }),
    leftOutGroup({ ...zoneless, items: [leftOutTarget({ locationId: 'location-9', timeZone: null })] }),
  ];
  await mockRoutes(page, {
    ...answersOfCampaign(
      () => shown,
      () =>
        (['held', 'scheduled', 'published'] as const).map((state) =>
          target({ state, locationId: `in-${state}` }),
        ),
    ),
    'GET /api/campaigns/:id/left-out': () => ({ groups }),
    'POST /api/campaigns/:id/targets/take-in': () => {
      groups = groups.slice(1);
      const counts = progress({ held: 1, left_out: 1, waiting: 2, scheduled: 7, published: 14 });
      return (shown = { ...shown, version: 4, progress: counts });
    },
  });
  await openSignedIn(page, CAMPAIGN_PAGE);
  const leftOut = page.getByRole('region', { name: 'Left out' });
  await expect(leftOut.getByText('Goes out right away')).toHaveCount(2);
  await expectAccessible(page, 'a campaign with left-out locations');
  await leftOut.getByRole('button', { name: 'Take in 2' }).click();
  const question = page.getByRole('alertdialog', { name: 'Take in' });
  await expectAccessible(page, 'the question before locations are taken in late');
  await question.getByRole('button', { name: 'Take in' }).click();
  await expect(toast(page, '2 locations taken in.')).toBeVisible();
  await expect(leftOut.getByText('Goes out right away')).toHaveCount(0);
  await expect(leftOut.getByRole('button', { name: 'Set 1 time zone' })).toBeVisible();
});
