import type { FaultKind, FaultOptions, JournalEntry, World } from 'gbp-simulator';
import type { ChangeListDto } from '../../../dist/server/changes/change.dto.js';
import type { LocationDetailsDto } from '../../../dist/server/listings/location-details.dto.js';
import type { PostListDto } from '../../../dist/server/posts/post.dto.js';
import { createRandom } from '../../support/seeded-random.ts';

/** What a round brings to everybody: so many locations are edited so. */
const EDITS = { google: 3, public: 2, closed: 1, suspended: 1, unverified: 1, named: 1 };
/** Google edits the website of so many at once, more than a message names. */
const MANY = 24;
const POSTS = { forbidden: 2, rejected: 1, good: 1 };
const HELD = 3;
/** How long after it is scheduled a post is due. */
const AHEAD_MS = 4_000;
/** A good post and one that Google turns down are asked for again and again, while servers die. */
const ALWAYS = 100;
const PAGE = 100;
/** A post that is due without a grant is held, unless a server died after its intent to send it: then it is in doubt. */
const SETTLED: (string | null | undefined)[] = ['connection_lost', 'unconfirmed'];
/** How often it is looked whether posts are held. */
const MOST_LOOKS = 400;

/** Google as a run steers it, in this process or in another. */
export interface SteeredGoogle {
  world: {
    [Name in 'editSome' | 'editByGoogle' | 'setVerification' | 'decidePendingEdits' | 'revokeAccess']: (
      argument: Parameters<World[Name]>[0],
    ) => unknown;
  };
  faults: { next(operation: 'localPosts.create', kind: FaultKind, options: FaultOptions): unknown };
  journal: { list(filter: { location: string }): JournalEntry[] | Promise<JournalEntry[]> };
}

/** Somebody who gets notices, with locations to which nothing has happened yet. */
export interface Owner {
  /** The address at Google. */
  email: string;
  locations: string[];
  /** What the product's API answers, asked again where there is no answer. */
  get(path: string): Promise<unknown>;
  /** Makes a change, once. */
  patch(path: string, body: object): Promise<void>;
  /** Schedules a post. @returns its id; undefined when its time has passed */
  schedule(post: { publishAt: string }): Promise<string | undefined>;
  reconnect(): Promise<void>;
}

/** A post that was asked for. Each is at a location of its own. */
export interface AskedPost {
  owner: string;
  location: string;
  id: string;
}

/** From when until when a grant was gone, by Google's own clock, and what fell due in that time. */
export interface Spell {
  owner: string;
  from: Date;
  to: Date;
  held: string[];
}

/**
 * What happens to profiles, posts and grants, chosen by the seed. A location has one cause in a whole run, so that each
 * gets a notice of its own.
 */
export class Life {
  readonly posts: AskedPost[] = [];
  readonly spells: Spell[] = [];
  private readonly google: SteeredGoogle;
  private readonly now: () => Date | Promise<Date>;
  private readonly below: (limit: number) => number;
  /** Locations whose new name Google reviews, by their owner. */
  private readonly inReview = new Map<Owner, string[]>();

  /** @param now Google's clock */
  constructor(google: SteeredGoogle, now: () => Date | Promise<Date>, seed: number) {
    const random = createRandom(seed);
    this.google = google;
    this.now = now;
    this.below = (limit) => Math.floor(random() * limit);
  }

  /** Edits of all kinds, by Google, the public and the owner, which the next reading finds. */
  async edit(owner: Owner, isMany: boolean): Promise<void> {
    const { world } = this.google;
    const { email } = owner;
    await this.endReviews(owner);
    for (const kind of ['google', 'public'] as const)
      for (const location of take(owner, EDITS[kind])) {
        const edit = { email, seed: this.below(2 ** 31), count: 1, kinds: [kind], locations: [location] };
        await world.editSome(edit);
      }
    for (const location of take(owner, EDITS.closed)) {
      const status = this.below(2) ? 'CLOSED_PERMANENTLY' : 'CLOSED_TEMPORARILY';
      await world.editByGoogle({ location, fields: { openInfo: { status } } });
    }
    for (const location of take(owner, EDITS.suspended))
      await world.setVerification({ location, verification: 'SUSPENDED' });
    for (const location of take(owner, EDITS.unverified))
      await world.setVerification({ location, verification: 'UNVERIFIED' });
    for (const location of take(owner, isMany ? MANY : 0)) {
      const websiteUri = `https://www.example.com/moved/${location}`;
      await world.editByGoogle({ location, fields: { websiteUri }, by: 'public' });
    }
    for (const location of take(owner, EDITS.named)) await this.rename(owner, location);
  }

  /** Posts that Google refuses, some at once and some after its review, and one that it takes. */
  async post(owner: Owner): Promise<void> {
    for (const kind of ['forbidden', 'rejected'] as const)
      for (const location of take(owner, POSTS[kind])) {
        await this.google.faults.next('localPosts.create', kind, { times: ALWAYS, match: { location } });
        await this.schedule(owner, location);
      }
    for (const location of take(owner, POSTS.good)) await this.schedule(owner, location);
  }

  /**
   * The owner takes their grant back while posts fall due, and connects again. Nothing happens while earlier posts are
   * open, because these might be held as well.
   * @param pass lets a little time pass
   * @throws Error when the posts are not held
   */
  async revoke(owner: Owner, pass: () => Promise<unknown>): Promise<void> {
    if ((await postsOf(owner)).counts.scheduled > 0) return;
    const from = await this.now();
    await this.google.world.revokeAccess({ email: owner.email });
    const due: string[] = [];
    for (const location of take(owner, HELD)) due.push(await this.schedule(owner, location));
    let details = await detailsOf(owner, due);
    for (let looks = 0; details.some((detail) => !SETTLED.includes(detail)); looks += 1) {
      if (looks > MOST_LOOKS) throw new Error(`The posts of ${owner.email} are not held.`);
      await pass();
      details = await detailsOf(owner, due);
    }
    const isHeld = (id: string) => details[due.indexOf(id)] === 'connection_lost';
    const held = this.posts.filter(({ id }) => isHeld(id)).map(({ location }) => location);
    this.spells.push({ owner: owner.email, from, to: await this.now(), held });
    await owner.reconnect();
  }

  /** Google throws away the names that it reviews, where the product is done with sending them. */
  async endReviews(owner: Owner): Promise<void> {
    const waiting = this.inReview.get(owner) ?? [];
    const open = new Set<string>();
    for (const state of ['waiting', 'sending', 'unconfirmed']) {
      const list = (await owner.get(`/api/changes?limit=${PAGE}&state=${state}`)) as ChangeListDto;
      for (const { locationId } of list.items) open.add(locationId);
    }
    for (const location of waiting.filter((id) => !open.has(id))) {
      const known = await this.google.journal.list({ location });
      if (known.length > 0) await this.google.world.decidePendingEdits({ location, approve: false });
    }
    this.inReview.set(
      owner,
      waiting.filter((id) => open.has(id)),
    );
  }

  private async rename(owner: Owner, location: string): Promise<void> {
    const { name, basis } = (await owner.get(`/api/locations/${location}`)) as LocationDetailsDto;
    const change = { name: `${name.split(' ').slice(0, 3).join(' ')} Annexe`, basedOn: basis };
    this.inReview.set(owner, [...(this.inReview.get(owner) ?? []), location]);
    await owner.patch(`/api/locations/${location}`, { ...change, reason: 'The annexe is open' });
  }

  private async schedule(owner: Owner, location: string): Promise<string> {
    const postBody = {
      languageCode: 'en-US',
      summary: `Open all day at ${location}.`,
      topicType: 'STANDARD',
    };
    for (;;) {
      const publishAt = new Date((await this.now()).getTime() + AHEAD_MS).toISOString();
      const post = { locationId: location, publishAt, postBody };
      const id = await owner.schedule(post);
      if (id === undefined) continue;
      this.posts.push({ owner: owner.email, location, id });
      return id;
    }
  }
}

async function postsOf(owner: Owner): Promise<PostListDto> {
  return (await owner.get(`/api/posts?limit=${PAGE}`)) as PostListDto;
}

async function detailsOf(owner: Owner, ids: string[]): Promise<(string | null | undefined)[]> {
  const { items } = await postsOf(owner);
  return ids.map((id) => items.find((post) => post.id === id)?.detail);
}

/** Locations to which nothing has happened yet. */
function take({ email, locations }: Owner, count: number): string[] {
  if (locations.length < count) throw new Error(`${email} has no locations left.`);
  return locations.splice(0, count);
}
