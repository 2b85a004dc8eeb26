import { screen, waitFor, within } from '@testing-library/react';
import { expect } from '@jest/globals';
import type { Schemas } from '../../../client/api/client.js';
import type { Handlers, SentRequest } from '../../support/page/fake-server.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { dialog, emptyCalendar, openComposer } from '../posts/setting.js';
import { campaign, target, targetList } from './builders.js';

type Campaign = Schemas['CampaignDto'];
type Chosen = Schemas['ChosenLocationDto'];
type Choice = Schemas['LocationChoiceDto'];

export const PLAN = 'POST /api/campaigns';
export const MATCHES = 'POST /api/selections/matches';

/** A location to choose, by its number. */
export function chosen(number: number): Chosen {
  return {
    locationId: `location-${number}`,
    locationName: `Hearth & Crumb ${number}`,
    storeCode: `HC-${String(number).padStart(2, '0')}`,
    address: `${number} Market Square, Ashbourne`,
    state: number === 3 ? 'SUSPENDED' : 'VERIFIED',
    variables: {
      name: `Hearth & Crumb ${number}`,
      city: 'Ashbourne',
      street: `${number} Market Square`,
      storeCode: `HC-${String(number).padStart(2, '0')}`,
      website: number === 2 ? null : 'https://www.hearthandcrumb.example',
    },
  };
}

/** All locations of the person. */
export const ALL = Array.from({ length: 30 }, (_, at) => chosen(at + 1));

/** The locations that a choice means, as the server finds them. */
export function matchesOf({ choice, offset = 0 }: Schemas['ChosenQueryDto']) {
  const { search = '', storeCodes, locationIds, without = [], state, selectionId } = choice;
  const found = ALL.filter(
    (each) =>
      each.locationName.toLowerCase().includes(search.toLowerCase()) &&
      (state === undefined || each.state === state) &&
      (selectionId === undefined || Number(each.storeCode?.slice(3)) <= 2) &&
      (storeCodes === undefined || storeCodes.includes(each.storeCode ?? '')) &&
      (locationIds === undefined || locationIds.includes(each.locationId)) &&
      !without.includes(each.locationId),
  );
  return {
    items: found.slice(offset, offset + 100),
    matched: found.length,
    unknownStoreCodes: (storeCodes ?? []).filter((code) => !ALL.some((each) => each.storeCode === code)),
  } satisfies Schemas['ChosenLocationsDto'];
}

/** A plan of 22 posts, with eight locations left out, with `change`. */
export function plan(change: Partial<Campaign['plan']> = {}): Campaign['plan'] {
  return {
    chosen: 30,
    posts: 22,
    first: { publishAt: '2026-11-27T08:00:00.000Z', timeZone: 'Europe/Berlin', locationName: 'Ahornallee' },
    last: {
      publishAt: '2026-11-27T17:00:00.000Z',
      timeZone: 'America/Los_Angeles',
      locationName: 'Alder Bay',
    },
    times: [
      { at: '2026-11-27T08:00:00.000Z', count: 3 },
      { at: '2026-11-27T09:00:00.000Z', count: 18 },
      { at: '2026-11-27T17:00:00.000Z', count: 1 },
    ],
    quota: { perMinute: 300, busiestAt: '2026-11-27T09:00:00.000Z', busiestCount: 18, doneAt: null },
    leftOut: [
      {
        rule: 'missing-website',
        title: 'No website',
        reason: 'This location has no website for {website}.',
        cure: 'Add a website to the location.',
        count: 3,
      },
      {
        rule: 'zone-unknown',
        title: 'No time zone',
        reason: 'The time zone of this location isn’t known.',
        cure: null,
        count: 3,
      },
      {
        rule: 'location-suspended',
        title: 'Suspended',
        reason: 'Google has suspended this location.',
        cure: null,
        count: 2,
      },
    ],
    warnings: [],
    sameText: 1,
    unknownStoreCodes: [],
    ...change,
  };
}

/** A campaign that is planned and not confirmed, with `change`. */
export const draft = (change: Partial<Campaign> = {}): Campaign =>
  campaign({ state: 'draft', version: 1, confirmedAt: null, plan: plan(), ...change });

/** Three of its locations that get a post, faults first. */
export const TARGETS = [
  target({
    locationId: 'location-9',
    locationName: 'Hearth & Crumb, Ahornallee',
    storeCode: 'HC-09',
    state: 'waiting',
    summary: 'Two loaves for the price of one at Hearth & Crumb, Ahornallee, from nine until they are gone.',
    findings: [
      {
        id: 'same-text',
        severity: 'warn',
        field: 'postBody.summary',
        reason: 'Same text as a post of 20 Nov.',
        cure: null,
      },
    ],
    postId: null,
  }),
  target({ state: 'waiting', postId: null }),
];

/** A location without a website. */
const WITHOUT_WEBSITE = target({
  locationId: 'location-5',
  locationName: 'Hearth & Crumb, Old Wharf',
  storeCode: 'HC-05',
  state: 'left_out',
  publishAt: null,
  postId: null,
  findings: [
    {
      id: 'missing-website',
      severity: 'block',
      field: 'postBody.callToAction.url',
      reason: 'This location has no website for {website}.',
      cure: 'Add a website to the location.',
    },
  ],
});

/** A server with a connected account of 30 locations, on which campaigns can be planned. */
export function answersOfPlanning(planned: () => Campaign = draft): Handlers {
  return {
    ...answersOfConnected(),
    ...emptyCalendar(),
    'GET /api/campaigns': () => ({ items: [], nextCursor: null, total: 0 }),
    'GET /api/selections': () => ({ items: [] }),
    'GET /api/selections/labels': () => ({ items: [] }),
    [MATCHES]: ({ body }) => matchesOf(body as Schemas['ChosenQueryDto']),
    [PLAN]: () => planned(),
    'GET /api/campaigns/:id': () => planned(),
    'GET /api/campaigns/:id/targets': ({ query }) => targetList(query['rule'] ? [WITHOUT_WEBSITE] : TARGETS),
  };
}

/** Opens the composer for many locations. */
export async function openForMany(answers: Handlers = {}) {
  const page = await openComposer({ ...answersOfPlanning(), ...answers });
  await page.user.click(await dialog().findByRole('radio', { name: 'Many locations' }));
  await dialog().findByRole('button', { name: 'All 30 locations' });
  return {
    ...page,
    seePlan: () => page.user.click(dialog().getByRole('button', { name: 'See the plan' })),
    /** The body of the last request that planned a campaign. */
    planned: () => page.server.sent(PLAN).at(-1)?.body as Schemas['NewCampaignDto'] | undefined,
  };
}

/** The dialog on top. */
export const topDialog = (name: string) => within(screen.getByRole('dialog', { name }));

/** Opens the dialog to choose locations. */
export async function openChooser(answers: Handlers = {}) {
  const page = await openForMany(answers);
  await page.user.click(dialog().getByRole('button', { name: 'Choose locations' }));
  await screen.findByRole('dialog', { name: 'Choose locations' });
  await topDialog('Choose locations').findByRole('checkbox', { name: 'All 30 locations' });
  return {
    ...page,
    chooser: topDialog('Choose locations'),
    /** The choice that the last request planned with. */
    async choice(): Promise<Choice | undefined> {
      await page.user.type(await screen.findByLabelText('Post content'), 'Come in');
      await page.seePlan();
      await waitFor(() => expect(page.server.sent(PLAN)).toHaveLength(1));
      return page.planned()?.choice;
    },
  };
}

/** Bodies of the requests to a route. */
export const bodies = (requests: SentRequest[]) => requests.map(({ body }) => body);
