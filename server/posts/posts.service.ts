import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { Clock } from '../config/clock.js';
import { POST_STATUSES } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';
import { MAX_PAGE } from '../security/field-rules.js';
import { Idempotency } from './idempotency.js';
import {
  type NewPostDto,
  type PostDetailsDto,
  type PostDto,
  type PostListDto,
  type PostQueryDto,
  toAttempt,
  toPost,
  type UpdatePostDto,
} from './post.dto.js';
import { planChange } from './post-change.js';
import { fromCursor, toCursor } from './post-cursor.js';
import { completeBody } from './post-defaults.js';
import { faultsOfBody, faultsOfPublishTime } from './post-rules.js';
import { type Owner, type PostRow, PostsRepository } from './posts.repository.js';

type Status = PostRow['status'];

/** The statuses behind each tab: a queued post is still on its way, so it counts as scheduled. */
const TABS: Record<'SCHEDULED' | 'PUBLISHED' | 'FAILED', Status[]> = {
  SCHEDULED: ['SCHEDULED', 'QUEUED'],
  PUBLISHED: ['PUBLISHED'],
  FAILED: ['FAILED'],
};
const EDITABLE: Status[] = ['SCHEDULED', 'FAILED'];
const DELETABLE: Status[] = ['SCHEDULED', 'PUBLISHED', 'FAILED'];

/** The posts of a user from the source that the user sees. Somebody else's post is `not_found`, like an unknown one. */
@Injectable()
export class PostsService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly providers: BusinessProfileProviders,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** A part of the list. Errors: `validation_failed` for a cursor that is none. */
  async list(uid: string, query: PostQueryDto): Promise<PostListDto> {
    const after = query.cursor === undefined ? undefined : fromCursor(query.cursor);
    const filter = {
      search: query.search?.trim(),
      locationId: query.locationId,
      from: toDate(query.from),
      to: toDate(query.to),
    };
    const { provider, subject } = await this.providers.sourceOf(uid);
    if (!filter.search && !after) await provider.beforePostsAreListed();
    const owner = { uid, source: provider.source, subject };
    const limit = query.limit ?? MAX_PAGE;
    const statuses = query.status ? TABS[query.status] : [...POST_STATUSES];
    const order = query.order ?? 'latest';
    const rows = await this.posts.list(owner, filter, { statuses, order, after, limit: limit + 1 });
    const counts = await this.posts.count(owner, filter);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const of = (tab: keyof typeof TABS) => TABS[tab].reduce((sum, status) => sum + counts[status], 0);
    const [scheduled, published, failed] = [of('SCHEDULED'), of('PUBLISHED'), of('FAILED')];
    return {
      items: items.map(toPost),
      counts: { all: scheduled + published + failed, scheduled, published, failed },
      nextCursor: last && rows.length > limit ? toCursor(last) : null,
    };
  }

  /** A post with its attempts. Errors: `not_found`. */
  async get(uid: string, id: string): Promise<PostDetailsDto> {
    const post = await this.find(uid, id);
    const attempts = await this.posts.attempts(id);
    return { ...toPost(post), attempts: attempts.map(toAttempt) };
  }

  /** Schedules a post. Errors: `validation_failed`, `not_found` for the location, those of `Idempotency.once`. */
  schedule(uid: string, draft: NewPostDto, key?: string): Promise<PostDto> {
    return this.idempotency.once<PostDto>({ uid, key, body: draft }, async (keep) => {
      const { locationId, postBody } = draft;
      const timeZone = draft.timeZone ?? 'UTC';
      const publishAt = new Date(draft.publishAt);
      refuse([...faultsOfPublishTime(publishAt, this.clock.now()), ...faultsOfBody(postBody)]);
      const body = completeBody(postBody, { publishAt, timeZone });
      const { provider, subject } = await this.providers.sourceOf(uid);
      const location = await provider.schedulePost(uid, { locationId, publishAt, body });
      const now = this.clock.now();
      const row: PostRow = {
        id: randomUUID(),
        uid,
        source: provider.source,
        subject,
        seeded: false,
        accountId: location.accountId,
        locationId: location.id,
        locationName: location.name,
        timeZone,
        postType: body.topicType,
        body,
        publishAt,
        status: 'SCHEDULED',
        detail: null,
        version: 1,
        googleUrl: null,
        publishedAt: null,
        errorDetails: null,
        createdAt: now,
        updatedAt: now,
      };
      const post = toPost(row);
      await this.posts.transaction(async (tx) => {
        await keep(tx, post);
        await this.posts.insert(tx, [row]);
      });
      return post;
    });
  }

  /**
   * Changes a scheduled post, or schedules a failed one again with changes.
   * Errors: `validation_failed`, `not_found`, `post_locked` once publishing has begun, `post_changed` when somebody
   * else was faster.
   */
  async update(uid: string, id: string, change: UpdatePostDto): Promise<PostDto> {
    const post = await this.find(uid, id);
    if (!EDITABLE.includes(post.status)) throw AppError.of('post_locked');
    const version = change.version ?? post.version;
    if (version !== post.version) throw AppError.of('post_changed');
    const now = this.clock.now();
    const { faults, planned } = planChange(post, change, now);
    refuse(faults);
    const updated = await this.posts.update(
      ownerOf(post),
      id,
      { statuses: EDITABLE, version },
      { ...planned, ...(await this.newPlace(post, change)), ...scheduledAgain(now) },
    );
    if (updated) return toPost(updated);
    const { status } = await this.find(uid, id);
    throw AppError.of(EDITABLE.includes(status) ? 'post_changed' : 'post_locked');
  }

  /** Deletes a post. Errors: `not_found`, `post_locked` while it is being published. */
  async delete(uid: string, id: string): Promise<void> {
    const post = await this.find(uid, id);
    if (await this.posts.delete(ownerOf(post), id, DELETABLE)) return;
    await this.find(uid, id);
    throw AppError.of('post_locked');
  }

  /** Schedules a failed post again, due at once. Errors: `not_found`, `not_failed`. */
  async retry(uid: string, id: string): Promise<PostDto> {
    const post = await this.find(uid, id);
    const now = this.clock.now();
    const change = { publishAt: now, ...scheduledAgain(now) };
    const updated = await this.posts.update(ownerOf(post), id, { statuses: ['FAILED'] }, change);
    if (updated) return toPost(updated);
    await this.find(uid, id);
    throw AppError.of('not_failed');
  }

  private async find(uid: string, id: string): Promise<PostRow> {
    const { provider, subject } = await this.providers.sourceOf(uid);
    const post = await this.posts.find({ uid, source: provider.source, subject }, id);
    if (post === undefined) throw AppError.of('not_found');
    return post;
  }

  /** Where the post moves to, if it moves; the place must be the user's own. */
  private async newPlace(post: PostRow, { locationId }: UpdatePostDto): Promise<Partial<PostRow>> {
    if (!locationId || locationId === post.locationId) return {};
    const provider = await this.providers.of(post.uid);
    const location = await provider.getLocation(post.uid, locationId);
    return { accountId: location.accountId, locationId: location.id, locationName: location.name };
  }
}

function ownerOf({ uid, source, subject }: PostRow): Owner {
  return { uid, source, subject };
}

/** What a person schedules, sample post or not, is theirs from then on and goes out. */
function scheduledAgain(now: Date): Partial<PostRow> {
  return { status: 'SCHEDULED', detail: null, errorDetails: null, seeded: false, updatedAt: now };
}

function refuse(faults: { field: string; message: string }[]): void {
  if (faults.length > 0) throw AppError.invalid(faults);
}

function toDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
