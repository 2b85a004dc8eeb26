import { Injectable, Logger } from '@nestjs/common';
import type {
  BusinessProfileProvider,
  KnownPlace,
} from '../business-profile/port/business-profile-provider.js';
import {
  hashOfPost,
  type PostPlace,
  WriteFailure,
  type WriteFailureFacts,
} from '../business-profile/port/remote-post.js';
import { CampaignSendRules, type PostCampaign } from '../campaigns/work/campaign-send-rules.js';
import { MINUTE_MS, HOUR_MS } from '../config/durations.js';
import { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import { ClaimOver } from '../jobs/claims.js';
import { DueWork } from '../jobs/due-work.js';
import { ProcessStops } from '../jobs/process-stops.js';
import { PhotoAddresses } from '../photos/photo-addresses.js';
import { PhotosService } from '../photos/photos.service.js';
import type { PostRow } from '../posts/posts.repository.js';
import { refusalOf } from '../posts/preflight.service.js';
import {
  type PostClaim,
  DOUBTS,
  FAILURES,
  NOT_SENT,
  failed,
  held,
  parked,
  type PostResult,
  accepted,
  unconfirmed,
  WAITING_FOR,
  waiting,
  after,
  nextLook,
  pauseMs,
  turnMs,
} from './steps.js';
import { HoldsRepository, type Pause } from './holds.repository.js';
import { type Access, googleOwner, PostAccess } from './access.js';
import { LedgerRepository } from './ledger.repository.js';

/** Places are being read from Google for the first time: soon they are known. */
const PLACES_MS = 30_000;
/** How often the approval of the app by Google is checked; it costs no call. */
const APPROVAL_MS = 5 * MINUTE_MS;
/** A change of a campaign reaches a post about a second after it was made. */
const CHANGE_MS = 2_000;

/** What sending a post depends on. */
interface SendContext {
  access: Access;
  /** Undefined for one that is not known to be the user's. */
  place: KnownPlace | undefined;
  /** Why and until when the Google account's posts wait, which may be over. */
  pause: Pause | undefined;
  /** The public address of its photo; null: the photo is no longer stored. */
  photoUrl: string | null | undefined;
  /** Undefined for a post without one. */
  campaign: PostCampaign | undefined;
}

type NotSent = WriteFailureFacts & { kind: 'not_sent' };

/** Sends a post that is due, once, or says why it does not go out now. */
@Injectable()
export class SendStep {
  private readonly logger = new Logger('Publishing');
  private readonly lateMs: number;

  constructor(
    private readonly env: Env,
    private readonly ledger: LedgerRepository,
    private readonly holds: HoldsRepository,
    private readonly access: PostAccess,
    private readonly photos: PhotosService,
    private readonly photoAddresses: PhotoAddresses,
    private readonly campaigns: CampaignSendRules,
    private readonly dueWork: DueWork,
  ) {
    this.lateMs = env.PUBLISH_LATE_HOURS * HOUR_MS;
  }

  /** Reads what sending a post depends on, all at once. */
  async loadSendContext({ post }: PostClaim): Promise<SendContext> {
    const owner = googleOwner(post);
    const [access, place, pause, photoUrl, campaign] = await Promise.all([
      this.access.of(post),
      this.access.placeOf(post),
      owner && this.holds.pauseOf(owner),
      this.photoUrlOf(post),
      this.campaigns.of(post),
    ]);
    return { access, place, pause, photoUrl, campaign };
  }

  /** @param loaded the context, if it has just been loaded */
  async take(claim: PostClaim, loaded?: SendContext): Promise<PostResult> {
    const { post } = claim;
    const context = loaded ?? (await this.loadSendContext(claim));
    const { access, place, pause, photoUrl, campaign } = context;
    const now = claim.now();
    if (campaign?.state === 'undone') return { post: failed(FAILURES.campaignUndone) };
    if (campaign && (campaign.isPaused || campaign.state === 'undoing')) return { post: parked() };
    if (now.getTime() - post.publishAt.getTime() > this.lateMs)
      return { post: failed(FAILURES.missed(this.env.PUBLISH_LATE_HOURS)) };
    if (access.state === 'lost') return { post: held('connection_lost', this.missedAt(claim)) };
    if (access.state === 'held') return { post: held('connection_held', this.missedAt(claim)) };
    if (campaign?.isChanging)
      return { post: { status: 'SCHEDULED', detail: null, nextStepAt: after(now, CHANGE_MS) } };
    if (access.state === 'no_quota')
      return { post: waiting(after(now, APPROVAL_MS), 'waiting_for_approval') };
    if (pause && pause.until > now)
      return { post: waiting(after(pause.until, turnMs(0, Math.random())), pause.detail) };
    if (!place && !(await access.provider.arePlacesKnown(post)))
      return { post: { status: 'SCHEDULED', detail: null, nextStepAt: after(now, PLACES_MS) } };
    if (!place) return { post: failed(FAILURES.locationGone) };
    if (photoUrl === null) return { post: failed(FAILURES.photoGone) };
    const { accountId, locationId, openStatus } = place;
    if (openStatus === 'CLOSED_PERMANENTLY' && (await isStillClosed(access.provider, post)))
      return { post: failed(FAILURES.locationClosed) };
    return (
      (await this.onClosedDay(claim, campaign)) ??
      this.send(
        claim,
        access.provider,
        { accountId, locationId },
        { wasPaused: pause !== undefined, photoUrl },
      )
    );
  }

  /** What the campaign of a post wants on a day on which its location is closed; undefined: it goes out. */
  private async onClosedDay(
    claim: PostClaim,
    campaign: PostCampaign | undefined,
  ): Promise<PostResult | undefined> {
    if (!campaign) return undefined;
    const day = await this.campaigns.openDayOf(claim.post, campaign, claim.now());
    if (day === 'open') return undefined;
    if (day === 'closed-that-day') return { post: failed(FAILURES.closedThatDay) };
    if (day === 'no-open-day') return { post: failed(FAILURES.noOpenDay) };
    await this.campaigns.noteMoved(claim.post.id, day);
    return { post: { status: 'SCHEDULED', detail: null, nextStepAt: day.publishAt, ...day } };
  }

  private async photoUrlOf({
    id: postId,
    workspaceId,
    source,
    body,
  }: PostRow): Promise<SendContext['photoUrl']> {
    const { photoId } = body;
    if (photoId === undefined) return undefined;
    if (!(await this.photos.find(workspaceId, photoId))) return null;
    // Nothing of the sample reaches Google.
    return source === 'sample' ? undefined : this.photoAddresses.of({ postId, photoId });
  }

  private async send(
    claim: PostClaim,
    provider: BusinessProfileProvider,
    place: PostPlace,
    { wasPaused, photoUrl }: { wasPaused: boolean; photoUrl: string | undefined },
  ): Promise<PostResult> {
    const { post } = claim;
    const bodyHash = hashOfPost(post.body);
    const beforeSending = async (googleDate: Date | null, accountId: string): Promise<void> => {
      this.dueWork.stopping.throwIfAborted();
      await this.ledger.intend(claim, { ...place, accountId, googleDate, bodyHash });
      if (post.source === 'sample') await this.refuseAsGoogle(provider, post);
    };
    try {
      const request = { ...place, body: post.body, photoUrl, notBefore: post.publishAt };
      const remote = await provider.publishPost(post, request, {
        beforeSending,
        signal: this.dueWork.stopping,
      });
      const owner = googleOwner(post);
      if (owner && wasPaused) await this.holds.endPause(owner);
      const { name } = remote;
      if (name === null) return this.doubt(claim, 'nameless_answer');
      const times = { sentAt: claim.claimedAt, now: claim.now() };
      const result = accepted(post, { ...remote, name }, times);
      return {
        post: result.post,
        attempts: [{ number: post.attempt, change: result.attempt }],
        answeredName: name,
      };
    } catch (error) {
      if (error instanceof ClaimOver || error instanceof ProcessStops) return this.giveBack(claim, error);
      if (error instanceof WriteFailure) return this.afterFailure(claim, error);
      throw error;
    }
  }

  /** Nothing of the sample reaches Google, which would refuse it. Errors: `WriteFailure`. */
  private async refuseAsGoogle(provider: BusinessProfileProvider, post: PostRow): Promise<void> {
    const location = await provider.knownLocation(post, post.locationId);
    const words = refusalOf({ location, body: post.body });
    if (words !== undefined) throw new WriteFailure({ kind: 'refused', code: 'invalid' }, words);
  }

  private async afterFailure(claim: PostClaim, { facts, words }: WriteFailure): Promise<PostResult> {
    switch (facts.kind) {
      case 'ambiguous':
        return this.doubt(claim, facts.code);
      case 'refused': {
        const error = words ?? FAILURES.rejected;
        const change = { outcome: 'refused', error, endedAt: claim.now() } as const;
        return { post: failed(error), attempts: [{ number: claim.post.attempt, change }] };
      }
      case 'not_sent': {
        const change = { outcome: 'not_sent', error: NOT_SENT[facts.code], endedAt: claim.now() } as const;
        return {
          post: await this.putOff(claim, facts),
          attempts: [{ number: claim.post.attempt, change }],
        };
      }
    }
  }

  private async putOff(claim: PostClaim, { code, retryAfterMs = 0 }: NotSent): Promise<PostResult['post']> {
    const { post } = claim;
    const now = claim.now();
    const owner = googleOwner(post);
    switch (code) {
      case 'reconnect':
        return held('connection_lost', this.missedAt(claim));
      case 'held':
        return held('connection_held', this.missedAt(claim));
      case 'too_early':
        return { status: 'SCHEDULED', detail: null, nextStepAt: after(now, retryAfterMs) };
      case 'limited':
        return waiting(after(now, turnMs(now.getTime() - post.publishAt.getTime(), Math.random())));
      case 'busy':
      case 'no_quota':
      case 'not_accepted':
      case 'unreachable': {
        const until = (times: number) => after(now, pauseMs(times, retryAfterMs, Math.random()));
        const detail = WAITING_FOR[code];
        const pausedUntil = owner ? await this.holds.pause(owner, now, { until, detail }) : until(1);
        // The first post after the pause shows whether the others can go.
        return waiting(after(pausedUntil, turnMs(0, Math.random())), detail);
      }
    }
  }

  /** It may have been taken: from now on it is reconciled, not sent. */
  private doubt(claim: PostClaim, doubt: keyof typeof DOUBTS): PostResult {
    const now = claim.now();
    const change = { outcome: 'unconfirmed', doubt, error: DOUBTS[doubt] } as const;
    return {
      post: unconfirmed(nextLook(now, now)),
      attempts: [{ number: claim.post.attempt, change }],
    };
  }

  /** Nothing has left: another process, or this one a little later, tries again. */
  private giveBack(claim: PostClaim, reason: ClaimOver | ProcessStops): PostResult {
    this.logger.warn({ event: 'publishing.given_back', post: claim.post.id, reason: reason.message });
    const now = claim.now();
    const change = { outcome: 'not_sent', endedAt: now } as const;
    return {
      post: {
        status: 'SCHEDULED',
        detail: null,
        nextStepAt: reason instanceof ProcessStops ? claim.claimedAt : after(now, 1000),
      },
      attempts: [{ number: claim.post.attempt, change }],
    };
  }

  /** When a post that waits has waited too long. */
  private missedAt({ post }: PostClaim): Date {
    return after(post.publishAt, this.lateMs + 1000);
  }
}

/** What is stored of a place may lag behind its reopening. A place that is gone by now is refused by the platform itself. */
async function isStillClosed(provider: BusinessProfileProvider, post: PostRow): Promise<boolean> {
  try {
    const { openStatus } = await provider.getLocation(post, post.locationId);
    return openStatus === 'CLOSED_PERMANENTLY';
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}
