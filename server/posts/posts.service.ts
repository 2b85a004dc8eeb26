import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Location } from '../business-profile/business-profile-provider.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { Clock } from '../config/clock.js';
import type { Orm } from '../database/database.js';
import type { PostBody } from '../database/schema.js';
import { AppError, type FieldError } from '../errors/app-error.js';
import { Idempotency } from './idempotency.js';
import { NewPostsRepository } from './new-posts.repository.js';
import type { NewPostDto, PostDetailsDto, PostDto, UpdatePostDto } from './post.dto.js';
import { planChange, planPost } from './post-change.js';
import { toAttempt, toPost } from './post-mapping.js';
import { isWaiting, type Owner } from './post-filter.js';
import { movedTo, placeAfter } from './post-place.js';
import type { DeletePostQueryDto } from './post-query.dto.js';
import { type Expected, type PostRow, PostsRepository } from './posts.repository.js';
import type { DraftPostDto, PreflightDto } from './preflight.dto.js';
import { PreflightService } from './preflight.service.js';
import { PublishJobs } from './publish-jobs.js';

type Status = PostRow['status'];

const EDITABLE: Status[] = ['SCHEDULED', 'FAILED'];
const DELETABLE: Status[] = ['SCHEDULED', 'PUBLISHED', 'FAILED'];

/** Longer than deleting at Google can take: its turn among the edits of a profile, and a look at what is left. */
const DELETING_MS = 60_000;

/** A post, and the Google account whose posts the user sees at present. */
interface Seen {
  post: PostRow;
  shown: string | null;
}

/**
 * The posts of a user from the source that the user sees. Somebody else's post is `not_found`, like an unknown one. What
 * waits for another Google account of the user's can be looked at and deleted here; else it is `other_account`.
 */
@Injectable()
export class PostsService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly newPosts: NewPostsRepository,
    private readonly providers: BusinessProfileProviders,
    private readonly preflight: PreflightService,
    private readonly idempotency: Idempotency,
    private readonly jobs: PublishJobs,
    private readonly clock: Clock,
  ) {}

  /** A post with its attempts. Errors: `not_found`. */
  async get(uid: string, id: string): Promise<PostDetailsDto> {
    const { post, shown } = await this.see(uid, id);
    const attempts = await this.posts.attempts(id);
    return { ...toPost(post, shown), attempts: attempts.map(toAttempt) };
  }

  /**
   * What is known to become of a post that is still being written, or of a change to one with `postId`; nothing is
   * stored. Errors: `validation_failed` for fields that make no post, `not_found` for the location or the post,
   * `other_account`.
   */
  async preview(uid: string, { postId, ...draft }: DraftPostDto): Promise<PreflightDto> {
    const findings = postId
      ? await this.preflight.ofChange(await this.find(uid, postId), draft)
      : await this.preflight.ofDraft(uid, draft);
    return { findings };
  }

  /**
   * Schedules a post. Errors: `validation_failed`, also for what Google is known to refuse, `not_found` for the
   * location, `too_many_posts`, those of `Idempotency.once`.
   */
  schedule(uid: string, draft: NewPostDto, key?: string): Promise<PostDto> {
    return this.idempotency.once<PostDto>({ uid, key, body: draft }, (keep, asRow) => {
      const { locationId } = draft;
      const publishAt = new Date(draft.publishAt);
      const timeZone = draft.timeZone ?? 'UTC';
      const { faults, body } = planPost(draft.postBody, { publishAt, timeZone }, this.clock.now());
      refuse(faults);
      return this.providers.withSource(uid, async (source) => {
        const { provider, subject } = source;
        const owner = { uid, source: provider.source, subject };
        const location = await provider.schedulePost(uid, { locationId, publishAt, body });
        await this.preflight.refuseBlocked(owner, { location, body });
        const row = newRow(owner, location, { publishAt, timeZone, body }, this.clock.now());
        const post = toPost(row);
        if (!this.jobs.isSoon(row) && (await this.newPosts.insert(row, asRow(post)))) return post;
        await this.providers.confirm(uid, source);
        await this.posts.transaction(async (tx) => {
          await keep(tx, post);
          await this.newPosts.keepPlace(tx, row);
          await this.posts.insert(tx, [row]);
          await this.jobs.send(tx, row);
        });
        this.jobs.wakeFor(row);
        return post;
      });
    });
  }

  /**
   * Changes a scheduled post, or schedules a failed one again with changes.
   * Errors: `validation_failed`, also for what Google is known to refuse, `not_found`, `other_account`, `post_locked`
   * once publishing has begun, `post_changed` when somebody else was faster, `too_many_posts` for a failed one, those of
   * `Idempotency.once`.
   */
  update(uid: string, id: string, change: UpdatePostDto, key?: string): Promise<PostDto> {
    return this.idempotency.once<PostDto>({ uid, key, body: { id, ...change } }, async (keep) => {
      const post = await this.find(uid, id);
      if (!isEditable(post)) throw AppError.of('post_locked');
      const version = change.version ?? post.version;
      if (version !== post.version) throw AppError.of('post_changed');
      const now = this.clock.now();
      const { faults, planned } = planChange(post, change, now);
      refuse(faults);
      const location = await placeAfter(await this.providers.of(uid), post, change);
      await this.preflight.refuseBlocked(ownerOf(post), { body: planned.body, location });
      const updated = await this.reschedule(
        post,
        { statuses: EDITABLE, version },
        { ...planned, ...movedTo(location, post), ...scheduledAgain(now, planned.publishAt) },
        (tx, row) => keep(tx, toPost(row)),
      );
      if (updated) return toPost(updated);
      throw AppError.of(isEditable(await this.find(uid, id)) ? 'post_changed' : 'post_locked');
    });
  }

  /**
   * Deletes a post here, and with `atGoogle` there first, if Google has it. Errors: `not_found`, `post_locked` while it
   * is being published; `other_account` and those of `deletePublished`, and then it is deleted nowhere.
   */
  async delete(uid: string, id: string, { atGoogle }: DeletePostQueryDto = {}): Promise<void> {
    const { post, shown } = await this.see(uid, id);
    if (!DELETABLE.includes(post.status) && !isWaiting(post)) throw AppError.of('post_locked');
    // Whoever cancels a post is not told that it is done when it has gone out meanwhile.
    const statuses = post.status === 'PUBLISHED' ? DELETABLE : EDITABLE;
    if (atGoogle && post.googleName !== null) {
      if (post.subject !== shown) throw AppError.of('other_account');
      // What is deleted there is not sent again before it is deleted here.
      if (!(await this.posts.putOff(ownerOf(post), id, statuses, DELETING_MS)))
        throw AppError.of('post_locked');
      const provider = await this.providers.of(uid);
      await provider.deletePublished(uid, post.googleName);
    }
    if (await this.posts.delete(ownerOf(post), id, statuses)) return;
    await this.see(uid, id);
    throw AppError.of('post_locked');
  }

  /** Schedules a failed post again, due at once. Errors: `not_found`, `other_account`, `not_failed`. */
  async retry(uid: string, id: string): Promise<PostDto> {
    const post = await this.find(uid, id);
    const now = this.clock.now();
    const change = { publishAt: now, ...scheduledAgain(now, now) };
    const updated = await this.reschedule(post, { statuses: ['FAILED'] }, change);
    if (updated) return toPost(updated);
    await this.find(uid, id);
    throw AppError.of('not_failed');
  }

  /**
   * Schedules the failed ones among these posts again, due at once, and answers all that there are as they stand then,
   * in the given order. What is not failed any more stays as it is, so that asking again does no harm.
   */
  async retryAll(uid: string, ids: string[]): Promise<PostDto[]> {
    const { provider, subject } = await this.providers.sourceOf(uid);
    const owner = { uid, source: provider.source, subject };
    const now = this.clock.now();
    const change = { publishAt: now, ...scheduledAgain(now, now) };
    const retried = await this.posts.transaction(async (tx) => {
      const rows = await this.posts.updateFailed(owner, ids, change, tx);
      for (const row of rows) await this.jobs.send(tx, row);
      return rows;
    });
    if (retried[0]) this.jobs.wakeFor(retried[0]);
    const all = new Map((await this.posts.findAll(owner, ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => all.get(id) ?? []).map((row) => toPost(row));
  }

  /** Changes a post that is to go out, together with the job that takes it there and with what is to be kept of it. */
  private async reschedule(
    post: PostRow,
    expected: Expected,
    change: Partial<PostRow>,
    keep?: (tx: Orm, row: PostRow) => Promise<void>,
  ): Promise<PostRow | undefined> {
    const updated = await this.posts.transaction(async (tx) => {
      if (post.status === 'FAILED') await this.newPosts.keepPlace(tx, { ...post, ...change });
      const row = await this.posts.update(ownerOf(post), post.id, expected, change, tx);
      if (row) {
        await keep?.(tx, row);
        await this.jobs.send(tx, row);
      }
      return row;
    });
    if (updated) this.jobs.wakeFor(updated);
    return updated;
  }

  /** A post that may be looked at. Errors: `not_found`. */
  private async see(uid: string, id: string): Promise<Seen> {
    const { provider, subject: shown } = await this.providers.sourceOf(uid);
    const own = await this.posts.find({ uid, source: provider.source, subject: shown }, id);
    const post = own ?? (await this.posts.findHeld(uid, id));
    if (post === undefined) throw AppError.of('not_found');
    return { post, shown };
  }

  /** A post that may be changed. Errors: `not_found`, `other_account`. */
  private async find(uid: string, id: string): Promise<PostRow> {
    const { post, shown } = await this.see(uid, id);
    if (post.subject !== shown) throw AppError.of('other_account');
    return post;
  }
}

function newRow(
  owner: Owner,
  { id: locationId, name: locationName, accountId }: Location,
  { publishAt, timeZone, body }: { publishAt: Date; timeZone: string; body: PostBody },
  now: Date,
): PostRow {
  return {
    id: randomUUID(),
    ...owner,
    seeded: false,
    accountId,
    locationId,
    locationName,
    timeZone,
    postType: body.topicType,
    body,
    publishAt,
    status: 'SCHEDULED',
    detail: null,
    version: 1,
    attempt: 0,
    leaseUntil: null,
    nextStepAt: publishAt,
    googleName: null,
    googleUrl: null,
    publishedAt: null,
    errorDetails: null,
    createdAt: now,
    updatedAt: now,
  };
}

function ownerOf({ uid, source, subject }: PostRow): Owner {
  return { uid, source, subject };
}

function isEditable(post: PostRow): boolean {
  return EDITABLE.includes(post.status) || isWaiting(post);
}

/** What a person schedules, sample post or not, is theirs from then on and goes out. */
function scheduledAgain(now: Date, publishAt: Date): Partial<PostRow> {
  return {
    status: 'SCHEDULED',
    detail: null,
    nextStepAt: publishAt,
    googleUrl: null,
    publishedAt: null,
    errorDetails: null,
    seeded: false,
    updatedAt: now,
  };
}

function refuse(faults: FieldError[]): void {
  if (faults.length > 0) throw AppError.invalid(faults);
}
