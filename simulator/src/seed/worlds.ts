import type { Account, Location, Person, Post } from '../model.js';
import { placesOfCasimir } from './parcel-shops.js';
import {
  ACCOUNT_IDS,
  CASIMIR,
  IDRIS,
  MIRELA,
  OTTOLINE,
  SEED_PEOPLE,
  seedAccounts,
  TAMSIN,
  WILHELMINA,
} from './people.js';
import { frozen } from '../frozen.js';
import { placesOfIdris } from './places-of-idris.js';
import { placesOfOttoline } from './places-of-ottoline.js';
import { placesOfTamsin } from './places-of-tamsin.js';
import { placesOfMirela } from './travel-desks.js';

/** The worlds by name, each with the `sub` of its people. A world has what its people can reach. */
const WORLDS = frozen({
  all: SEED_PEOPLE.map(({ sub }) => sub),
  shops: [TAMSIN],
  groups: [IDRIS],
  empty: [WILHELMINA],
  large: [CASIMIR],
  agency: [OTTOLINE],
  abroad: [MIRELA],
} as const);

export type WorldName = keyof typeof WORLDS;

export const WORLD_NAMES = Object.freeze(Object.keys(WORLDS) as WorldName[]);

/** What there is before the first change. Locations are shared: an edit has to put a copy. */
export interface Seed {
  people: readonly Person[];
  accounts: Account[];
  locations: readonly Location[];
  posts: Post[];
}

const LOCATIONS: readonly Location[] = frozen(
  [placesOfTamsin, placesOfIdris, placesOfCasimir, placesOfOttoline, placesOfMirela].flatMap((places) =>
    places(),
  ),
);

/** The people of a world, with the accounts, locations and posts that they can reach. */
export function seedOf(world: WorldName): Seed {
  if (world === 'all')
    return { people: SEED_PEOPLE, accounts: seedAccounts(), locations: LOCATIONS, posts: seedPosts() };
  const subs: readonly string[] = WORLDS[world];
  const all = seedAccounts();
  const isReached = ({ members, parentIds = [] }: Account): boolean =>
    subs.some((sub) => members[sub] !== undefined) ||
    all.some((account) => parentIds.includes(account.id) && isReached(account));
  const accounts = all.filter(isReached);
  const ids = accounts.map(({ id }) => id);
  const locations = LOCATIONS.filter(
    ({ accountIds, managers = [] }) =>
      accountIds.some((id) => ids.includes(id)) || managers.some((sub) => subs.includes(sub)),
  );
  return {
    people: SEED_PEOPLE.filter(({ sub }) => subs.includes(sub)),
    accounts,
    locations,
    posts: seedPosts().filter(({ locationId }) => locations.some(({ id }) => id === locationId)),
  };
}

/** Posts that were published before the simulator started. */
function seedPosts(): Post[] {
  return [
    post('7000000000000000001', '2026-01-12T09:30:00Z', {
      author: TAMSIN,
      accountId: ACCOUNT_IDS.bakeries,
      locationId: '4200000000000000103',
      fields: {
        languageCode: 'en-GB',
        topicType: 'STANDARD',
        summary: 'The seeded rye is back on the shelf. First come, first sliced.',
      },
    }),
    post('7000000000000000002', '2026-02-03T12:00:00Z', {
      author: TAMSIN,
      accountId: ACCOUNT_IDS.bakeries,
      locationId: '4200000000000000103',
      fields: {
        languageCode: 'en-GB',
        topicType: 'STANDARD',
        summary: 'Order your birthday cake by Wednesday and collect it on Saturday.',
        callToAction: { actionType: 'ORDER', url: 'https://marlowe-finch.example.com/cakes' },
      },
    }),
    post('7000000000000000003', '2026-02-20T16:15:00Z', {
      author: IDRIS,
      accountId: ACCOUNT_IDS.cycles,
      locationId: '4200000000000000202',
      fields: {
        languageCode: 'en-GB',
        topicType: 'OFFER',
        summary: 'A spring service with new brake pads at the price of the service alone.',
        event: {
          title: 'Spring service',
          schedule: {
            startDate: { year: 2026, month: 3, day: 1 },
            startTime: { hours: 8 },
            endDate: { year: 2026, month: 3, day: 31 },
            endTime: { hours: 17 },
          },
        },
        offer: { couponCode: 'SPRING', termsConditions: 'One bicycle each.' },
      },
    }),
  ];
}

function post(
  id: string,
  createdAt: string,
  what: Pick<Post, 'author' | 'accountId' | 'locationId' | 'fields'>,
): Post {
  const time = Date.parse(createdAt);
  return {
    id,
    ...what,
    createTime: time,
    updateTime: time,
    reviewedAt: time,
    verdict: 'LIVE',
    listedFrom: time,
  };
}
