import { notFound } from '../google-error.js';
import type { Account, Location, Person } from '../model.js';
import type { State } from '../state.js';

/** The business accounts of a person, their own first. */
export function accountsOf(state: State, person: Person): Account[] {
  const theirs = [...state.accounts.values()].filter(({ members }) => members[person.sub] !== undefined);
  return theirs.sort((a, b) => Number(b.type === 'PERSONAL') - Number(a.type === 'PERSONAL'));
}

/** An account that the person may see. @throws GoogleError 404. */
export function accountFor(state: State, person: Person, id: string): Account {
  const account = state.accounts.get(id);
  if (!account || account.members[person.sub] === undefined) throw notFound();
  return account;
}

/** The places of an account. */
export function locationsOf(state: State, account: Account): Location[] {
  return [...state.locations.values()].filter(
    ({ accountIds, isRemoved }) => !isRemoved && accountIds.includes(account.id),
  );
}

/** All places of a person, directly or through a group, each once. */
export function allLocationsOf(state: State, person: Person): Location[] {
  const accountIds = accountsOf(state, person).map(({ id }) => id);
  return [...state.locations.values()].filter(
    (location) => !location.isRemoved && location.accountIds.some((id) => accountIds.includes(id)),
  );
}

/** A place that the person may see. @throws GoogleError 404. */
export function locationFor(state: State, person: Person, id: string): Location {
  const location = state.locations.get(id);
  const isTheirs = location?.accountIds.some((account) => state.accounts.get(account)?.members[person.sub]);
  if (!location || location.isRemoved || !isTheirs) throw notFound();
  return location;
}

/** A place by its account, as v4 wants it. @throws GoogleError 404, also for the wrong account. */
export function locationUnder(
  state: State,
  person: Person,
  { account, location: id }: { account?: string; location?: string },
): Location {
  const { id: accountId } = accountFor(state, person, account ?? '');
  const location = locationFor(state, person, id ?? '');
  if (!location.accountIds.includes(accountId)) throw notFound();
  return location;
}
