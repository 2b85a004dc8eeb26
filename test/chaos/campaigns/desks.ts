import { setTimeout as delay } from 'node:timers/promises';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import type { Ends } from '../../support/processes/ends.ts';
import { Others } from '../others.ts';
import { Person } from '../person.ts';
import { type Servers, startServers } from '../setting.ts';
import { Author } from './author.ts';
import type { Desk } from './oracle.ts';
import type { Options } from './options.ts';

/** After this the whole run is given up. */
const PATIENCE_MS = 90 * 60_000;
/** How far the second server's clock is ahead, in minutes. */
const SKEW = 5;

/** Servers, somebody with 500 locations all over the world, and somebody else. */
export interface Desks extends Servers {
  person: Person;
  author: Author;
  /** The first of their locations, as many as are wanted. */
  desks: Desk[];
  /** Somebody else with some locations, by their ids. */
  other: Person;
  otherPlaces: string[];
}

/** Starts everything and reads all locations; the caller ends it. See `startServers`. */
export async function startDesks(
  { store, unconfirmed }: Pick<Options, 'store' | 'unconfirmed'>,
  count: number,
  hooks: string[],
  folder: string,
  ends: Ends,
): Promise<Desks> {
  const skews = store === 'postgres' ? [0, SKEW] : [0];
  const env = { PUBLISH_SETTLE_MINUTES: '1', PUBLISH_UNCONFIRMED: unconfirmed };
  const servers = await startServers({ store, skews, hooks, env }, folder, ends);
  const { google, replicas } = servers;
  // People talk to a server whose clock is right.
  const right = replicas.filter((_, number) => skews[number] === 0);
  const origins = () => right.filter(({ isRunning }) => isRunning).map(({ origin }) => origin);
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const [person, other] = [PEOPLE.mirela, Others.email].map((email) => new Person(email, origins, patience));
  const { world } = google.control;
  const otherPlaces = await Others.addPlaces(google);
  for (const each of [person!, other!]) {
    await each.signUp();
    // Some runs last for days.
    await each.signIn();
    await each.connect();
  }
  const theirs = await world.locations({ email: PEOPLE.mirela });
  const desks = theirs.slice(0, count).map(({ id, fields }) => ({
    id,
    storeCode: fields.storeCode ?? '',
    name: fields.title,
    city: fields.storefrontAddress?.locality ?? '',
  }));
  const author = new Author((method, path, content) => person!.try(method, path, content));
  return { ...servers, person: person!, author, desks, other: other!, otherPlaces };
}

/** Looks again and again until it is so, or for that long. @returns whether it is */
export async function until(
  isSo: () => Promise<boolean>,
  withinMs: number,
  everyMs = 1_000,
): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await delay(everyMs))
    if (await isSo()) return true;
  return isSo();
}
