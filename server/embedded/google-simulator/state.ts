import type { Account, Location, Person, Post } from './model.js';
import { GrantStore, type GrantSnapshot } from './oauth/grant-store.js';
import type { QuotaLimits } from './quotas.js';
import { seedAccounts } from './seed/accounts.js';
import { SEED_LOCATIONS } from './seed/locations.js';
import { PEOPLE } from './seed/people.js';
import { seedPosts } from './seed/posts.js';
import { SimulatorClock, type ClockSetting } from './simulator-clock.js';

/** What can be set about Google's behaviour. */
export interface Settings extends QuotaLimits {
  /** How long a post is reviewed, in ms of the simulator's clock. */
  processingMs: number;
  /** How long a post that was accepted is missing from lists, in ms of the simulator's clock. */
  listingMs: number;
}

const DEFAULTS: Settings = { processingMs: 2000, listingMs: 0, requestsPerMinute: 300, editsPerMinute: 10 };

/** Everything that outlives the process, as plain JSON. Of the locations only those that differ from the seed. */
export interface Snapshot {
  clock: ClockSetting;
  settings: Settings;
  sequence: number;
  accounts: Account[];
  locations: Location[];
  posts: Post[];
  metrics: [key: string, value: number][];
  grants: GrantSnapshot;
}

/** All that the simulated Google knows. Whoever changes something says so with `touch`. */
export class State {
  readonly people: readonly Person[] = PEOPLE;
  readonly clock = new SimulatorClock();
  readonly settings: Settings = { ...DEFAULTS };
  readonly accounts = new Map<string, Account>();
  readonly locations = new Map<string, Location>();
  readonly posts = new Map<string, Post>();
  /** Daily numbers that were set by hand, by `metricKey`. */
  readonly metrics = new Map<string, number>();
  readonly grants = new GrantStore(this.clock);
  /** Whether anything has changed since this was last set to false. */
  changed = false;
  private sequence = 0;
  private readonly changedLocations = new Set<string>();

  constructor(saved?: Snapshot) {
    this.restore(saved);
    this.changed = false;
  }

  /** Becomes what was saved, or the seed. */
  restore(saved?: Snapshot): void {
    this.clock.restore(saved?.clock ?? { offsetMs: 0 });
    Object.assign(this.settings, DEFAULTS, saved?.settings);
    this.sequence = saved?.sequence ?? 0;
    refill(this.accounts, byId([...seedAccounts(), ...(saved?.accounts ?? [])]));
    refill(this.locations, byId(SEED_LOCATIONS));
    this.changedLocations.clear();
    for (const location of saved?.locations ?? []) this.putLocation(location);
    refill(this.posts, byId(saved?.posts ?? seedPosts()));
    refill(this.metrics, saved?.metrics ?? []);
    this.grants.restore(saved?.grants);
    this.touch();
  }

  /** Changes some settings. @throws Error for one that there is not, or that is no number from 0. */
  configure(settings: Partial<Settings>): void {
    for (const [name, value] of Object.entries(settings))
      if (!Object.hasOwn(DEFAULTS, name) || !(value >= 0))
        throw new Error(`${name} cannot be set to ${value}.`);
    Object.assign(this.settings, settings);
    this.touch();
  }

  /** Says that something has changed that has to be written down. */
  touch(): void {
    this.changed = true;
  }

  putLocation(location: Location): void {
    this.locations.set(location.id, location);
    this.changedLocations.add(location.id);
    this.touch();
  }

  /** A number that was never given out before. */
  nextNumber(): number {
    this.touch();
    return ++this.sequence;
  }

  snapshot(): Snapshot {
    return {
      clock: this.clock.snapshot(),
      settings: this.settings,
      sequence: this.sequence,
      accounts: [...this.accounts.values()],
      locations: [...this.changedLocations].flatMap((id) => this.locations.get(id) ?? []),
      posts: [...this.posts.values()],
      metrics: [...this.metrics],
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
