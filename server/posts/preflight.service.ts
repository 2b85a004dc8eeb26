import { Injectable } from '@nestjs/common';
import type { Owner, BusinessProfileProvider } from '../business-profile/port/business-profile-provider.js';
import type { Location } from '../business-profile/port/location.js';
import {
  BusinessProfileProviders,
  type BusinessSource,
} from '../business-profile/business-profile-providers.js';
import { toCanonicalText } from '../business-profile/port/remote-post.js';
import { Clock } from '../config/clock.js';
import { DAY_MS } from '../config/durations.js';
import type { PostBody } from '../database/schema.js';
import { AppError, type FieldError } from '../errors/app-error.js';
import { PhotoAddresses } from '../photos/photo-addresses.js';
import { PhotosService } from '../photos/photos.service.js';
import { LocationZones } from '../zones/location-zones.js';
import { planChange, planPost } from './post-rules.js';
import { type PostRow, PostsRepository } from './posts.repository.js';
import type { DraftPostDto } from './preflight.dto.js';
import {
  type Finding,
  type KnownRule,
  PREFLIGHT_RULES,
  type PreflightFacts,
  SAME_TEXT_DAYS,
} from './preflight-rules.js';

/** A post that is about to be scheduled. Undefined fields are not chosen yet. */
export interface PlannedPost {
  /** The id of a stored post that is being changed. */
  id?: string;
  /** Null: no longer one of the workspace's. */
  location: Location | null | undefined;
  publishAt: Date | undefined;
  timeZone: string;
  body: PostBody;
}

/** Predicts, before a post is scheduled, what Google would refuse later, from what is known here. */
@Injectable()
export class PreflightService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly providers: BusinessProfileProviders,
    private readonly photos: PhotosService,
    private readonly photoAddresses: PhotoAddresses,
    private readonly zones: LocationZones,
    private readonly clock: Clock,
  ) {}

  /** Checks a post that is still being written. Errors: `not_found` for its location. */
  async ofDraft(
    source: BusinessSource,
    { locationId, postBody, ...given }: Omit<DraftPostDto, 'postId'>,
  ): Promise<Finding[]> {
    const { provider, owner } = source;
    const publishAt = given.publishAt ? new Date(given.publishAt) : undefined;
    const time = { publishAt, timeZone: given.timeZone ?? 'UTC' };
    const { faults, body } = planPost(postBody, time, this.clock.now());
    const location = locationId ? await placeOf(provider, owner, locationId) : undefined;
    return this.check(source, { ...time, location, body }, faults);
  }

  /** Checks a change to a stored post of that source. Errors: `not_found` for a new location. */
  async ofChange(
    source: BusinessSource,
    post: PostRow,
    change: Omit<DraftPostDto, 'postId'>,
  ): Promise<Finding[]> {
    const { faults, planned } = planChange(post, change, this.clock.now());
    const location = await placeAfter(source.provider, post, change);
    return this.check(source, { ...planned, id: post.id, location }, faults);
  }

  /** What is wrong with a stored post at Google, as far as it is known here; what blocks it first. */
  async ofStored(post: PostRow): Promise<Finding[]> {
    const location = await placeAfter(this.providers.named(post.source), post, {});
    return this.check({ owner: post, connection: 'connected', closedApis: [] }, { ...post, location }, []);
  }

  /**
   * Refuses what Google would refuse. Sample posts never go there. The stored place may lag behind a verification or a
   * reopening, so it is read again before a post is refused for that. Errors: `validation_failed`.
   */
  async refuseBlocked(
    owner: Owner,
    { location, body }: Pick<PlannedPost, 'location' | 'body'>,
  ): Promise<void> {
    if (owner.source === 'sample') return;
    const mayBeOutdated =
      location && (location.state !== 'VERIFIED' || location.openStatus === 'CLOSED_PERMANENTLY');
    const current = mayBeOutdated
      ? await this.providers.named(owner.source).getLocation(owner, location.id)
      : location;
    const photo = await this.photoOf(owner, body);
    const blocking = blockingOf({ location: current, body, photo });
    if (blocking.length > 0)
      throw AppError.invalid(blocking.map(({ field, reason }) => ({ field, message: reason })));
  }

  /** All findings, blocking ones first, including the `faults` of the post itself. */
  private async check(
    { owner, connection, closedApis }: Pick<BusinessSource, 'owner' | 'connection' | 'closedApis'>,
    planned: PlannedPost,
    faults: FieldError[],
  ): Promise<Finding[]> {
    const found = findingsOf({
      ...planned,
      timeZone: await this.zoneOf(owner, planned),
      connection,
      isPostingClosed: closedApis.includes('v4'),
      hasTwin: await this.hasTwin(owner, planned),
      photo: await this.photoOf(owner, planned.body),
    });
    const all = [...asFindings(faults), ...found];
    return [...all.filter(isBlocking), ...all.filter((finding) => !isBlocking(finding))];
  }

  /** The zone in which the times of an event are: of its location, where that is known. */
  private async zoneOf(owner: Owner, { location, body, timeZone }: PlannedPost): Promise<string> {
    if (!location || !body.event) return timeZone;
    const zones = await this.zones.of(owner, [location.id]);
    return zones.get(location.id)?.timeZone ?? timeZone;
  }

  /** What the rules need to know of the photo of a post. */
  async photoOf(
    { workspaceId, source }: Pick<Owner, 'workspaceId' | 'source'>,
    { photoId }: Pick<PostBody, 'photoId'>,
  ): Promise<PreflightFacts['photo']> {
    if (photoId === undefined) return undefined;
    const photo = await this.photos.find(workspaceId, photoId);
    // Nothing of the sample goes to Google.
    const isReachable = source === 'sample' || this.photoAddresses.areReachable;
    return photo ? { ...photo, isReachable } : null;
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

/** Those of the rules that a post breaks, in their order. */
export function brokenRules(
  facts: PreflightFacts,
  rules: readonly KnownRule[] = PREFLIGHT_RULES,
): KnownRule[] {
  return rules.filter((rule) => rule.applies(facts));
}

/** The findings of the rules. On sample data nothing blocks, because nothing goes to Google. */
export function findingsOf(facts: PreflightFacts): Finding[] {
  const isSample = facts.connection === null;
  return brokenRules(facts).map(({ id, severity, field, reason, cure }) => ({
    id,
    severity: isSample ? 'warn' : severity,
    field,
    reason,
    cure,
  }));
}

/** A post with its location and its photo. */
type PostAtPlace = Pick<PreflightFacts, 'location' | 'body' | 'photo'>;

/** What Google refuses. These rules need only the post, its place and its photo, so nothing else has to be loaded. */
function blockingOf(post: PostAtPlace): Pick<Finding, 'field' | 'reason'>[] {
  return brokenBy(post).filter(isBlocking);
}

/** What Google refuses or rejects in a post, as a message for its author; undefined when no rule is broken. */
export function refusalOf(post: PostAtPlace): string | undefined {
  const rule = brokenBy(post).find((broken) => isBlocking(broken) || 'isRejected' in broken);
  return rule && `${rule.reason} ${rule.cure}`;
}

function brokenBy({ location, body, photo }: PostAtPlace) {
  return brokenRules({
    location,
    body,
    photo,
    timeZone: 'UTC',
    publishAt: undefined,
    connection: null,
    isPostingClosed: false,
    hasTwin: false,
  });
}

/** The errors of a post as findings. */
function asFindings(faults: FieldError[]): Finding[] {
  return faults.map(({ field, message }) => ({
    id: 'invalid',
    severity: 'block',
    field,
    reason: message,
    cure: null,
  }));
}

/** Whether it prevents scheduling. */
function isBlocking({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'block';
}

/** A place of the owner, as last read. Errors: `not_found`. */
export async function placeOf(
  provider: BusinessProfileProvider,
  owner: Owner,
  id: string,
): Promise<Location> {
  const location = await provider.knownLocation(owner, id);
  if (location === undefined) throw AppError.of('not_found');
  return location;
}

/**
 * Where a post goes out after a change; null when an unchanged place is no longer one of the workspace's.
 * Errors: `not_found` for a new one.
 */
export async function placeAfter(
  provider: BusinessProfileProvider,
  post: PostRow,
  { locationId }: { locationId?: string },
): Promise<Location | null> {
  if (locationId && locationId !== post.locationId) return placeOf(provider, post, locationId);
  return (await provider.knownLocation(post, post.locationId)) ?? null;
}
