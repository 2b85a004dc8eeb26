import type { ApiRoute } from '../routes.js';
import { invalidArgument } from '../errors.js';
import { ACCOUNT_TYPES, type Account, type Person } from '../model.js';
import type { State } from '../state.js';
import { accountFor, accountsBelow, accountsOf } from './access.js';
import { pageOf } from './request-format.js';

const RULES = { defaultSize: 20, maxSize: 20 };

/** My Business Account Management, v1. */
export function accountRoutes(state: State): ApiRoute[] {
  return [
    {
      operation: 'accounts.list',
      api: 'accounts',
      method: 'GET',
      path: '/v1/accounts',
      query: ['parentAccount', 'pageSize', 'pageToken', 'filter'],
      answer: ({ person, query }) => {
        const parent = query.get('parentAccount');
        const all = parent
          ? accountsBelow(state, parentFor(state, person, parent))
          : accountsOf(state, person);
        const wanted = all.filter(filterOf(query.get('filter')));
        const { items, nextPageToken } = pageOf(wanted, query, RULES, refuse);
        return {
          json: {
            ...(items.length > 0 && { accounts: items.map((account) => toResource(account, person)) }),
            ...(nextPageToken && { nextPageToken }),
          },
        };
      },
    },
    {
      operation: 'accounts.get',
      api: 'accounts',
      method: 'GET',
      path: '/v1/accounts/{account}',
      query: [],
      answer: ({ person, params }) => ({
        json: toResource(accountFor(state, person, params.account ?? ''), person),
      }),
    },
  ];
}

function refuse(field: string, description: string): Error {
  return invalidArgument('accounts', [{ field, description }]);
}

/** The account that others are asked for below. @throws GoogleError for what can have nothing below it. */
function parentFor(state: State, person: Person, parent: string): Account {
  const id = /^accounts\/(\d+)$/.exec(parent)?.[1];
  const account = id === undefined ? undefined : accountFor(state, person, id);
  if (account?.type !== 'ORGANIZATION' && account?.type !== 'USER_GROUP')
    throw refuse('parent_account', 'Invalid parent account.');
  return account;
}

function filterOf(filter: string | null): (account: Account) => boolean {
  if (!filter) return () => true;
  const type = /^\s*type\s*=\s*"?(\w+)"?\s*$/.exec(filter)?.[1];
  if (!ACCOUNT_TYPES.some((known) => known === type)) throw refuse('filter', 'Invalid filter.');
  return (account) => account.type === type;
}

function toResource(account: Account, person: Person): object {
  const { id, accountName, type, verificationState, vettedState } = account;
  const role = account.members[person.sub];
  const isOwner = role === 'PRIMARY_OWNER' || role === 'OWNER';
  return {
    name: `accounts/${id}`,
    accountName,
    type,
    // A personal account has no role: it is the person.
    ...(type !== 'PERSONAL' && { role, permissionLevel: isOwner ? 'OWNER_LEVEL' : 'MEMBER_LEVEL' }),
    verificationState,
    vettedState,
    ...(type !== 'PERSONAL' && { accountNumber: id.slice(-10) }),
    ...(type === 'ORGANIZATION' && {
      organizationInfo: { registeredDomain: 'example.com', address: { regionCode: 'US' } },
    }),
  };
}
