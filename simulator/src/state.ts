import type { Account, Location, Person, Post } from './model.js';
import { GrantStore, type GrantSnapshot } from './oauth/grants.js';
import type { QuotaLimits } from './quotas.js';
import { isPersonal, type PrivateWorld, seedOfPrivate } from './seed/private-worlds.js';
import { seedOf, type WorldName } from './seed/worlds.js';
import { dueOf } from './profile/edits.js';
import { FIELD_PATHS, type FieldPath } from './profile/fields.js';
import { Journal, type Authorship, type JournalEntry } from './profile/journal.js';
import { SimulatorClock, type ClockSetting } from './clock.js';

/** What can be set about Google's behaviour. */
export interface Settings extends QuotaLimits {
  /** How long a post is reviewed, in ms of the simulator's clock. */
  processingMs: number;
  /** How long a post that was accepted is missing from lists, in ms of the simulator's clock. */
  listingMs: number;
  /** The paths of the fields whose edits by the API are public only after a review, or `*` for all. */
  pendingFields: FieldPath[] | '*';
  /** How long that review lasts, in ms of the simulator's clock; 0: until `decidePendingEdits`. */
  editReviewMs: number;
  /** Every location says that it has pending edits, whichever fields `pendingMask` names. */
  alwaysPendingEdits: boolean;
  /** The masks of `getGoogleUpdated` name `metadata` too. */
  metadataInMasks: boolean;
  /** An edit of a location is answered with the fields of its mask only. */
  patchAnswersMasked: boolean;
  /** Posts with a photo say the `sourceUrl` that it was fetched from. */
  postSourceUrls: boolean;
  /** 429 says in `Retry-After` when to come again. */
  retryAfter: boolean;
  /** How long access lasts that is granted from now on, in ms of the simulator's clock; 0: without an end. */
  grantMs: number;
}

const DEFAULTS: Settings = {
  processingMs: 2000,
  listingMs: 0,
  requestsPerMinute: 300,
  editsPerMinute: 10,
  pendingFields: ['title', 'storefrontAddress'],
  editReviewMs: 0,
  alwaysPendingEdits: false,
  metadataInMasks: false,
  patchAnswersMasked: false,
  postSourceUrls: true,
  retryAfter: true,
  grantMs: 0,
};

/** Everything that outlives the process, as plain JSON. Of the locations only those that differ from the seed. */
export interface Snapshot {
  /** `all` unless given. */
  world?: WorldName;
  /** None unless given. */
  privateWorlds?: PrivateWorld[];
  clock: ClockSetting;
  settings: Settings;
  sequence: number;
  accounts: Account[];
  locations: Location[];
  posts: Post[];
  metrics: [key: string, value: number][];
  /** None unless given. */
  journal?: JournalEntry[];
  grants: GrantSnapshot;
}

/** All that the simulated Google knows. A change in place has to be followed by `touch`. */
export class State {
  /** Those with a private world last. */
  people: readonly Person[] = [];
  readonly clock = new SimulatorClock();
  readonly settings: Settings = { ...DEFAULTS };
  readonly accounts = new Map<string, Account>();
  readonly locations = new Map<string, Location>();
  readonly posts = new Map<string, Post>();
  /** Daily numbers that were set by hand, by `metricKey`. */
  readonly metrics = new Map<string, number>();
  readonly journal = new Journal();
  readonly grants = new GrantStore(this.clock, () => this.settings.grantMs);
  /** Whether anything has changed since this was last set to false. */
  changed = false;
  private sequence = 0;
  private privateWorlds: PrivateWorld[] = [];
  private readonly changedLocations = new Set<string>();
  /** The locations to which something is to happen by itself. */
  private readonly awaiting = new Set<string>();

  constructor(
    private readonly world: WorldName,
    saved?: Snapshot,
  ) {
    this.restore(saved);
    this.changed = false;
  }

  /** Becomes what was saved, or the seed. */
  restore(saved?: Snapshot): void {
    const seed = seedOf(this.world);
    this.privateWorlds = [...(saved?.privateWorlds ?? [])];
    const copies = this.privateWorlds.map(seedOfPrivate);
    this.people = [...seed.people, ...copies.flatMap(({ people }) => people)];
    this.clock.restore(saved?.clock ?? { offsetMs: 0 });
    Object.assign(this.settings, DEFAULTS, saved?.settings);
    this.sequence = saved?.sequence ?? 0;
    refill(this.accounts, byId([...seed.accounts, ...(saved?.accounts ?? [])]));
    refill(this.locations, byId([seed, ...copies].flatMap(({ locations }) => locations)));
    this.changedLocations.clear();
    this.awaiting.clear();
    for (const location of saved?.locations ?? []) this.putLocation(location);
    refill(this.posts, byId(saved?.posts ?? seed.posts));
    refill(this.metrics, saved?.metrics ?? []);
    this.journal.restore(saved?.journal);
    this.grants.restore(saved?.grants);
    this.touch();
  }

  /** Changes some settings. @throws Error for one that there is not, or a value that it cannot have. */
  configure(settings: Partial<Settings>): void {
    for (const [name, value] of Object.entries(settings))
      if (!isSetting(name, value)) throw new Error(`${name} cannot be set to ${String(value)}.`);
    Object.assign(this.settings, settings);
    this.touch();
  }

  /** Marks the state as changed, so that it is saved before the next answer. */
  touch(): void {
    this.changed = true;
  }

  putLocation(location: Location): void {
    this.locations.set(location.id, location);
    this.changedLocations.add(location.id);
    if (dueOf(location)) this.awaiting.add(location.id);
    else this.awaiting.delete(location.id);
    this.touch();
  }

  /** Takes over an edited location, and writes into the journal what has changed. */
  editLocation(edited: Location, authorship: Authorship): void {
    const before = this.locations.get(edited.id);
    if (before) this.journal.record(before, edited, authorship);
    this.putLocation(edited);
  }

  /** Lets everything happen that was to happen by itself until now, in the order of time. */
  catchUp(): void {
    const now = this.clock.now().getTime();
    for (;;) {
      const due = [...this.awaiting].flatMap((id) => dueOf(this.locations.get(id) as Location) ?? []);
      const [next] = due.sort((a, b) => a.at - b.at);
      if (!next || next.at > now) return;
      this.editLocation(next.after(), next);
    }
  }

  /** The person of an owner's private copy of a world, which begins now unless they have it. @throws Error for `all`. */
  openPrivateWorld(world: WorldName, owner: string): Person {
    if (!isPersonal(world)) throw new Error(`There is no private world ${String(world)}.`);
    const isTheirs = (each: PrivateWorld) => each.world === world && each.owner === owner;
    const known = this.privateWorlds.find(isTheirs);
    const opened = known ?? { number: this.nextNumber(), world, owner };
    const { people, accounts, locations, posts } = seedOfPrivate(opened);
    const [person] = people;
    if (!person) throw new Error(`The world ${world} has no person.`);
    if (known) return person;
    this.privateWorlds.push(opened);
    this.people = [...this.people, ...people];
    for (const account of accounts) this.accounts.set(account.id, account);
    for (const location of locations) this.locations.set(location.id, location);
    for (const post of posts) this.posts.set(post.id, post);
    return person;
  }

  /** Forgets all private worlds of an owner, with everything that was done in them. */
  closePrivateWorlds(owner: string): void {
    const closed = this.privateWorlds.filter((each) => each.owner === owner).map(seedOfPrivate);
    this.privateWorlds = this.privateWorlds.filter((each) => each.owner !== owner);
    const subs = new Set(closed.flatMap(({ people }) => people.map(({ sub }) => sub)));
    const accountIds = new Set(closed.flatMap(({ accounts }) => accounts.map(({ id }) => id)));
    this.people = this.people.filter(({ sub }) => !subs.has(sub));
    for (const sub of subs) this.grants.end(sub);
    for (const { id, parentIds = [] } of this.accounts.values())
      if (accountIds.has(id) || parentIds.some((parent) => accountIds.has(parent))) this.accounts.delete(id);
    for (const { id, accountIds: shownIn } of this.locations.values()) {
      if (!shownIn.some((account) => accountIds.has(account))) continue;
      this.locations.delete(id);
      this.changedLocations.delete(id);
      this.awaiting.delete(id);
      this.journal.forget(id);
      for (const post of this.posts.values()) if (post.locationId === id) this.posts.delete(post.id);
      for (const key of this.metrics.keys()) if (key.startsWith(`${id} `)) this.metrics.delete(key);
    }
    this.touch();
  }

  /** A number that was never given out before. */
  nextNumber(): number {
    this.touch();
    return ++this.sequence;
  }

  snapshot(): Snapshot {
    return {
      world: this.world,
      privateWorlds: this.privateWorlds,
      clock: this.clock.snapshot(),
      settings: this.settings,
      sequence: this.sequence,
      accounts: [...this.accounts.values()],
      locations: [...this.changedLocations].flatMap((id) => this.locations.get(id) ?? []),
      posts: [...this.posts.values()],
      metrics: [...this.metrics],
      journal: this.journal.list(),
      grants: this.grants.snapshot(),
    };
  }
}

function isSetting(name: string, value: unknown): boolean {
  if (!Object.hasOwn(DEFAULTS, name)) return false;
  if (name === 'pendingFields')
    return (
      value === '*' ||
      (Array.isArray(value) && value.every((path) => FIELD_PATHS.includes(path as FieldPath)))
    );
  const isBoolean = typeof DEFAULTS[name as keyof Settings] === 'boolean';
  return isBoolean ? typeof value === 'boolean' : typeof value === 'number' && value >= 0;
}

function byId<T extends { id: string }>(items: readonly T[]): [string, T][] {
  return items.map((item) => [item.id, item]);
}

/** Gives a map other entries. */
function refill<T>(map: Map<string, T>, entries: [string, T][]): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}

/** The key of one number: a place, a metric, and a day (`2026-03-01`). */
export function metricKey(locationId: string, metric: string, day: string): string {
  return `${locationId} ${metric} ${day}`;
}
