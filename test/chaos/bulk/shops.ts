import { PEOPLE } from '../../support/google/google-simulator.ts';
import type { Run } from '../command.ts';
import type { Google } from '../google.ts';
import type { Person } from '../person.ts';
import { type Servers, startServers } from '../setting.ts';
import type { Options } from './options.ts';
import { type Fields, ownSpecialHours } from './special-hours.ts';

/** How far the second server's clock is ahead, in minutes. */
const SKEW = 7;
/** As good as none. */
const NO_LIMIT = 1_000_000;
/** Of so many locations one has special hours of the owner's, on one of the dates and on others. */
const OWN_HOURS_EVERY = 3;

/** What Google has of each location, by its id. */
export type Profiles = Map<string, Fields>;

/** Servers, and somebody who has connected the locations of a chain. */
export interface Shops extends Servers {
  person: Person;
  /** Ids; those in two accounts come first. */
  locations: string[];
  /** What chooses them, and none of the person's other locations. */
  choice: { search: string };
}

/** Starts everything, and reads all locations once; see `startServers`. */
export async function startShops(
  { store, locations: count, quota }: Pick<Options, 'store' | 'locations' | 'quota'>,
  hooks: string[],
  run: Run,
): Promise<Shops> {
  const skews = store === 'postgres' ? [0, SKEW] : [0];
  const isLimited = quota === 'on';
  const env: Record<string, string> = isLimited ? {} : { GOOGLE_UPDATES_PER_DAY: String(NO_LIMIT) };
  // A post that falls due soon is refused by a server whose clock is ahead.
  const servers = await startServers({ store, skews, hooks, env, isAskedAtRightTime: isLimited }, run);
  const { google } = servers;
  if (!isLimited) {
    await google.liftQuotas();
    await google.control.configure({ updatesPerDay: NO_LIMIT });
  }
  const locations = await google.addChain(PEOPLE.ottoline, count);
  for (const [index, location] of locations.entries())
    if (index % OWN_HOURS_EVERY === 0)
      await google.control.world.editByOwner({ location, fields: { specialHours: ownSpecialHours() } });
  const person = await servers.join(PEOPLE.ottoline);
  return { ...servers, person, locations, choice: { search: 'Underhay Parcels Chain' } };
}

/** What Google has of these locations now. */
export async function profilesOf(google: Google, locations: string[]): Promise<Profiles> {
  const all = await google.control.world.locations({ email: PEOPLE.ottoline });
  const wanted = new Set(locations);
  return new Map(all.filter(({ id }) => wanted.has(id)).map(({ id, fields }) => [id, fields]));
}
