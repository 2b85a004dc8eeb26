import { Inject, Injectable } from '@nestjs/common';
import type { GoogleSimulator } from 'gbp-simulator';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Location } from '../../business-profile/port/location.js';
import {
  BusinessProfileProviders,
  type BusinessSource,
} from '../../business-profile/business-profile-providers.js';
import { hashOfPost } from '../../business-profile/port/remote-post.js';
import { Clock } from '../../config/clock.js';
import { DAY_MS } from '../../config/durations.js';
import { Database } from '../../database/database.js';
import { noticeEvents } from '../../database/notices.schema.js';
import { posts, publishAttempts } from '../../database/schema.js';
import { AppError } from '../../errors/app-error.js';
import type { RequestOwner } from '../../people/current-owner.js';
import { planPost } from '../../posts/post-rules.js';
import type { AttemptRow, PostRow } from '../../posts/posts.repository.js';
import { newRow } from '../../posts/new-row.js';
import { PostsService } from '../../posts/posts.service.js';
import { postEvents } from '../../publishing/post-events.js';
import { RefusalReasons } from '../../publishing/refusal-reasons.js';
import {
  after,
  DOUBTS,
  failed,
  FAILURES,
  nextRecheck,
  notConfirmed,
  accepted,
} from '../../publishing/steps.js';
import {
  bodyOf,
  type DemoPost,
  FORMER_POSTS,
  PAST_POSTS,
  SCHEDULED_POSTS,
  TIME_ZONE,
  whenDue,
} from './demo-posts.js';
import type { PracticeWorld } from './practice.dto.js';
import { PracticeService, SIMULATOR } from './practice.service.js';

/** How long before its time a post was written. */
const WRITTEN_BEFORE_MS = 2 * DAY_MS;
const REVIEW_MS = 2_400;
/** How long the simulated Google goes on with the review that is under way. */
const LONG_REVIEW_MS = 3 * DAY_MS;
const LOOK_EVERY_MS = 50;
/** Others' large accounts may be read at the same time, and share Google's quota. */
const READ_WITHIN_MS = 45_000;

/** What a post of the past has come to. */
interface Outcome {
  post: Partial<PostRow>;
  attempt?: Partial<AttemptRow>;
}

/** Fills the calendar of a demo person as if they had used the product for weeks. */
@Injectable()
export class DemoCalendar {
  constructor(
    @Inject(SIMULATOR) private readonly simulator: GoogleSimulator,
    private readonly practice: PracticeService,
    private readonly providers: BusinessProfileProviders,
    private readonly posts: PostsService,
    private readonly reasons: RefusalReasons,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Connects the person to the practice Google and fills a month. What is to come is scheduled, and what Google has was
   * sent to it; both only carry other dates. Errors: `google/unavailable`.
   */
  async fill(owner: RequestOwner, sessionId: string): Promise<void> {
    // A post waits for a Google account that was connected before.
    await this.connect(owner, sessionId, 'shops');
    for (const post of FORMER_POSTS) await this.schedule(owner, post);
    const source = await this.connect(owner, sessionId, 'agency');
    for (const post of PAST_POSTS) await this.remember(source, post);
    for (const post of SCHEDULED_POSTS) await this.schedule(owner, post);
  }

  /** Connects the person, and waits until their locations are read. */
  private async connect(
    owner: RequestOwner,
    sessionId: string,
    world: PracticeWorld,
  ): Promise<BusinessSource> {
    await this.practice.connect(owner, sessionId, world);
    const source = await this.providers.sourceOf(owner.workspaceId);
    const endsAt = performance.now() + READ_WITHIN_MS;
    while (!(await source.provider.arePlacesKnown(source.owner))) {
      if (performance.now() > endsAt) throw AppError.of('google/unavailable');
      await delay(LOOK_EVERY_MS);
    }
    return source;
  }

  private async schedule(owner: RequestOwner, post: DemoPost): Promise<void> {
    const source = await this.providers.sourceOf(owner.workspaceId);
    const { id: locationId } = await this.locationOf(source, post);
    const now = this.clock.now();
    const publishAt = whenDue(post, now).toISOString();
    const postBody = bodyOf(post, now);
    await this.posts.schedule(owner, { locationId, publishAt, timeZone: TIME_ZONE, postBody });
  }

  /** Stores a post whose time is over, with what has become of it. */
  private async remember(source: BusinessSource, post: DemoPost): Promise<void> {
    const location = await this.locationOf(source, post);
    const now = this.clock.now();
    const publishAt = whenDue(post, now);
    const { body } = planPost(bodyOf(post, now), { publishAt, timeZone: TIME_ZONE }, publishAt);
    const time = { publishAt, timeZone: TIME_ZONE, body };
    const row = newRow(source.owner, location, time, after(publishAt, -WRITTEN_BEFORE_MS));
    const outcome = await this.outcomeOf(source, post, row);
    const { accountId, locationId } = row;
    const sent = { startedAt: publishAt, sentAt: publishAt, googleDate: publishAt, accountId, locationId };
    await this.database.transaction(async (tx) => {
      const stored = { ...row, attempt: 1, ...outcome.post };
      await tx.insert(posts).values(stored);
      // Not by the outbox, which takes only what has just happened.
      for (const event of postEvents({ post: stored, now: () => stored.updatedAt }, stored))
        await tx.insert(noticeEvents).values({ id: randomUUID(), ...event });
      if (outcome.attempt)
        await tx
          .insert(publishAttempts)
          .values({ postId: row.id, attempt: 1, ...sent, bodyHash: hashOfPost(body), ...outcome.attempt });
    });
  }

  private async outcomeOf(source: BusinessSource, { end }: DemoPost, row: PostRow): Promise<Outcome> {
    const endedAt = after(row.publishAt, REVIEW_MS);
    switch (end) {
      case 'location-closed':
        return { post: { ...failed(FAILURES.locationClosed), updatedAt: endedAt } };
      case 'unconfirmed': {
        const doubt = 'error_answer' as const;
        const attempt = { outcome: 'not_found' as const, doubt, error: DOUBTS[doubt], endedAt };
        return { post: { ...notConfirmed(), updatedAt: endedAt }, attempt };
      }
      default:
        return this.send(source, row, end === 'in-review' ? LONG_REVIEW_MS : REVIEW_MS);
    }
  }

  /** Sends a post to the simulated Google, which then takes it for one of the post's own time. */
  private async send({ provider, owner }: BusinessSource, row: PostRow, reviewMs: number): Promise<Outcome> {
    const { accountId, locationId, publishAt } = row;
    const now = this.clock.now();
    const request = { accountId, locationId, body: row.body, notBefore: publishAt };
    const { name } = await provider.publishPost(owner, request, { beforeSending: () => Promise.resolve() });
    if (name === null) throw AppError.of('google/unavailable');
    const reviewedAt = after(publishAt, reviewMs);
    const [createdAt, reviewed] = [publishAt, reviewedAt].map((time) => time.toISOString());
    this.simulator.world.datePost({ post: name, createdAt: createdAt ?? '', reviewedAt: reviewed });
    const remote = await provider.getPublished(owner, name);
    const seenAt = reviewedAt < now ? reviewedAt : now;
    const { post, attempt } = accepted(row, { ...remote, name }, { sentAt: publishAt, now: seenAt });
    const nextStepAt = post.status === 'PUBLISHED' ? nextRecheck(seenAt, now) : post.nextStepAt;
    const outcome = { post: { ...post, nextStepAt, updatedAt: seenAt }, attempt };
    if (!post.errorDetails) return outcome;
    const error = await this.reasons.wordsFor(row, post.errorDetails);
    return { post: { ...outcome.post, errorDetails: error }, attempt: { ...attempt, error } };
  }

  private async locationOf({ provider, owner }: BusinessSource, { location }: DemoPost): Promise<Location> {
    const { items } = await provider.listLocations(owner, { search: location, offset: 0, limit: 1 });
    const [found] = items;
    if (!found) throw new Error(`The practice Google has no location ${location}.`);
    return found;
  }
}
