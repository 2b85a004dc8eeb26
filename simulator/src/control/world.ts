import { accountsOf, allLocationsOf } from '../api/access.js';
import { isMetric } from '../api/performance.routes.js';
import { postView, type PostView } from '../api/local-post-resource.js';
import { publicFields } from '../api/location-resource.js';
import { allowAll } from '../oauth/consent.routes.js';
import { BUSINESS_SCOPE, readScopes, type OAuthClient } from '../oauth/clients.js';
import type { WorldName } from '../seed/worlds.js';
import { metricKey, type State } from '../state.js';
import { editedByGoogle, editedByOwner, type FieldChanges, withPendingDecided } from './edits.js';
import {
  ACCOUNT_ROLES,
  VERIFICATIONS,
  type Account,
  type AccountRole,
  type Location,
  type LocationFields,
  type Person,
  type Post,
  type Verification,
} from '../model.js';

interface WorldParts {
  state: State;
  origin: string;
  clients: readonly OAuthClient[];
  /** Saves what has changed. */
  settle: () => void;
}

/**
 * What Google knows, for tests to look at and to change. Places go by their id or title, posts by their id or name,
 * people by their e-mail address. Everything taken and answered is plain JSON, as under `/__simulator/world/`.
 * Errors: a sentence that names what there is not.
 */
export class World {
  private readonly state: State;

  constructor(private readonly parts: WorldParts) {
    this.state = parts.state;
  }

  people(): Person[] {
    return structuredClone([...this.state.people]);
  }

  /** The person of an owner's one copy of a world: no one else sees it, and the consent page does not offer it. */
  openPrivateWorld({ world, owner }: { world: WorldName; owner: string }): Person {
    return structuredClone(this.change(() => this.state.openPrivateWorld(world, owner)));
  }

  /** Forgets an owner's copies of worlds. */
  closePrivateWorlds({ owner }: { owner: string }): void {
    this.change(() => this.state.closePrivateWorlds(owner));
  }

  /** The accounts of a person, their own first. */
  accounts({ email }: { email: string }): Account[] {
    return structuredClone(accountsOf(this.state, this.person(email)));
  }

  /** All places of a person. */
  locations({ email }: { email: string }): Location[] {
    return structuredClone(allLocationsOf(this.state, this.person(email)));
  }

  location({ location }: { location: string }): Location {
    return structuredClone(this.findLocation(location));
  }

  /** What the public sees of a place. */
  publicLocation({ location }: { location: string }): LocationFields {
    return structuredClone(publicFields(this.findLocation(location)));
  }

  /** The posts of a place or a person, or all, oldest first. */
  posts({ location, email }: { location?: string; email?: string } = {}): PostView[] {
    const locationId = location === undefined ? undefined : this.findLocation(location).id;
    const author = email === undefined ? undefined : this.person(email).sub;
    return [...this.state.posts.values()]
      .filter((post) => locationId === undefined || post.locationId === locationId)
      .filter((post) => author === undefined || post.author === author)
      .map((post) => postView(this.state, this.parts.origin, post));
  }

  /** What a person allows clients at present. */
  access({ email }: { email: string }): { clientId: string; scopes: string[]; refreshTokens: number }[] {
    return this.state.grants.consentsOf(this.person(email).sub);
  }

  /** Tokens of a person for a client (the first one unless given), as after the consent page. */
  issueTokens({
    email,
    clientId = this.parts.clients[0]?.id,
    scopes = ['openid', 'email', 'profile', BUSINESS_SCOPE],
  }: {
    email: string;
    clientId?: string;
    scopes?: string[];
  }): { access_token: string; refresh_token: string } {
    if (!this.parts.clients.some(({ id }) => id === clientId))
      throw new Error(`There is no client ${String(clientId)}.`);
    const { grants } = this.state;
    const grant = {
      sub: this.person(email).sub,
      clientId: String(clientId),
      scopes: readScopes(scopes.join(' ')),
    };
    return this.change(() => {
      grants.consent(grant);
      return {
        access_token: grants.issueAccessToken(grant),
        refresh_token: grants.issueRefreshToken(grant),
      };
    });
  }

  /** The person allows what a consent page at this address asks for. @returns the address that a browser is sent back to */
  allow({ address, email }: { address: string; email: string }): string {
    const person = this.person(email);
    return this.change(() => allowAll(this.state, this.parts.clients, { address, person }));
  }

  /** The person takes back what they allowed, as in their Google Account. */
  revokeAccess({ email }: { email: string }): void {
    this.change(() => this.state.grants.end(this.person(email).sub));
  }

  /** The access tokens of a person expire now; their refresh tokens stay good. */
  expireAccessTokens({ email }: { email: string }): void {
    this.change(() => this.state.grants.expireAccessTokens(this.person(email).sub));
  }

  /** Gives a person a role in an account, or takes it away with null. */
  setRole({ email, account, role }: { email: string; account: string; role: AccountRole | null }): void {
    const found = this.state.accounts.get(account);
    if (!found) throw new Error(`There is no account ${account}.`);
    const { sub } = this.person(email);
    if (role !== null && !ACCOUNT_ROLES.includes(role)) throw new Error(`There is no role ${String(role)}.`);
    this.change(() => {
      if (role === null) delete found.members[sub];
      else found.members[sub] = role;
    });
  }

  /** Google edits what the public sees of a place; the owner's version stays. */
  editByGoogle({ location, fields }: { location: string; fields: FieldChanges }): void {
    this.put(editedByGoogle(this.findLocation(location), fields));
  }

  /** The owner edits a place elsewhere, and Google lets it through at once. */
  editByOwner({ location, fields }: { location: string; fields: FieldChanges }): void {
    this.put(editedByOwner(this.findLocation(location), fields));
  }

  /** Google lets the owner's pending edits through, or throws them away. */
  decidePendingEdits({ location, approve }: { location: string; approve: boolean }): void {
    this.put(withPendingDecided(this.findLocation(location), approve));
  }

  setVerification({ location, verification }: { location: string; verification: Verification }): void {
    if (!VERIFICATIONS.includes(verification)) throw new Error(`There is no state ${String(verification)}.`);
    this.put({ ...this.findLocation(location), verification });
  }

  /** Adds a location group below an organization or a user group. */
  addAccount({ accountName, below }: { accountName: string; below: string }): Account {
    if (!this.state.accounts.has(below)) throw new Error(`There is no account ${below}.`);
    const account: Account = {
      id: `109${String(this.state.nextNumber()).padStart(18, '0')}`,
      accountName,
      type: 'LOCATION_GROUP',
      verificationState: 'VERIFIED',
      vettedState: 'NOT_VETTED',
      members: {},
      parentIds: [below],
    };
    this.change(() => this.state.accounts.set(account.id, account));
    return structuredClone(account);
  }

  /** Adds a verified place to an account. */
  addLocation({
    account,
    title,
    fields,
  }: {
    account: string;
    title: string;
    fields?: Partial<LocationFields>;
  }): Location {
    if (!this.state.accounts.has(account)) throw new Error(`There is no account ${account}.`);
    const location: Location = {
      id: `44${String(this.state.nextNumber()).padStart(17, '0')}`,
      accountIds: [account],
      fields: {
        languageCode: 'en',
        categories: { primaryCategory: { name: 'categories/gcid:cafe' } },
        openInfo: { status: 'OPEN', canReopen: true },
        ...fields,
        title,
      },
      differences: {},
      verification: 'VERIFIED',
      isRemoved: false,
    };
    this.put(location);
    return structuredClone(location);
  }

  /** The place is gone for everybody; its posts are kept for `restoreLocation`. */
  removeLocation({ location }: { location: string }): void {
    this.put({ ...this.findLocation(location), isRemoved: true });
  }

  restoreLocation({ location }: { location: string }): void {
    this.put({ ...this.findLocation(location), isRemoved: false });
  }

  /** Google's review of a post ends now, with this verdict. */
  reviewPost({ post, verdict }: { post: string; verdict: Post['verdict'] }): void {
    const found = this.findPost(post);
    if (verdict !== 'LIVE' && verdict !== 'REJECTED') throw new Error('The verdict is LIVE or REJECTED.');
    this.change(() => Object.assign(found, { verdict, reviewedAt: this.state.clock.now().getTime() }));
  }

  /** Makes a post an older one, and ends its review then unless another time is given. Times are ISO 8601. */
  datePost({
    post,
    createdAt,
    reviewedAt = createdAt,
  }: {
    post: string;
    createdAt: string;
    reviewedAt?: string;
  }): void {
    const found = this.findPost(post);
    const [createTime, reviewTime] = [Date.parse(createdAt), Date.parse(reviewedAt)];
    if (Number.isNaN(createTime + reviewTime)) throw new Error('A post needs real instants.');
    const listedFrom = Math.min(found.listedFrom, createTime);
    const times = { createTime, updateTime: createTime, listedFrom, reviewedAt: reviewTime };
    this.change(() => Object.assign(found, times));
  }

  /** Somebody deletes a post elsewhere. */
  removePost({ post }: { post: string }): void {
    const { id } = this.findPost(post);
    this.change(() => this.state.posts.delete(id));
  }

  /** Sets daily numbers of a place, by ISO day; 0 is a day without any. */
  setMetrics({
    location,
    metric,
    values,
  }: {
    location: string;
    metric: string;
    values: Record<string, number>;
  }): void {
    const { id } = this.findLocation(location);
    if (!isMetric(metric)) throw new Error(`There is no metric ${metric}.`);
    this.change(() => {
      for (const [day, value] of Object.entries(values))
        this.state.metrics.set(metricKey(id, metric, day), value);
    });
  }

  private person(email: string): Person {
    const found = this.state.people.find((person) => person.email === email);
    if (!found) throw new Error(`There is no person ${email}.`);
    return found;
  }

  private findLocation(name: string): Location {
    const found =
      this.state.locations.get(name) ??
      [...this.state.locations.values()].find(({ fields }) => fields.title === name);
    if (!found) throw new Error(`There is no place ${name}.`);
    return found;
  }

  private findPost(name: string): Post {
    const found = this.state.posts.get(name.split('/').at(-1) ?? '');
    if (!found) throw new Error(`There is no post ${name}.`);
    return found;
  }

  private put(location: Location): void {
    this.change(() => this.state.putLocation(structuredClone(location)));
  }

  private change<T>(action: () => T): T {
    const answer = action();
    this.state.touch();
    this.parts.settle();
    return answer;
  }
}
