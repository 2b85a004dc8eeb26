import type { Call, JournalEntry } from 'gbp-simulator';
import type { NoticeKind } from '../../../dist/server/database/notices.schema.js';
import { editsIn } from '../changes/oracle.ts';
import type { AskedPost, Spell } from './life.ts';

/** Something that somebody gets a notice of, once. */
export interface Cause {
  /** The owner's address at Google. */
  owner: string;
  kind: NoticeKind;
  location?: string;
  post?: string;
  field?: string;
}

/** What Google knows of a run, and what was asked of it. */
export interface Witness {
  /** What has changed since the first reading. */
  journal: JournalEntry[];
  calls: Call[];
  /** The states of posts, by their names. */
  posts: { name: string; state: string }[];
  locations: { id: string; owner: string; verification: string }[];
}

/** Google as it is asked, in this process or in another. */
interface AskedGoogle {
  journal: { list(filter: { after: number }): JournalEntry[] | Promise<JournalEntry[]> };
  calls: { list(): Call[] | Promise<Call[]> };
  world: {
    posts(which: object): Witness['posts'] | Promise<Witness['posts']>;
    locations(which: { email: string }): Verified[] | Promise<Verified[]>;
  };
}

type Verified = Pick<Witness['locations'][number], 'id' | 'verification'>;

/** What Google says of the locations of a run. @param since the number of the last entry of its journal before the run */
export async function testify(
  { journal, calls, world }: AskedGoogle,
  owners: { email: string; all: string[] }[],
  since: number,
): Promise<Witness> {
  const lists = owners.map(async ({ email, all }) => {
    const theirs = (await world.locations({ email })).filter(({ id }) => all.includes(id));
    return theirs.map(({ id, verification }) => ({ id, verification, owner: email }));
  });
  return {
    journal: await journal.list({ after: since }),
    calls: await calls.list(),
    posts: await world.posts({}),
    locations: (await Promise.all(lists)).flat(),
  };
}

/** What Google's own journal, its record of requests and its state say that there is to be a notice of. */
export function causesIn(
  { journal, calls, posts, locations }: Witness,
  { posts: asked, spells }: { posts: AskedPost[]; spells: Spell[] },
): Cause[] {
  const owners = new Map(locations.map(({ id, owner }) => [id, owner]));
  const edits = editsIn(journal).flatMap(({ location, field, author, owner, public: seen }): Cause[] => {
    const place = { owner: owners.get(location) ?? '', location, field };
    if (author === 'review' && owner) return [{ ...place, kind: 'edit_refused' }];
    if ((author !== 'google' && author !== 'public') || !seen || owner) return [];
    const isClosed = field === 'openStatus' && String(seen.after).startsWith('CLOSED_');
    return [{ ...place, kind: isClosed ? 'location_closed' : 'profile_changed' }];
  });
  const states = locations.flatMap(({ id: location, owner, verification }): Cause[] => {
    if (verification === 'SUSPENDED') return [{ owner, location, kind: 'location_suspended' }];
    return verification === 'UNVERIFIED' ? [{ owner, location, kind: 'location_unverified' }] : [];
  });
  const isLive = (location: string) =>
    posts.some(({ name, state }) => state === 'LIVE' && name.includes(`/locations/${location}/`));
  const failed = asked
    .filter(({ location }) => !isLive(location))
    .map(({ owner, location, id: post }): Cause => ({ owner, location, post, kind: 'post_failed' }));
  return [...edits, ...states, ...failed, ...spells.flatMap((spell) => causesOfSpell(spell, calls, asked))];
}

/** A connection ends once, when Google first refuses the grant. What is due until it is back waits. */
function causesOfSpell({ owner, from, to, held }: Spell, calls: Call[], asked: AskedPost[]): Cause[] {
  const during = calls.filter(({ at }) => new Date(at) >= from && new Date(at) <= to);
  const isLost = during.some(
    ({ operation, status, person }) =>
      operation === 'oauth.refresh' && status === 400 && (person === undefined || person === owner),
  );
  const isTaken = (location: string) =>
    during.some(
      ({ operation, accepted }) =>
        operation === 'localPosts.create' && accepted?.includes(`/locations/${location}/`),
    );
  const waiting = asked
    .filter(({ location }) => held.includes(location) && !isTaken(location))
    .map(({ location, id: post }): Cause => ({ owner, location, post, kind: 'post_held' }));
  return [...(isLost ? [{ owner, kind: 'connection_lost' } as const] : []), ...waiting];
}
