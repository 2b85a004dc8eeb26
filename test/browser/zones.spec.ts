import type { Schemas } from '../../client/api/client.js';
import {
  answersOfCampaign,
  campaign,
  CAMPAIGN_PAGE,
  fifteenOpenZones,
  target,
} from '../client/campaigns/builders.ts';
import { answersOfConnected } from '../client/business-profile/builders.ts';
import { googleLocation, list } from '../client/listings/builders.ts';
import { expectAccessible } from './support/accessibility.ts';
import { dialog, openComposer } from './support/composer.ts';
import { mockRoutes } from './support/edge.ts';
import { hand } from './support/hand.ts';
import { expect, openSignedIn, test } from './support/product.ts';

test.use({ timezoneId: 'Europe/Berlin' });

const US = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];

function openZone(index: number): Schemas['OpenZoneDto'] {
  return {
    locationId: `location-${index}`,
    locationName: `Fairlead Travel Denver ${index}`,
    storeCode: `TD-${index}`,
    address: `${index} Station Road, Denver, CO 80202, US`,
    timeZone: null,
    source: null,
    city: 'Denver',
    region: 'Colorado',
    country: 'US',
    suggestion: { timeZone: 'America/Denver', source: 'region', reason: null },
    choices: US,
  };
}

test('the zones of many locations are set together, and all of it is accessible', async ({ page }) => {
  let open = Array.from({ length: 100 }, (_, index) => openZone(index + 1));
  const said: string[] = [];
  await mockRoutes(page, {
    ...answersOfConnected(),
    'GET /api/locations': () => list([googleLocation()]),
    'GET /api/time-zones/open': () => ({ items: open, total: open.length }),
    'PATCH /api/time-zones': ({ body }) => {
      const { items } = body as Schemas['NewZonesDto'];
      said.push(...items.map(({ timeZone }) => timeZone ?? 'none'));
      open = [];
      return {
        items: items.map((item) => ({ ...openZone(1), ...item, source: 'person', suggestion: null })),
      };
    },
  });
  await openSignedIn(page, '/dashboard?view=locations');
  await expect(page.getByText('100 locations need a time zone')).toBeVisible();
  await expectAccessible(page, 'locations whose time zone is asked for');
  await page.getByRole('button', { name: 'Set time zones' }).click();
  const dialog = page.getByRole('dialog', { name: 'Time zones of locations' });
  await expect(dialog.getByLabel('Time zone of Denver (100), Colorado')).toHaveValue('America/Denver');
  await expectAccessible(page, 'time zones of many locations');
  await dialog.getByText('Each of the 100 locations').click();
  // Only the field in use has all names: a hundred times all of them would take seconds to draw.
  expect(await dialog.getByRole('option').count()).toBeLessThan(100 * US.length + 1000);
  const first = dialog.getByLabel('Time zone of Fairlead Travel Denver 1', { exact: true });
  await first.focus();
  await first.selectOption('Asia/Tokyo');
  await dialog.getByRole('button', { name: 'Set 100 time zones' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('need a time zone')).toBeHidden();
  expect(said.filter((zone) => zone === 'America/Denver')).toHaveLength(99);
  expect(said[0]).toBe('Asia/Tokyo');
});

test('time zones of 15 locations in 3 states take 4 clicks from the plan, one of which is corrected', async ({
  page,
}) => {
  let open = fifteenOpenZones();
  const missing = {
    rule: 'zone-unknown',
    title: 'No time zone',
    reason: 'The time zone of this location isn’t known, so its post can’t be scheduled.',
    cure: 'Confirm its time zone, or publish everywhere at once.',
  };
  const { plan, ...planned } = campaign({ state: 'draft', confirmedAt: null });
  const draft = () => ({
    ...planned,
    plan: { ...plan, leftOut: open.length > 0 ? [{ ...missing, count: 15 }] : [] },
  });
  const said: (string | null)[] = [];
  await mockRoutes(page, {
    ...answersOfCampaign(draft, () => [target({ state: 'waiting', postId: null })]),
    'POST /api/campaigns/:id/plan': draft,
    'GET /api/time-zones/open': () => ({ items: open, total: open.length }),
    'PATCH /api/time-zones': ({ body }) => {
      const { items } = body as Schemas['NewZonesDto'];
      said.push(...items.map(({ timeZone }) => timeZone));
      open = [];
      return {
        items: items.map((item) => ({ ...openZone(1), ...item, source: 'person', suggestion: null })),
      };
    },
  });
  await openSignedIn(page, CAMPAIGN_PAGE);
  await page.getByRole('button', { name: 'See the plan' }).click();
  const dialog = page.getByRole('dialog');
  const { used, click, choose } = hand();
  await click(dialog.getByRole('button', { name: 'Fix No time zone' }));
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Time zones for this plan');
  await expect(dialog.getByRole('button', { name: 'Set 15 time zones' })).toBeVisible();
  await expectAccessible(page, 'the time zones that a plan lacks');
  await choose(dialog.getByLabel('Time zone of Austin, Dallas, Texas'), 'America/Denver');
  await click(dialog.getByRole('button', { name: 'Set 15 time zones' }));
  await expect(dialog.getByRole('heading', { name: 'No location is left out' })).toBeVisible();
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Campaign plan');
  expect(used).toEqual({ clicks: 4, fields: 0 });
  expect(said).toHaveLength(15);
  expect(said.slice(-2)).toEqual(['America/Denver', 'America/Denver']);
});

test('a location says its own time, or asks for its zone, accessibly', async ({ page }) => {
  const shown = googleLocation();
  let zone: Schemas['LocationZoneDto'] = { ...openZone(1), locationId: shown.id };
  await mockRoutes(page, {
    ...answersOfConnected(),
    'GET /api/locations': () => list([shown]),
    'GET /api/locations/:id': () => shown,
    'GET /api/time-zones': () => ({ items: [zone] }),
    'PATCH /api/time-zones': () => {
      zone = { ...zone, timeZone: 'America/Denver', source: 'person', suggestion: null };
      return { items: [zone] };
    },
  });
  await openSignedIn(page, `/dashboard?view=location-details&location=${shown.id}`);
  await expect(page.getByLabel('Time zone of this location')).toHaveValue('America/Denver');
  await expectAccessible(page, 'a location whose time zone is asked for');
  await page.getByRole('button', { name: 'Confirm time zone' }).click();
  await expect(page.getByText('You chose it.')).toBeVisible();
  // A button that is half below the head of the page counts as too small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, 'a location whose time zone is known');
  await openComposer(page);
  await expect(dialog(page).getByText(/\d\d:\d\d.* at the location, GMT-[67]/)).toBeVisible();
  await expectAccessible(page, 'the composer with the time of the location');
});
