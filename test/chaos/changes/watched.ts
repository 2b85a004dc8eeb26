import { PEOPLE } from '../../support/google/google-simulator.ts';
import type { Ends } from '../../support/processes/ends.ts';
import { Person } from '../person.ts';
import { type Servers, startServers } from '../setting.ts';
import type { Options } from './options.ts';

/** After this the whole run is given up. */
const PATIENCE_MS = 90 * 60_000;
/** How far the second server's clock is ahead, in minutes. */
const SKEW = 7;

/** Servers, and a person who has connected many locations. */
export interface Watched extends Servers {
  person: Person;
  /** Ids; those in two accounts come first. */
  locations: string[];
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
  const locations = await servers.google.addChain(PEOPLE.ottoline, count);
  const origins = () => servers.replicas.filter(({ isRunning }) => isRunning).map(({ origin }) => origin);
  const person = new Person(PEOPLE.ottoline, origins, AbortSignal.timeout(PATIENCE_MS));
  await person.signUp();
  await person.connect();
  return { ...servers, person, locations };
}
