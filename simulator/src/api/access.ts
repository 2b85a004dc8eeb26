import { notFound } from '../errors.js';
import type { Account, Location, Person } from '../model.js';
import type { State } from '../state.js';

/** The business accounts that a person is a member of, their own first. */
export function accountsOf(state: State, person: Person): Account[] {
  const theirs = [...state.accounts.values()].filter(({ members }) => members[person.sub] !== undefined);
  return theirs.sort((a, b) => Number(b.type === 'PERSONAL') - Number(a.type === 'PERSONAL'));
}

/** The accounts directly below an organization or a user group. */
export function accountsBelow(state: State, { id }: Account): Account[] {
  return [...state.accounts.values()].filter(({ parentIds = [] }) => parentIds.includes(id));
}

/** An account that the person may see. @throws GoogleError 404. */
export function accountFor(state: State, person: Person, id: string): Account {
  const account = state.accounts.get(id);
  if (!account || !isMember(state, person, account)) throw notFound();
  return account;
}

/** The places of an account; those of the accounts below it are among them. */
export function locationsOf(state: State, account: Account): Location[] {
  const ids = [account, ...allBelow(state, account)].map(({ id }) => id);
  return [...state.locations.values()].filter(
    ({ accountIds, isRemoved }) => !isRemoved && accountIds.some((id) => ids.includes(id)),
  );
}

/** All places of a person, directly, through an account or one below it, each once. */
export function allLocationsOf(state: State, person: Person): Location[] {
  const mayUse = mayUseOf(state, person);
  return [...state.locations.values()].filter((location) => !location.isRemoved && mayUse(location));
}

/** A place that the person may see. @throws GoogleError 404. */
export function locationFor(state: State, person: Person, id: string): Location {
  const location = state.locations.get(id);
  if (!location || location.isRemoved || !mayUseOf(state, person)(location)) throw notFound();
  return location;
}

/**
 * A place by its account, as v4 wants it: one that shows it directly, or the personal one of its manager.
 * @throws GoogleError 404, also for any other account.
 */
export function locationUnder(
  state: State,
  person: Person,
  { account, location: id }: { account?: string; location?: string },
): Location {
  const { id: accountId, type } = accountFor(state, person, account ?? '');
  const location = locationFor(state, person, id ?? '');
  const isOfManager = type === 'PERSONAL' && location.managers?.includes(person.sub);
  if (!location.accountIds.includes(accountId) && !isOfManager) throw notFound();
  return location;
}

function mayUseOf(state: State, person: Person): (location: Location) => boolean {
  const ids = [...state.accounts.values()]
    .filter((account) => isMember(state, person, account))
    .map(({ id }) => id);
  return ({ accountIds, managers = [] }) =>
    managers.includes(person.sub) || accountIds.some((id) => ids.includes(id));
}

/** Whether a person is a member of an account, or of one that it is below. */
function isMember(state: State, person: Person, { members, parentIds = [] }: Account): boolean {
  if (members[person.sub] !== undefined) return true;
  return parentIds.some((id) => {
    const parent = state.accounts.get(id);
    return parent !== undefined && isMember(state, person, parent);
  });
}

function allBelow(state: State, account: Account): Account[] {
  return accountsBelow(state, account).flatMap((below) => [below, ...allBelow(state, below)]);
}
