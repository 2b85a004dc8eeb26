import { PEOPLE } from '../../support/google/google-simulator.ts';
import type { Run } from '../command.ts';
import type { Google } from '../google.ts';
import { type Servers, startServers } from '../setting.ts';
import { Desk } from './desk.ts';
import { Elsewhere, OWNER } from './elsewhere.ts';
import type { Options } from './options.ts';
import { FIELDS } from './plan.ts';
import { valueOf } from './tab.ts';

/** How many reviews a location has. */
const REVIEWS = 3;
/** First what changes modules, before any other loads them; then what a control takes out; then the rest. */
const FIRST_HOOKS = ['reviews/hooks/quick.ts', 'hands/hooks/quick.ts'];
const HOOKS = [
  'hooks/clock.ts',
  'hooks/no-quota.ts',
  'hands/hooks/waits.ts',
  'hooks/quick-ticks.ts',
  'reviews/hooks/quick-readings.ts',
  'changes/hooks/steps.ts',
  'publishing/hooks/steps.ts',
  'campaigns/hooks/steps.ts',
  'reviews/hooks/reply-steps.ts',
];

/** Servers, and people who all work on the same locations. */
export interface House extends Servers {
  /** Ids. */
  places: string[];
  /** One for each person here. */
  desks: Desk[];
  elsewhere: Elsewhere;
}

/** Starts everything, and opens everything in all tabs; see `startServers`. */
export async function startHouse({ store, locations, control }: Options, run: Run): Promise<House> {
  const hooks = [...FIRST_HOOKS, ...(control ? [`hands/controls/${control}.ts`] : []), ...HOOKS];
  const skews = store === 'postgres' ? [0, 0] : [0];
  const env = { PUBLISH_SETTLE_MINUTES: '1' };
  const servers = await startServers({ store, skews, hooks, env }, run);
  const { google } = servers;
  await google.liftQuotas();
  const account = await shareAccount(google);
  const places = await addPlaces(google, account, locations);
  const desks: Desk[] = [];
  // Two have connected the same Google account, and one that of another manager.
  for (const [number, email] of [PEOPLE.idris, PEOPLE.idris, PEOPLE.wilhelmina].entries()) {
    const desk = new Desk(await servers.join(email, number), number);
    for (const place of places) await desk.look(place);
    desks.push(desk);
  }
  return { ...servers, places, desks, elsewhere: new Elsewhere(google, account) };
}

/** An account with several managers. @returns its id */
async function shareAccount({ control: { world } }: Google): Promise<string> {
  const accounts = await world.accounts({ email: PEOPLE.idris });
  const { id } = accounts.find(({ type }) => type === 'LOCATION_GROUP')!;
  for (const email of [PEOPLE.wilhelmina, OWNER]) await world.setRole({ email, account: id, role: 'OWNER' });
  return id;
}

async function addPlaces({ control: { world } }: Google, account: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const [websiteUri, description] = FIELDS.map((field) => valueOf(field, 'first', number));
    const fields = { websiteUri, profile: { description } };
    const { id } = await world.addLocation({ account, title: `Bakehouse ${number}`, fields });
    for (let review = 0; review < REVIEWS; review += 1)
      await world.addReview({
        location: id,
        stars: 4,
        comment: `Bread ${number} ${review}`,
        reviewer: 'Ada',
      });
    ids.push(id);
  }
  return ids;
}
