import { Beginnings, type BeginningsSnapshot } from './beginnings.js';
import type { Account, Location, Person, Post } from './model.js';
import { GrantStore, type GrantSnapshot } from './oauth/grants.js';
import { ReplyJournal, type ReplyWrite } from './reviews/reply-journal.js';
import { ReplyVerdicts, type SetVerdict } from './reviews/reply-verdicts.js';
import { Reviews, type ReviewsSnapshot } from './reviews/reviews.js';
import { isPersonal, type PrivateWorld, seedOfPrivate } from './seed/private-worlds.js';
import { seedOf, type WorldName } from './seed/worlds.js';
import { dueOf } from './profile/edits.js';
import { Journal, type Authorship, type JournalEntry } from './profile/journal.js';
import { DEFAULT_SETTINGS, isSetting, type Settings } from './settings.js';
import { SimulatorClock, type ClockSetting } from './clock.js';

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
  keywords?: [key: string, words: Record<string, number>][];
  /** None unless given. */
  journal?: JournalEntry[];
  /** Those of the seed unless given. */
  reviews?: ReviewsSnapshot;
  /** Each world begins again unless given. */
  beginnings?: BeginningsSnapshot;
  /** None unless given. */
  replyVerdicts?: SetVerdict[];
  /** None unless given. */
  replyWrites?: ReplyWrite[];
  grants: GrantSnapshot;
}

/** All that the simulated Google knows. A change in place has to be followed by `touch`. */
export class State {
  /** Those with a private world last. */
  people: readonly Person[] = [];
  readonly clock = new SimulatorClock();
  readonly settings: Settings = { ...DEFAULT_SETTINGS };
  readonly accounts = new Map<string, Account>();
  readonly locations = new Map<string, Location>();
  readonly posts = new Map<string, Post>();
  /** Daily numbers that were set by hand, by `metricKey`. */
  readonly metrics = new Map<string, number>();
  /** The words of a month that were set by hand: a place and a month (`… 2026-03`). */
  readonly keywords = new Map<string, Record<string, number>>();
  readonly journal = new Journal();
  readonly beginnings = new Beginnings(this.clock, () => this.touch());
  readonly reviews = new Reviews(this.beginnings);
  readonly replyVerdicts = new ReplyVerdicts();
  readonly replyWrites = new ReplyJournal();
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
    Object.assign(this.settings, DEFAULT_SETTINGS, saved?.settings);
    this.sequence = saved?.sequence ?? 0;
    refill(this.accounts, byId([...seed.accounts, ...(saved?.accounts ?? [])]));
    refill(this.locations, byId([seed, ...copies].flatMap(({ locations }) => locations)));
    this.changedLocations.clear();
    this.awaiting.clear();
    for (const location of saved?.locations ?? []) this.putLocation(location);
    refill(this.posts, byId(saved?.posts ?? seed.posts));
    refill(this.metrics, saved?.metrics ?? []);
    refill(this.keywords, saved?.keywords ?? []);
    this.journal.restore(saved?.journal);
    this.beginnings.restore(saved?.beginnings);
    this.reviews.restore(saved?.reviews);
    this.replyVerdicts.restore(saved?.replyVerdicts);
    this.replyWrites.restore(saved?.replyWrites);
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
      this.reviews.forget(id);
      this.beginnings.forget(id);
      this.replyWrites.forget(id);
      for (const post of this.posts.values()) if (post.locationId === id) this.posts.delete(post.id);
      for (const figures of [this.metrics, this.keywords])
        for (const key of figures.keys()) if (key.startsWith(`${id} `)) figures.delete(key);
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
      keywords: [...this.keywords],
      journal: this.journal.list(),
      reviews: this.reviews.snapshot(),
      beginnings: this.beginnings.snapshot(),
      replyVerdicts: this.replyVerdicts.snapshot(),
      replyWrites: this.replyWrites.list(),
      grants: this.grants.snapshot(),
    };
  }
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
