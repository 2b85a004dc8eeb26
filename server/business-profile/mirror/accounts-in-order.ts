import type { GoogleAccount } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';

/** The types of accounts that may have other accounts below them. */
const CONTAINERS = ['ORGANIZATION', 'USER_GROUP'];

/**
 * All accounts in Google's order, the personal one first, each once. Accounts below another come before it, because a
 * place is posted to under the first account that lists it, and Google does not accept one further up.
 * @param list the accounts that the user is a member of; with an id, those directly below that account
 */
export async function accountsInOrder(
  list: (below?: string) => Promise<GoogleAccount[]>,
  below?: string,
  seen = new Set<string>(),
): Promise<GoogleAccount[]> {
  const accounts: GoogleAccount[] = [];
  for (const account of await list(below)) {
    const id = idOf(account);
    if (seen.has(id)) continue;
    seen.add(id);
    if (CONTAINERS.includes(account.type ?? '')) accounts.push(...(await accountsInOrder(list, id, seen)));
    accounts.push(account);
  }
  return accounts;
}
