import type { Account, Location, Person, Post } from '../model.js';
import { type Seed, seedOf, WORLD_NAMES, type WorldName } from './worlds.js';

/** A copy of a world for one user of the simulator: no one else sees it, and the consent page does not offer it. */
export interface PrivateWorld {
  /** No two have the same; it is part of every id. */
  number: number;
  world: WorldName;
  /** Whose it is, in words of the program that asked for it. */
  owner: string;
}

/** Between the first two digits of an id and the others, the number of the copy stands in so many. */
const COPY_DIGITS = 7;
/** How long the ids of locations are in the shared world. */
const SHARED_LENGTHS: readonly number[] = Object.freeze([10, 19]);

/** The number of the private copy that a location is in; 0: it is in the shared world. */
export function numberOfCopy(locationId: string): number {
  return isOfCopy(locationId) ? Number(locationId.slice(2, 2 + COPY_DIGITS)) : 0;
}

/** The id that a location of a private copy has in the shared world; of others their own. */
export function sharedIdOf(locationId: string): string {
  return isOfCopy(locationId) ? locationId.slice(0, 2) + locationId.slice(2 + COPY_DIGITS) : locationId;
}

function isOfCopy(locationId: string): boolean {
  return SHARED_LENGTHS.includes(locationId.length - COPY_DIGITS);
}

/** Whether there can be copies of a world: they are for one person, so the one of several people has none. */
export function isPersonal(world: unknown): world is WorldName {
  return world !== 'all' && WORLD_NAMES.some((name) => name === world);
}

/** The people, accounts, locations and posts of a private world, all with ids of their own. */
export function seedOfPrivate({ number, world }: PrivateWorld): Seed {
  const seed = seedOf(world);
  const own = (id: string) => `${id.slice(0, 2)}${String(number).padStart(COPY_DIGITS, '0')}${id.slice(2)}`;
  return {
    people: seed.people.map((person): Person => {
      const [name, host] = person.email.split('@');
      return { ...person, sub: own(person.sub), email: `${name}+${number}@${host}`, isPrivate: true };
    }),
    accounts: seed.accounts.map((account): Account => ({
      ...account,
      id: own(account.id),
      members: Object.fromEntries(Object.entries(account.members).map(([sub, role]) => [own(sub), role])),
      ...(account.parentIds && { parentIds: account.parentIds.map(own) }),
    })),
    locations: seed.locations.map((location): Location => ({
      ...location,
      id: own(location.id),
      accountIds: location.accountIds.map(own),
      ...(location.managers && { managers: location.managers.map(own) }),
    })),
    posts: seed.posts.map((post): Post => ({
      ...post,
      id: own(post.id),
      author: own(post.author),
      accountId: own(post.accountId),
      locationId: own(post.locationId),
    })),
  };
}
