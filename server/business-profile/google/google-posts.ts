import { Injectable } from '@nestjs/common';
import type { PostBody } from '../../database/schema.js';
import { AppError } from '../../errors/app-error.js';
import type { GoogleOwner } from '../business-profile-provider.js';
import {
  hashOfPost,
  type PostContent,
  type PostPlace,
  PublishFailure,
  type PublishOptions,
  type PublishRequest,
  type RemotePost,
} from '../remote-post.js';
import { GoogleApi } from './google-api.js';
import { GoogleClock, GoogleTimeouts } from './google-clock.js';
import { GoogleFailure } from './google-errors.js';
import type { GoogleLocalPost } from './google-types.js';

/** How far `GoogleClock` may be behind Google: its date is cut to the second and as old as the answer's transit time. */
const READING_MS = 2_000;

/** The posts of a place at Google. */
@Injectable()
export class GooglePosts {
  constructor(
    private readonly api: GoogleApi,
    private readonly googleClock: GoogleClock,
    private readonly timeouts: GoogleTimeouts,
  ) {}

  /** See `BusinessProfileProvider.publishPost`. */
  async publish(owner: GoogleOwner, request: PublishRequest, options: PublishOptions): Promise<RemotePost> {
    let hasLeft = false;
    const beforeSending = async (): Promise<void> => {
      await options.beforeSending(this.googleClock.now());
      hasLeft = true;
    };
    try {
      await this.waitForTime(owner, request);
      const turn = { priority: 'publish', waitMs: this.timeouts.turnMs, beforeSending } as const;
      return toRemotePost(
        await this.api.createLocalPost(owner, request, toLocalPost(request.body, request.photoUrl), turn),
      );
    } catch (error) {
      throw toPublishFailure(error, hasLeft);
    }
  }

  /** All posts of a place, page by page. Errors: those of `GoogleApi`. */
  async *list(owner: GoogleOwner, place: PostPlace): AsyncGenerator<RemotePost[]> {
    const turn = { priority: 'read', waitMs: this.timeouts.turnMs } as const;
    for await (const page of this.api.listLocalPosts(owner, place, turn)) yield page.map(toRemotePost);
  }

  /** A post by its name. Errors: those of `GoogleApi`. */
  async get(owner: GoogleOwner, name: string): Promise<RemotePost> {
    // Publishing due posts has priority; checking a published post can wait.
    const turn = { priority: 'follow-up', waitMs: this.timeouts.turnMs / 4 } as const;
    return toRemotePost(await this.api.getLocalPost(owner, name, turn));
  }

  /** See `BusinessProfileProvider.deletePublished`. */
  async delete(owner: GoogleOwner, name: string): Promise<void> {
    try {
      await this.api.deleteLocalPost(owner, name, { priority: 'save' });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      // Google gives the same answer for a deleted post and for a place that the user may not see.
      const [, locationId = ''] = /\/locations\/([^/]+)\//.exec(name) ?? [];
      await this.api.getLocation(owner, locationId, { priority: 'save' }).catch((reason: unknown) => {
        throw isNotFound(reason) ? AppError.of('google/refused', reason) : reason;
      });
    }
  }

  /**
   * Keeps a post from being sent before its time by Google's clock: waits as long as that clock is imprecise, and refuses if
   * our clock is really ahead. Before refusing, it reads Google's clock again.
   */
  private async waitForTime(owner: GoogleOwner, { notBefore, ...place }: PublishRequest): Promise<void> {
    const missing = () => notBefore.getTime() - (this.googleClock.now()?.getTime() ?? -Infinity);
    if (missing() > READING_MS)
      for await (const _page of this.api.listLocalPosts(owner, place, { priority: 'publish' })) break;
    if (this.googleClock.now() === null) return;
    if (missing() > READING_MS)
      throw new PublishFailure({ kind: 'not_sent', code: 'too_early', retryAfterMs: missing() });
    while (missing() > 0) await this.timeouts.wait(missing());
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

/** A post in Google's shape (google-apis.md, E3), where a post with a button is STANDARD. */
export function toLocalPost(
  { languageCode, summary, topicType, callToAction, event, offer }: PostBody,
  photoUrl?: string,
) {
  return {
    languageCode,
    summary,
    topicType: topicType === 'CALL_TO_ACTION' ? 'STANDARD' : topicType,
    ...(callToAction && { callToAction }),
    ...(event && { event }),
    ...(offer && { offer }),
    ...(photoUrl && { media: [{ mediaFormat: 'PHOTO', sourceUrl: photoUrl }] }),
  };
}

/** A post as Google gives it. */
export function toRemotePost(google: GoogleLocalPost): RemotePost {
  return {
    name: google.name ?? null,
    state: toState(google.state),
    searchUrl: google.searchUrl ?? null,
    createTime: toDate(google.createTime),
    bodyHash: hashOfPost(toContent(google)),
  };
}

function toContent({ topicType = '', summary, callToAction, event, offer }: GoogleLocalPost): PostContent {
  const hasButton = topicType === 'STANDARD' && callToAction !== undefined;
  return {
    topicType: hasButton ? 'CALL_TO_ACTION' : topicType,
    summary,
    callToAction: hasButton ? callToAction : undefined,
    event,
    offer,
  };
}

function toState(state: string | undefined): RemotePost['state'] {
  switch (state) {
    case 'PROCESSING':
    case 'LIVE':
    case 'REJECTED':
      return state;
    case 'RECURRING':
      return 'LIVE';
    default:
      return 'OTHER';
  }
}

function toDate(text: string | undefined): Date | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}

/**
 * Translates the error of a failed attempt to publish. Errors that did not come from Google are returned as they are.
 * @param hasLeft whether sending had begun; before that, Google cannot have taken the post
 */
function toPublishFailure(error: unknown, hasLeft: boolean): unknown {
  if (!(error instanceof AppError)) return error;
  const google = error.cause instanceof GoogleFailure ? error.cause : undefined;
  const retryAfterMs = google?.retryAfterMs;
  const cause = { cause: error };
  switch (error.code) {
    case 'google/reconnect':
    case 'connect/not-connected':
      return new PublishFailure({ kind: 'not_sent', code: 'reconnect' }, null, cause);
    case 'connect/held':
      return new PublishFailure({ kind: 'not_sent', code: 'held' }, null, cause);
    case 'google/no-quota':
      return new PublishFailure({ kind: 'not_sent', code: 'no_quota' }, null, cause);
    case 'google/busy':
      // Without an answer from Google it was our own limit that refused.
      return new PublishFailure(
        { kind: 'not_sent', code: google ? 'busy' : 'limited', retryAfterMs },
        null,
        cause,
      );
    case 'google/unavailable':
      if (google?.kind === 'unauthenticated')
        return new PublishFailure({ kind: 'not_sent', code: 'not_accepted' }, null, cause);
      if (!hasLeft || !google || google.isUnsent)
        return new PublishFailure({ kind: 'not_sent', code: 'unreachable', retryAfterMs }, null, cause);
      return new PublishFailure(
        { kind: 'ambiguous', code: isErrorAnswer(google) ? 'error_answer' : 'no_answer' },
        null,
        cause,
      );
    case 'not_found':
      return new PublishFailure(
        { kind: 'refused', code: 'gone' },
        'This location is no longer on Google, or you no longer manage it.',
        cause,
      );
    case 'google/refused':
      return google?.kind === 'forbidden' ? forbidden(cause) : invalid(google, cause);
    default:
      return error;
  }
}

/** Whether Google responded with an error. */
function isErrorAnswer({ status = 0 }: GoogleFailure): boolean {
  return status >= 500;
}

function forbidden(cause: ErrorOptions): PublishFailure {
  return new PublishFailure(
    { kind: 'refused', code: 'forbidden' },
    'Google doesn’t allow your account to post for this location.',
    cause,
  );
}

function invalid(google: GoogleFailure | undefined, cause: ErrorOptions): PublishFailure {
  const [violation] = google?.violations ?? [];
  if (violation && PHOTO_NOT_FETCHED.test(violation.description))
    return new PublishFailure({ kind: 'refused', code: 'invalid', field: violation.field }, NO_PHOTO, cause);
  const field = violation && FIELDS.find(([path]) => violation.field.startsWith(path));
  const about = field ? `${field[1]} of this post` : 'this post';
  const words = violation ? `Google refused ${about}: ${violation.description}` : `Google refused ${about}.`;
  return new PublishFailure({ kind: 'refused', code: 'invalid', field: violation?.field }, words, cause);
}

/** Google's code 1000, PHOTO_FETCH_FAILED, comes with these words. */
const PHOTO_NOT_FETCHED = /fetching image failed/i;
const NO_PHOTO =
  'Google couldn’t load the photo of this post, so it didn’t take the post. Retry sends both again; if that fails too, choose another photo.';

/** Google's names of fields (v4) in words; the first matching prefix counts. */
const FIELDS: [path: string, words: string][] = [
  ['call_to_action.url', "the button's link"],
  ['call_to_action', 'the button'],
  ['event.title', 'the title'],
  ['event', 'the dates'],
  ['offer.redeem_online_url', "the offer's link"],
  ['offer', 'the offer'],
  ['media', 'the photo'],
  ['summary', 'the text'],
];
