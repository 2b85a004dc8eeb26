import { Injectable } from '@nestjs/common';
import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import type { BusinessProfileProvider, Owner } from '../business-profile/port/business-profile-provider.js';
import { mayBeUnread, type PostPlace, type RemotePost } from '../business-profile/port/remote-post.js';
import { MINUTE_MS } from '../config/durations.js';
import { Env } from '../config/env.js';
import { Database } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';
import { type AttemptRow, isOutcomeOpen } from './posts.repository.js';

/** The largest difference between two synchronized clocks. It is longer than what one sending may take. */
const TOLERANCE_MS = 30_000;

/** An attempt whose place is known. */
export type PlacedAttempt = AttemptRow & { accountId: string; locationId: string };

/** Whether it is known where an attempt was sent to. */
export function isPlaced(attempt: AttemptRow): attempt is PlacedAttempt {
  return attempt.accountId !== null && attempt.locationId !== null;
}

/** A post at the platform, and the attempt that made it. */
export interface FoundPost {
  attempt: PlacedAttempt;
  remote: NamedPost;
  /** Whether it alone can be it: nothing else there has the same content and was made within the time. */
  isAlone: boolean;
}

/** What the platform shows of attempts. */
export interface Sighting {
  found: FoundPost[];
  /**
   * Whether it shows a post besides that may be of one of them and cannot be read: that may be somebody else's, and nothing is
   * known to be missing.
   */
  mayBeMore: boolean;
}

/** Finds the posts that attempts with an unknown outcome have made at the platform. */
@Injectable()
export class FindSent {
  private readonly settleMs: number;

  constructor(
    env: Env,
    private readonly database: Database,
  ) {
    this.settleMs = env.PUBLISH_SETTLE_MINUTES * MINUTE_MS;
  }

  /** Looks for each attempt at its own place. At most one post is found for each. Errors: those of `listPublished`. */
  async of(
    provider: BusinessProfileProvider,
    owner: Owner,
    attempts: readonly PlacedAttempt[],
  ): Promise<Sighting> {
    const lists = new Map<string, RemotePost[]>();
    const found: FoundPost[] = [];
    let mayBeMore = false;
    for (const attempt of attempts) {
      const { locationId } = attempt;
      const listed = lists.get(locationId) ?? (await collect(provider.listPublished(owner, attempt)));
      lists.set(locationId, listed);
      const alike = listed.filter(({ bodyHash }) => bodyHash === null || bodyHash === attempt.bodyHash);
      const ours = await this.ours(
        owner,
        locationId,
        alike.flatMap(({ name }) => name ?? []),
      );
      for (const { remote } of found) ours.add(remote.name);
      const candidates = candidatesFor(attempt, alike, ours, this.settleMs);
      const remote = nearest(attempt, candidates, await this.rivalsOf(attempt));
      if (remote) found.push({ attempt, remote, isAlone: candidates.length === 1 });
      mayBeMore ||= mayBeAmong(attempt, alike, ours, this.settleMs);
    }
    return { found, mayBeMore };
  }

  /** Whether a post that was sent then may still be missing from what the platform shows. */
  maySettle(sentAt: Date, now: Date): boolean {
    return now.getTime() < sentAt.getTime() + this.settleMs + TOLERANCE_MS;
  }

  /** Which of the names belong to posts of ours, also to those that were named under another account of the location. */
  private async ours(
    { workspaceId, source }: Owner,
    locationId: string,
    names: string[],
  ): Promise<Set<string>> {
    if (names.length === 0) return new Set();
    const { googleName } = publishAttempts;
    const { orm } = this.database;
    const isOfLocation = and(
      eq(posts.workspaceId, workspaceId),
      eq(posts.source, source),
      eq(posts.locationId, locationId),
    );
    const rows = await Promise.all([
      orm.select({ name: googleName }).from(publishAttempts).where(inArray(googleName, names)),
      orm
        .select({ name: googleName })
        .from(publishAttempts)
        .innerJoin(posts, eq(posts.id, publishAttempts.postId))
        .where(and(isOfLocation, isNotNull(googleName))),
    ]);
    const taken = new Set(rows.flat().map(({ name }) => withoutAccount(name)));
    return new Set(names.filter((name) => taken.has(withoutAccount(name))));
  }

  /** Attempts of other posts with the same content at the same place whose outcome is not known either. */
  private async rivalsOf({ postId, locationId, bodyHash }: PlacedAttempt): Promise<AttemptRow[]> {
    if (bodyHash === null) return [];
    return this.database.orm
      .select()
      .from(publishAttempts)
      .where(
        and(
          eq(publishAttempts.locationId, locationId),
          eq(publishAttempts.bodyHash, bodyHash),
          ne(publishAttempts.postId, postId),
          isNotNull(publishAttempts.sentAt),
          isOutcomeOpen(),
        ),
      );
  }
}

/**
 * Whether the list of its place has a post of ours that was said to be gone: one that was just taken may not be found by its
 * name yet. Errors: those of `listPublished`.
 */
export async function isListed(
  provider: BusinessProfileProvider,
  owner: Owner,
  post: PostPlace & { googleName: string | null },
): Promise<boolean> {
  for await (const page of provider.listPublished(owner, post))
    if (page.some(({ name }) => withoutAccount(name) === withoutAccount(post.googleName))) return true;
  return false;
}

/** The name of a post without the account of its location, which may have moved to another. */
function withoutAccount(name: string | null): string | undefined {
  return name?.replace(/^accounts\/[^/]+\//, '');
}

async function collect(pages: AsyncIterable<RemotePost[]>): Promise<RemotePost[]> {
  const all: RemotePost[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** Something that was sent, by the hash of its content and the time just before sending. */
export interface Sent {
  postId: string;
  bodyHash: string | null;
  sentAt: Date | null;
  /** The same time by the platform's own clock, if known. */
  googleDate: Date | null;
}

type NamedPost = RemotePost & { name: string };

/**
 * The listed posts that what was sent may have made: the same content, not known as ours, made after it was sent and
 * within the time in which what was taken appears.
 */
export function candidatesFor(
  sent: Sent,
  listed: readonly RemotePost[],
  ours: ReadonlySet<string>,
  settleMs: number,
): NamedPost[] {
  return listed
    .filter((post): post is NamedPost => post.name !== null && !ours.has(post.name))
    .filter(({ bodyHash }) => bodyHash !== null && bodyHash === sent.bodyHash)
    .filter(({ createTime }) => isWithin(createTime, sent, settleMs));
}

/**
 * Whether one of the listed posts may have been made by what was sent, but cannot be read: not known as ours, and made within
 * the time in which what was taken appears.
 */
export function mayBeAmong(
  sent: Sent,
  listed: readonly RemotePost[],
  ours: ReadonlySet<string>,
  settleMs: number,
): boolean {
  return listed.some(
    (post) =>
      mayBeUnread(post, sent.bodyHash) &&
      !(post.name !== null && ours.has(post.name)) &&
      isWithin(post.createTime, sent, settleMs),
  );
}

/**
 * Of several the nearest in time, unless that one is nearer to a rival.
 * @param rivals others with the same content at the same place whose outcome is unknown too
 */
export function nearest(
  sent: Sent,
  candidates: readonly NamedPost[],
  rivals: readonly Sent[] = [],
): NamedPost | undefined {
  return candidates
    .filter((post) =>
      rivals.every((rival) => isBefore(post.createTime, rival) || isNearer(post, sent, rival)),
    )
    .sort((a, b) => distance(a, sent) - distance(b, sent))[0];
}

function isWithin(createTime: Date | null, sent: Sent, settleMs: number): boolean {
  return !isBefore(createTime, sent) && !isAfter(createTime, sent, settleMs);
}

function isBefore(createTime: Date | null, sent: Sent): boolean {
  return createTime !== null && createTime.getTime() < momentOf(sent) - TOLERANCE_MS;
}

function isAfter(createTime: Date | null, sent: Sent, settleMs: number): boolean {
  return createTime !== null && createTime.getTime() > momentOf(sent) + settleMs + TOLERANCE_MS;
}

/** Decides between two that are equally near, always in the same way. */
function isNearer(post: RemotePost, sent: Sent, rival: Sent): boolean {
  const [own, other] = [distance(post, sent), distance(post, rival)];
  return own < other || (own === other && sent.postId < rival.postId);
}

function distance({ createTime }: RemotePost, sent: Sent): number {
  return createTime === null ? Infinity : Math.abs(createTime.getTime() - momentOf(sent));
}

function momentOf({ googleDate, sentAt }: Sent): number {
  return (googleDate ?? sentAt)?.getTime() ?? Infinity;
}
