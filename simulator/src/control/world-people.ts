import { accountsOf } from '../api/access.js';
import { ACCOUNT_ROLES, type Account, type AccountRole, type Person } from '../model.js';
import { allowAll } from '../oauth/consent.routes.js';
import { BUSINESS_SCOPE, readScopes } from '../oauth/clients.js';
import type { WorldName } from '../seed/worlds.js';
import { createFinder, type WorldParts } from './finder.js';

/** The world's people, their accounts and what they allow. */
export function peopleActions(parts: WorldParts) {
  const { state } = parts;
  const { person, change } = createFinder(parts);

  return {
    people(): Person[] {
      return structuredClone([...state.people]);
    },

    /** The person of an owner's one copy of a world: no one else sees it, and the consent page does not offer it. */
    openPrivateWorld({ world, owner }: { world: WorldName; owner: string }): Person {
      return structuredClone(change(() => state.openPrivateWorld(world, owner)));
    },

    /** Forgets an owner's copies of worlds. */
    closePrivateWorlds({ owner }: { owner: string }): void {
      change(() => state.closePrivateWorlds(owner));
    },

    /** The accounts of a person, their own first. */
    accounts({ email }: { email: string }): Account[] {
      return structuredClone(accountsOf(state, person(email)));
    },

    /** What a person allows clients at present. */
    access({ email }: { email: string }): { clientId: string; scopes: string[]; refreshTokens: number }[] {
      return state.grants.consentsOf(person(email).sub);
    },

    /** Tokens of a person for a client (the first one unless given), as after the consent page. */
    issueTokens({
      email,
      clientId = parts.clients[0]?.id,
      scopes = ['openid', 'email', 'profile', BUSINESS_SCOPE],
    }: {
      email: string;
      clientId?: string;
      scopes?: string[];
    }): { access_token: string; refresh_token: string } {
      if (!parts.clients.some(({ id }) => id === clientId))
        throw new Error(`There is no client ${String(clientId)}.`);
      const { grants } = state;
      const grant = {
        sub: person(email).sub,
        clientId: String(clientId),
        scopes: readScopes(scopes.join(' ')),
      };
      return change(() => {
        grants.consent(grant);
        return {
          access_token: grants.issueAccessToken(grant),
          refresh_token: grants.issueRefreshToken(grant),
        };
      });
    },

    /** The person allows what a consent page at this address asks for. @returns the address that a browser is sent back to */
    allow({ address, email }: { address: string; email: string }): string {
      const allowing = person(email);
      return change(() => allowAll(state, parts.clients, { address, person: allowing }));
    },

    /** The person takes back what they allowed, as in their Google Account. */
    revokeAccess({ email }: { email: string }): void {
      change(() => state.grants.end(person(email).sub));
    },

    /** The access tokens of a person expire now; their refresh tokens stay good. */
    expireAccessTokens({ email }: { email: string }): void {
      change(() => state.grants.expireAccessTokens(person(email).sub));
    },

    /** Gives a person a role in an account, or takes it away with null. */
    setRole({ email, account, role }: { email: string; account: string; role: AccountRole | null }): void {
      const found = state.accounts.get(account);
      if (!found) throw new Error(`There is no account ${account}.`);
      const { sub } = person(email);
      if (role !== null && !ACCOUNT_ROLES.includes(role))
        throw new Error(`There is no role ${String(role)}.`);
      change(() => {
        if (role === null) delete found.members[sub];
        else found.members[sub] = role;
      });
    },

    /** Adds a location group below an organization or a user group. */
    addAccount({ accountName, below }: { accountName: string; below: string }): Account {
      if (!state.accounts.has(below)) throw new Error(`There is no account ${below}.`);
      const account: Account = {
        id: `109${String(state.nextNumber()).padStart(18, '0')}`,
        accountName,
        type: 'LOCATION_GROUP',
        verificationState: 'VERIFIED',
        vettedState: 'NOT_VETTED',
        members: {},
        parentIds: [below],
      };
      change(() => state.accounts.set(account.id, account));
      return structuredClone(account);
    },
  };
}
