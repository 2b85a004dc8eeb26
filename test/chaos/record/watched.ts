import { setTimeout as delay } from 'node:timers/promises';
import { PEOPLE } from '../../support/google-simulator.ts';
import type { Ends } from '../../support/ends.ts';
import type { Google } from '../google.ts';
import { Person } from '../person.ts';
import { type Servers, startServers } from '../setting.ts';
import type { Options } from './options.ts';

const LOOK_EVERY_MS = 100;
/** After this the whole run is given up. */
const PATIENCE_MS = 30 * 60_000;
/** How far the second server's clock is ahead, in minutes. */
const SKEW = 7;
/** An agency shows the locations of a group below it as well: every tenth location is in two accounts. */
const SHARED = 0.1;

/** Servers, and a person who has connected many locations. */
export interface Watched extends Servers {
  person: Person;
  /** Ids; those in two accounts come first. */
  locations: string[];
  /** Resolves when all locations have been read whole, by a reading that began after the call. */
  sweep(): Promise<void>;
}

/** Starts everything, and reads all locations once; the caller ends it. See `startServers`. */
export async function startWatched(
  { store, locations: count }: Pick<Options, 'store' | 'locations'>,
  hooks: string[],
  folder: string,
  ends: Ends,
): Promise<Watched> {
  const skews = store === 'postgres' ? [0, SKEW] : [0];
  const servers = await startServers({ store, skews, hooks }, folder, ends);
  await servers.google.control.configure({ requestsPerMinute: 1_000_000, editsPerMinute: 1_000_000 });
  const locations = await addChain(servers.google, count);
  const origins = () => servers.replicas.filter(({ isRunning }) => isRunning).map(({ origin }) => origin);
  const person = new Person(PEOPLE.ottoline, origins, AbortSignal.timeout(PATIENCE_MS));
  await person.signUp();
  await person.connect();
  return { ...servers, person, locations, sweep: () => sweep(person) };
}

async function addChain({ control: { world } }: Google, count: number): Promise<string[]> {
  const agency = (await world.accounts({ email: PEOPLE.ottoline })).find(({ type }) => type !== 'PERSONAL')!;
  const group = await world.addAccount({ accountName: 'Parcels', below: agency.id });
  const shared = Math.ceil(count * SHARED);
  return [
    ...(await world.addLocations({ account: group.id, count: shared, seed: 1 })),
    ...(await world.addLocations({ account: agency.id, count: count - shared, seed: 2 })),
  ];
}

interface Mirror {
  isReading: boolean;
  asOf: string | null;
}

/** Reads everything once more, again and again until one reading has come to its end. */
export async function sweep(person: Person): Promise<void> {
  const look = async () => (await person.expect(200, 'GET', '/api/mirror')) as Mirror;
  let last = await look();
  for (; last.isReading; last = await look()) await delay(LOOK_EVERY_MS);
  for (let now = last; now.isReading || now.asOf === last.asOf; now = await look()) {
    if (!now.isReading) await person.expect(202, 'POST', '/api/mirror');
    await delay(LOOK_EVERY_MS);
  }
}
