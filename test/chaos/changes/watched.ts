import { PEOPLE } from '../../support/google/google-simulator.ts';
import type { Run } from '../command.ts';
import type { Person } from '../person.ts';
import { type Servers, startServers } from '../setting.ts';
import type { Options } from './options.ts';

/** How far the second server's clock is ahead, in minutes. */
const SKEW = 7;

/** Servers, and a person who has connected many locations. */
export interface Watched extends Servers {
  person: Person;
  /** Ids; those in two accounts come first. */
  locations: string[];
}

/** Starts everything, and reads all locations once; see `startServers`. */
export async function startWatched(
  { store, locations: count }: Pick<Options, 'store' | 'locations'>,
  hooks: string[],
  run: Run,
): Promise<Watched> {
  const skews = store === 'postgres' ? [0, SKEW] : [0];
  const servers = await startServers({ store, skews, hooks }, run);
  await servers.google.liftQuotas();
  const locations = await servers.google.addChain(PEOPLE.ottoline, count);
  return { ...servers, person: await servers.join(PEOPLE.ottoline), locations };
}
