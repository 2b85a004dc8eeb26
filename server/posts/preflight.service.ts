import { Injectable } from '@nestjs/common';
import type { Location } from '../business-profile/business-profile-provider.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { toCanonicalText } from '../business-profile/canonical-text.js';
import { ConnectionsService } from '../business-profile/connections.service.js';
import { Clock } from '../config/clock.js';
import type { PostBody } from '../database/schema.js';
import { AppError, type FieldError } from '../errors/app-error.js';
import { planChange, planPost } from './post-change.js';
import type { Owner } from './post-filter.js';
import { placeAfter, placeOf } from './post-place.js';
import { type PostRow, PostsRepository } from './posts.repository.js';
import type { DraftPostDto } from './preflight.dto.js';
import { asFindings, blockingOf, type Finding, findingsOf, isBlocking } from './preflight-findings.js';
import { type PreflightFacts, SAME_TEXT_DAYS } from './preflight-rules.js';

/** A post that is about to be scheduled; what is undefined is not chosen yet. */
export interface PlannedPost {
  /** Of a stored post that is being changed. */
  id?: string;
  /** Null: no longer one of the user's. */
  location: Location | null | undefined;
  publishAt: Date | undefined;
  timeZone: string;
  body: PostBody;
}

const DAY_MS = 24 * 60 * 60_000;

/** Finds out before a post is scheduled what Google would refuse later, from what is known here. */
@Injectable()
export class PreflightService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly providers: BusinessProfileProviders,
    private readonly connections: ConnectionsService,
    private readonly clock: Clock,
  ) {}

  /** About a post that is still being written. Errors: `not_found` for its location. */
  async ofDraft(
    uid: string,
    { locationId, postBody, ...given }: Omit<DraftPostDto, 'postId'>,
  ): Promise<Finding[]> {
    const { provider, subject } = await this.providers.sourceOf(uid);
    const publishAt = given.publishAt ? new Date(given.publishAt) : undefined;
    const time = { publishAt, timeZone: given.timeZone ?? 'UTC' };
    const { faults, body } = planPost(postBody, time, this.clock.now());
    const location = locationId ? await placeOf(provider, uid, locationId) : undefined;
    return this.check({ uid, source: provider.source, subject }, { ...time, location, body }, faults);
  }

  /** About a change to a stored post. Errors: `not_found` for a new location. */
  async ofChange(post: PostRow, change: Omit<DraftPostDto, 'postId'>): Promise<Finding[]> {
    const { id, uid, source, subject } = post;
    const { faults, planned } = planChange(post, change, this.clock.now());
    const location = await placeAfter(await this.providers.of(uid), post, change);
    return this.check({ uid, source, subject }, { ...planned, id, location }, faults);
  }

  /**
   * Refuses what Google would; nothing of the sample goes there. What is known of a place may lag behind a verification or
   * a reopening, so that refusing for it takes a fresh look. Errors: `validation_failed`.
   */
  async refuseBlocked(
    owner: Owner,
    { location, body }: Pick<PlannedPost, 'location' | 'body'>,
  ): Promise<void> {
    if (owner.source === 'sample') return;
    const isDoubtful =
      location && (location.state !== 'VERIFIED' || location.openStatus === 'CLOSED_PERMANENTLY');
    const current = isDoubtful
      ? await this.providers.named(owner.source).getLocation(owner.uid, location.id)
      : location;
    const blocking = blockingOf({ location: current, body });
    if (blocking.length > 0)
      throw AppError.invalid(blocking.map(({ field, reason }) => ({ field, message: reason })));
  }

  /** All findings, blocking ones first; `faults` of the post itself among them. */
  private async check(owner: Owner, planned: PlannedPost, faults: FieldError[] = []): Promise<Finding[]> {
    const found = findingsOf({
      ...planned,
      connection: await this.connectionOf(owner),
      hasTwin: await this.hasTwin(owner, planned),
    });
    const all = [...asFindings(faults), ...found];
    return [...all.filter(isBlocking), ...all.filter((finding) => !isBlocking(finding))];
  }

  private async connectionOf({ uid, source }: Owner): Promise<PreflightFacts['connection']> {
    if (source === 'sample') return null;
    const connection = await this.connections.find(uid);
    return connection?.state ?? 'reconnect';
  }

  private async hasTwin(owner: Owner, { id, location, publishAt, body }: PlannedPost): Promise<boolean> {
    if (!location || !publishAt) return false;
    const near = await this.posts.textsAt(owner, location.id, {
      from: new Date(publishAt.getTime() - SAME_TEXT_DAYS * DAY_MS),
      to: new Date(publishAt.getTime() + SAME_TEXT_DAYS * DAY_MS),
    });
    const text = toCanonicalText(body.summary);
    return near.some((post) => post.id !== id && toCanonicalText(post.text) === text);
  }
}
