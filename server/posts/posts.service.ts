import { Injectable } from '@nestjs/common';
import type { Location } from '../business-profile/port/location.js';
import {
  BusinessProfileProviders,
  type BusinessSource,
} from '../business-profile/business-profile-providers.js';
import { Clock } from '../config/clock.js';
import { toWallText } from '../config/wall-time.js';
import type { Orm } from '../database/database.js';
import { AppError, type FieldError } from '../errors/app-error.js';
import type { RequestOwner } from '../people/current-owner.js';
import { PhotosService } from '../photos/photos.service.js';
import { keepGoogleNames } from './keep-google-names.js';
import { isListed } from './find-sent.js';
import { Idempotency } from './idempotency.js';
import type { NewPostDto, PostDetailsDto, PostDto, UpdatePostDto } from './post.dto.js';
import { planChange, planPost } from './post-rules.js';
import { toAttempt, toPost } from './post-mapping.js';
import { newRow } from './new-row.js';
import { isWaiting } from './post-filter.js';
import { NewPostsRepository } from './new-posts.repository.js';
import { placeAfter, PreflightService } from './preflight.service.js';
import type { DeletePostQueryDto } from './post-query.dto.js';
import { type Expected, type PostRow, PostsRepository } from './posts.repository.js';
import type { DraftPostDto, PreflightDto } from './preflight.dto.js';

type Status = PostRow['status'];

const EDITABLE: Status[] = ['SCHEDULED', 'FAILED'];
const DELETABLE: Status[] = ['SCHEDULED', 'PUBLISHED', 'FAILED'];

/** Longer than deleting at Google can take: its turn among the edits of a profile, and a look at what is left. */
const DELETING_MS = 60_000;

/** A post, and the source whose posts its workspace sees at present. */
interface Seen {
  post: PostRow;
  source: BusinessSource;
}

/**
 * The posts of a workspace from the source that it sees. A post of another workspace is `not_found`, like an unknown one.
 * What waits for another Google account of the workspace can be looked at and deleted here; else it is `other_account`.
 */
@Injectable()
export class PostsService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly newPosts: NewPostsRepository,
    private readonly providers: BusinessProfileProviders,
    private readonly preflight: PreflightService,
    private readonly photos: PhotosService,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** A post with its attempts. Errors: `not_found`. */
  async get(workspaceId: string, id: string): Promise<PostDetailsDto> {
    const { post, source } = await this.see(workspaceId, id);
    const [attempts, undos] = await Promise.all([this.posts.attempts(id), this.posts.undosOf([post])]);
    return { ...toPost(post, source.owner.subject, undos.get(id)), attempts: attempts.map(toAttempt) };
  }

  /**
   * The findings about a post that is still being written, or of a change to one with `postId`; nothing is
   * stored. Errors: `validation_failed` for fields that make no post, `not_found` for the location or the post,
   * `other_account`.
   */
  async preview(workspaceId: string, { postId, ...draft }: DraftPostDto): Promise<PreflightDto> {
    if (postId === undefined || postId === null)
      return { findings: await this.preflight.ofDraft(await this.providers.sourceOf(workspaceId), draft) };
    const { post, source } = await this.find(workspaceId, postId);
    return { findings: await this.preflight.ofChange(source, post, draft) };
  }

  /**
   * Schedules a post. Errors: `validation_failed`, also for what Google is known to refuse, `not_found` for the
   * location, `too_many_posts`, those of `Idempotency.once`.
   */
  schedule(by: RequestOwner, draft: NewPostDto, key?: string): Promise<PostDto> {
    const request = { owner: by, route: 'schedulePost', key, body: draft } as const;
    return this.idempotency.once<PostDto>(request, async (keep) => {
      const { locationId } = draft;
      const publishAt = new Date(draft.publishAt);
      const timeZone = draft.timeZone ?? 'UTC';
      const { faults, body } = planPost(draft.postBody, { publishAt, timeZone }, this.clock.now());
      refuse(faults);
      const { provider, owner } = await this.providers.sourceOf(by.workspaceId);
      const location = await provider.schedulePost(owner, { locationId, publishAt, body });
      await this.photos.keep(owner.workspaceId, body.photoId);
      await this.preflight.refuseBlocked(owner, { location, body });
      const now = this.clock.now();
      const row = newRow(owner, location, { publishAt, timeZone, body }, now);
      const post = toPost(row);
      await this.newPosts.add(row, now, keep && ((tx) => keep(tx, post)));
      return post;
    });
  }

  /**
   * Changes a scheduled post, or schedules a failed one again with changes.
   * Errors: `validation_failed`, also for what Google is known to refuse, `not_found`, `other_account`, `post_locked`
   * once publishing has begun, `campaign_undone`, `post_changed` when another change came first, `too_many_posts` for a failed one, those of
   * `Idempotency.once`.
   */
  update(owner: RequestOwner, id: string, change: UpdatePostDto, key?: string): Promise<PostDto> {
    const { workspaceId } = owner;
    const request = { owner, route: 'updatePost', key, body: { id, ...change } } as const;
    return this.idempotency.once<PostDto>(request, async (keep) => {
      const { post, source } = await this.find(workspaceId, id);
      if (!isEditable(post)) throw AppError.of('post_locked');
      await this.refuseUndone(post);
      const version = change.version ?? post.version;
      if (version !== post.version) throw AppError.of('post_changed');
      const now = this.clock.now();
      const { faults, planned } = planChange(post, change, now);
      refuse(faults);
      const location = await placeAfter(source.provider, post, change);
      await this.photos.keep(post.workspaceId, planned.body.photoId);
      await this.preflight.refuseBlocked(post, { body: planned.body, location });
      const updated = await this.reschedule(
        post,
        { statuses: EDITABLE, version },
        {
          ...planned,
          wallTime: toWallText(planned.publishAt, planned.timeZone),
          ...movedTo(location, post),
          ...scheduledAgain(now, planned.publishAt),
          ...asException(post),
        },
        keep && ((tx, row) => keep(tx, toPost(row))),
      );
      if (updated) return toPost(updated);
      throw AppError.of(isEditable((await this.find(workspaceId, id)).post) ? 'post_changed' : 'post_locked');
    });
  }

  /**
   * Deletes a post here, and with `atGoogle` there first, if Google has it. Errors: `not_found`, `post_locked` while it
   * is being published; `other_account`, `post_still_shown` and those of `deletePublished`, and then it is deleted nowhere.
   */
  async delete(workspaceId: string, id: string, { atGoogle }: DeletePostQueryDto = {}): Promise<void> {
    const { post, source } = await this.see(workspaceId, id);
    if (!DELETABLE.includes(post.status) && !isWaiting(post)) throw AppError.of('post_locked');
    // A post that has gone out in the meantime must not be answered as cancelled.
    const statuses = post.status === 'PUBLISHED' ? DELETABLE : EDITABLE;
    if (atGoogle && post.googleName !== null) {
      if (post.subject !== source.owner.subject) throw AppError.of('other_account');
      // It must not be sent again between the deletion there and the one here.
      if (!(await this.posts.putOff(post, id, statuses, DELETING_MS))) throw AppError.of('post_locked');
      const wasThere = await source.provider.deletePublished(source.owner, post.googleName);
      if (!wasThere && (await isListed(source.provider, source.owner, post)))
        throw AppError.of('post_still_shown');
    }
    const isGone = atGoogle && post.googleName !== null;
    const before = post.campaignId === null || isGone ? undefined : (tx: Orm) => keepGoogleNames(tx, id);
    if (await this.posts.delete(post, id, statuses, before)) return;
    await this.see(workspaceId, id);
    throw AppError.of('post_locked');
  }

  /** Schedules a failed post again, due at once. Errors: `not_found`, `other_account`, `campaign_undone`, `not_failed`. */
  async retry(workspaceId: string, id: string): Promise<PostDto> {
    const { post } = await this.find(workspaceId, id);
    await this.refuseUndone(post);
    const change = { ...dueAtOnce(this.clock.now()), ...asException(post) };
    const updated = await this.reschedule(post, { statuses: ['FAILED'] }, change);
    if (updated) return toPost(updated);
    await this.find(workspaceId, id);
    throw AppError.of('not_failed');
  }

  /**
   * Schedules the failed ones among these posts again, due at once, and answers all that exist as they are then,
   * in the given order. Those that have not failed, or whose campaign was undone, stay as they are.
   */
  async retryAll(workspaceId: string, ids: string[]): Promise<PostDto[]> {
    const { owner } = await this.providers.sourceOf(workspaceId);
    await this.posts.updateFailed(owner, ids, dueAtOnce(this.clock.now()));
    const all = new Map((await this.posts.findAll(owner, ids)).map((row) => [row.id, row]));
    const undos = await this.posts.undosOf([...all.values()]);
    return ids.flatMap((id) => all.get(id) ?? []).map((row) => toPost(row, row.subject, undos.get(row.id)));
  }

  /** What an undone campaign has left goes out no more. Errors: `campaign_undone`. */
  private async refuseUndone(post: PostRow): Promise<void> {
    if ((await this.posts.undosOf([post])).size > 0) throw AppError.of('campaign_undone');
  }

  /** Changes a post that is to go out; `keep` commits with the change. Errors: `too_many_posts`. */
  private async reschedule(
    post: PostRow,
    expected: Expected,
    change: Partial<PostRow>,
    keep?: (tx: Orm, row: PostRow) => Promise<void>,
  ): Promise<PostRow | undefined> {
    const now = this.clock.now();
    const isNearLimit =
      post.status === 'FAILED' && (await this.newPosts.isNearLimit({ ...post, ...change }, now));
    if (!isNearLimit && !keep) return this.posts.update(post, post.id, expected, change);
    return this.posts.transaction(async (tx) => {
      if (isNearLimit) await this.newPosts.takePlace(tx, post, now);
      const row = await this.posts.update(post, post.id, expected, change, tx);
      if (row) await keep?.(tx, row);
      return row;
    });
  }

  /** A post that may be looked at. Errors: `not_found`. */
  private async see(workspaceId: string, id: string): Promise<Seen> {
    const source = await this.providers.sourceOf(workspaceId);
    const own = await this.posts.find(source.owner, id);
    const post = own ?? (await this.posts.findHeld(workspaceId, id));
    if (post === undefined) throw AppError.of('not_found');
    return { post, source };
  }

  /** A post that may be changed. Errors: `not_found`, `other_account`. */
  private async find(workspaceId: string, id: string): Promise<Seen> {
    const seen = await this.see(workspaceId, id);
    if (seen.post.subject !== seen.source.owner.subject) throw AppError.of('other_account');
    return seen;
  }
}

function isEditable(post: PostRow): boolean {
  return EDITABLE.includes(post.status) || isWaiting(post);
}

/** What makes a failed post due at once. */
export function dueAtOnce(now: Date): Partial<PostRow> {
  return { publishAt: now, wallTime: null, ...scheduledAgain(now, now) };
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

/** A post of a campaign that is changed by itself is left alone by changes of the whole. */
function asException({ campaignId }: PostRow): Partial<PostRow> {
  return campaignId === null ? {} : { isCampaignException: true };
}

function refuse(faults: FieldError[]): void {
  if (faults.length > 0) throw AppError.invalid(faults);
}

/** What a move changes of a post; one that stays keeps the name and the code that its location had. */
function movedTo(location: Location | null, post: PostRow): Partial<PostRow> {
  if (!location || location.id === post.locationId) return {};
  const { accountId, id: locationId, name: locationName, storeCode } = location;
  return { accountId, locationId, locationName, storeCode };
}
