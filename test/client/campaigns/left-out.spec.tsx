import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { messages } from '../../support/page/page.js';
import { findAlertText, setClock } from '../posts/setting.js';
import { campaign, fifteenOpenZones, leftOutGroup, leftOutTarget, progress, target } from './builders.js';
import { openCampaign } from './setting.js';

const LEFT_OUT = 'GET /api/campaigns/:id/left-out';
const TAKE_IN = 'POST /api/campaigns/:id/targets/take-in';

beforeEach(() => setClock('2026-11-27T10:12:00Z', 'Europe/London'));

const location = (name: string, change: Partial<Schemas['LeftOutTargetDto']> = {}) =>
  leftOutTarget({ locationId: name, locationName: name, storeCode: null, ...change });
const due = (name: string) =>
  location(name, { isReady: true, isDue: true, publishAt: '2026-11-27T10:12:00.000Z' });
const later = location('Alder Bay', {
  isReady: true,
  publishAt: '2026-11-27T17:00:00.000Z',
  timeZone: 'America/Los_Angeles',
});
const NO_WEBSITE = {
  rule: 'missing-website',
  title: 'No website',
  reason: 'This location has no website for {website}.',
  cure: 'Add a website to the location.',
} as const;

/** Opens a campaign with these left-out locations, one that is held and one that is scheduled. */
async function open(groups: () => Schemas['LeftOutGroupDto'][], answers: Handlers = {}, isPaused = false) {
  const count = groups().reduce((sum, group) => sum + group.count, 0);
  let version = 3;
  const shown = () =>
    campaign({ version, isPaused, progress: progress({ held: 1, scheduled: 1, left_out: count }) });
  const page = await openCampaign(
    shown,
    [target({ state: 'held', locationId: 'held-1' }), target({ locationName: 'Cedar Point' })],
    {
      [LEFT_OUT]: () => ({ groups: groups() }),
      [TAKE_IN]: () => {
        version += 1;
        return shown();
      },
      ...answers,
    },
  );
  await within(screen.getByRole('region', { name: 'Left out' })).findAllByRole('listitem');
  return page;
}

const group = (name: string) => within(screen.getByRole('region', { name }));
const rows = (name: string) =>
  group(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const question = () => within(screen.getByRole('alertdialog', { name: 'Take in' }));

describe('The left-out locations of a campaign', () => {
  it('come after what needs a person and before the rest, each reason once with its cure', async () => {
    const four = ['Hill Street', 'Quay Road', 'Old Wharf', 'Market Hill'].map((name) => location(name));
    const { user } = await open(() => [leftOutGroup(), leftOutGroup({ ...NO_WEBSITE, items: four })]);
    const parts = within(screen.getByRole('tabpanel')).getAllByRole('heading', { level: 2 });
    expect(parts.map(({ textContent }) => textContent)).toEqual(['Held', 'Left out', 'Scheduled']);
    expect(
      screen.getAllByText(
        'Google has suspended this location and doesn’t publish posts for it. Ask Google to reinstate it.',
      ),
    ).toHaveLength(1);
    expect(
      group('No website').getByText(
        'This location has no website for {website}. Add a website to the location.',
      ),
    ).toBeTruthy();
    expect(rows('No website')).toEqual([
      'Hill StreetLocation details Hill Street',
      'Quay RoadLocation details Quay Road',
      'Old WharfLocation details Old Wharf',
      'Show 1 more No website',
    ]);
    expect(screen.queryByRole('button', { name: /^Take in/ })).toBeNull();
    await user.click(group('No website').getByRole('button', { name: /^Show 1 more/ }));
    expect(rows('No website')[3]).toContain('Market Hill');
    await user.click(screen.getByRole('tab', { name: 'Left out 5' }));
    expect(screen.queryByRole('heading', { level: 2, name: 'Held' })).toBeNull();
    expect(rows('Suspended')[0]).toContain('Old Wharf');
  });

  it('are taken in together once their reason is gone, after a question where posts go out right away', async () => {
    const items = [due('Hill Street'), due('Quay Road'), later];
    let groups = [leftOutGroup({ ...NO_WEBSITE, items })];
    const { user, server } = await open(() => groups);
    expect(
      group('No website').getByText(
        'This location has no website for {website}. This is solved for all 3 now.',
      ),
    ).toBeTruthy();
    expect(rows('No website')).toEqual([
      'Hill StreetGoes out right awayTake in Hill Street',
      'Quay RoadGoes out right awayTake in Quay Road',
      'Alder BayGoes out at 17:00, 09:00 thereTake in Alder Bay',
    ]);
    await user.click(group('No website').getByRole('button', { name: 'Take in 3' }));
    expect(
      question().getByText(
        'The time of this campaign has passed at 2 of 3 locations. Their posts will be published right away.',
      ),
    ).toBeTruthy();
    groups = [];
    await user.click(question().getByRole('button', { name: 'Take in' }));
    await waitFor(() => expect(messages()).toEqual(['3 locations taken in.']));
    await waitFor(() => expect(screen.queryByText('No website')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(server.sent(TAKE_IN).map(({ body }) => body)).toEqual([{ rule: 'missing-website', version: 3 }]);
  });

  it('are taken in one by one, without a question where the time is still to come', async () => {
    const { user, server } = await open(() => [
      leftOutGroup({ ...NO_WEBSITE, items: [later, location('Hill Street')] }),
    ]);
    expect(group('No website').getByText(/This is solved for 1 now\./)).toBeTruthy();
    await user.click(group('No website').getByRole('button', { name: 'Take in Alder Bay' }));
    await waitFor(() => expect(messages()).toEqual(['1 location taken in.']));
    expect(server.sent(TAKE_IN).map(({ body }) => body)).toEqual([
      { rule: 'missing-website', version: 3, locationIds: ['Alder Bay'] },
    ]);
  });

  it('stay where the server refuses, which says why', async () => {
    const refusal = 'Hill Street can’t have this: This location has no website for {website}.';
    const { user } = await open(() => [leftOutGroup({ ...NO_WEBSITE, items: [due('Hill Street')] })], {
      [TAKE_IN]: () => failWith(400, 'validation_failed', refusal),
    });
    await user.click(group('No website').getByRole('button', { name: 'Take in Hill Street' }));
    expect(
      question().getByText(
        'The time of this campaign has passed at Hill Street. Its post will be published right away.',
      ),
    ).toBeTruthy();
    await user.click(question().getByRole('button', { name: 'Take in' }));
    expect(await findAlertText(refusal)).toBeTruthy();
    expect(rows('No website')).toHaveLength(1);
  });

  it('wait for the end of a pause', async () => {
    await open(() => [leftOutGroup({ ...NO_WEBSITE, items: [due('Hill Street')] })], {}, true);
    expect(rows('No website')).toEqual(['Hill StreetGoes out when you resumeTake in Hill Street']);
  });

  it('say what else is against them by now, and have no filled button where they were left out by hand', async () => {
    const closed = {
      id: 'location-closed',
      severity: 'block',
      field: 'choice',
      reason: 'This location is permanently closed.',
      cure: null,
    } as const;
    const byHand = { rule: 'left-out', title: 'Left out', reason: 'You left this location out.', cure: null };
    await open(() => [
      leftOutGroup({ ...NO_WEBSITE, items: [location('Hill Street', { findings: [closed] })] }),
      leftOutGroup({ ...byHand, title: 'By hand', items: [later] }),
    ]);
    expect(rows('No website')[0]).toContain('This location is permanently closed.');
    const filled = screen.getByRole('button', { name: 'Take in 1' });
    expect(filled.className).not.toContain('primary');
    expect(group('By hand').queryByText(/solved/)).toBeNull();
  });

  it('without a time zone are given one from here, and looked at again', async () => {
    const zoneless = { rule: 'zone-unknown', title: 'No time zone', reason: 'Not known.', cure: null };
    let groups = [leftOutGroup({ ...zoneless, items: [location('Tuba City')] })];
    const open1 = fifteenOpenZones().slice(0, 1);
    const { user, server } = await open(() => groups, {
      'GET /api/time-zones/open': () => ({ items: open1, total: open1.length }),
      'PATCH /api/time-zones': () => ({ items: open1.splice(0) }),
    });
    await user.click(group('No time zone').getByRole('button', { name: 'Set 1 time zone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Time zones of locations' }));
    groups = [leftOutGroup({ ...zoneless, items: [later] })];
    await user.click(await dialog.findByRole('button', { name: 'Set 1 time zone' }));
    await group('No time zone').findByRole('button', { name: 'Take in 1' });
    expect(server.sent('GET /api/time-zones/open').at(-1)?.query['campaignId']).toBeTruthy();
  });
});
