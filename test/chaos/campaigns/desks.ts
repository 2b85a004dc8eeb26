import { PEOPLE } from '../../support/google/google-simulator.ts';
import type { Run } from '../command.ts';
import { Others } from '../others.ts';
import type { Person } from '../person.ts';
import { type Servers, startServers } from '../setting.ts';
import { Author } from './author.ts';
import type { Desk } from './oracle.ts';
import type { Options } from './options.ts';

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

/** Starts everything and reads all locations; see `startServers`. */
export async function startDesks(
  { store, unconfirmed }: Pick<Options, 'store' | 'unconfirmed'>,
  count: number,
  hooks: string[],
  run: Run,
): Promise<Desks> {
  const skews = store === 'postgres' ? [0, SKEW] : [0];
  const env = { PUBLISH_SETTLE_MINUTES: '1', PUBLISH_UNCONFIRMED: unconfirmed };
  const servers = await startServers({ store, skews, hooks, env, isAskedAtRightTime: true }, run);
  const { google } = servers;
  const otherPlaces = await Others.addPlaces(google);
  const person = await servers.join(PEOPLE.mirela);
  const other = await servers.join(Others.email);
  // Some runs last for days.
  for (const each of [person, other]) await each.signIn();
  const theirs = await google.control.world.locations({ email: PEOPLE.mirela });
  const desks = theirs.slice(0, count).map(({ id, fields }) => ({
    id,
    storeCode: fields.storeCode ?? '',
    name: fields.title,
    city: fields.storefrontAddress?.locality ?? '',
  }));
  const author = new Author((method, path, content) => person.try(method, path, content));
  return { ...servers, person, author, desks, other, otherPlaces };
}

/** What takes something out of the product; two of these are also about posts that are scheduled one by one. */
export function controlHooks({ control }: Options): string[] {
  if (!control) return [];
  const isShared = control === 'no-fencing' || control === 'no-reconcile';
  return [`${isShared ? 'publishing' : 'campaigns'}/controls/${control}.ts`];
}
