import { Injectable } from '@nestjs/common';
import type { PostBody } from '../../database/schema.js';
import { AppError } from '../../errors/app-error.js';
import { webLink } from '../../security/web-address.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import {
  hashOfPost,
  type PostContent,
  type PostPlace,
  WriteFailure,
  type PublishOptions,
  type PublishRequest,
  type RemotePost,
} from '../port/remote-post.js';
import { GoogleApi, isLocalPostName } from '../calls/google-api.js';
import type { GoogleTurn } from '../calls/google-calls.js';
import { GoogleClock, GoogleTimeouts } from '../calls/google-clock.js';
import { nameUnder, placeOfName } from '../translation/google-names.js';
import { misfitIn, SHAPES } from '../translation/google-shapes.js';
import type { GoogleLocalPost } from '../translation/google-types.js';
import { toInstant } from '../translation/instants.js';
import { LeftOutThings } from '../calls/left-out.js';
import { MovedLocations } from './moved-locations.js';
import { type SentThing, toWriteFailure } from '../calls/write-failure.js';

/** How far `GoogleClock` may be behind Google: its date is cut to the second and as old as the answer's transit time. */
const READING_MS = 2_000;

/** The posts of a place at Google. */
@Injectable()
export class GooglePosts {
  constructor(
    private readonly api: GoogleApi,
    private readonly googleClock: GoogleClock,
    private readonly timeouts: GoogleTimeouts,
    private readonly leftOut: LeftOutThings,
    private readonly moved: MovedLocations,
  ) {}

  /** See `BusinessProfileProvider.publishPost`. */
  async publish(owner: GoogleOwner, request: PublishRequest, options: PublishOptions): Promise<RemotePost> {
    let hasLeft = false;
    const { signal } = options;
    const turn = { priority: 'publish', waitMs: this.timeouts.turnMs, ...(signal && { signal }) } as const;
    const body = toLocalPost(request.body, request.photoUrl);
    const send = async (accountId: string): Promise<GoogleLocalPost> => {
      await this.waitForTime(owner, { ...request, accountId });
      const beforeSending = async (): Promise<void> => {
        await options.beforeSending(this.googleClock.now(), accountId);
        hasLeft = true;
      };
      return this.api.createLocalPost(owner, { ...request, accountId }, body, { ...turn, beforeSending });
    };
    try {
      return toRemotePost(await this.moved.follow(owner, request, 'list', turn, send));
    } catch (error) {
      throw toWriteFailure(error, hasLeft, POST);
    }
  }

  /**
   * All posts of a place, page by page. Of a post that cannot be read, the unreadable parts are null: it is neither one of our
   * posts nor missing. Errors: those of `GoogleApi`.
   */
  async *list(owner: GoogleOwner, place: PostPlace): AsyncGenerator<RemotePost[]> {
    const turn = { priority: 'read', waitMs: this.timeouts.turnMs } as const;
    const listUnder = (accountId: string) => this.api.listLocalPosts(owner, { ...place, accountId }, turn);
    for await (const page of this.moved.followPages(owner, place, turn, listUnder)) {
      const posts = page.map(toRemotePost);
      for (const { name, bodyHash } of posts)
        if (name === null || bodyHash === null)
          this.leftOut.note('post', { location: place.locationId, id: name ?? '' });
      yield posts;
    }
  }

  /** A post by its name. Errors: those of `GoogleApi`. */
  async get(owner: GoogleOwner, name: string): Promise<RemotePost> {
    // Publishing due posts has priority; checking a published post can wait.
    const turn = { priority: 'follow-up', waitMs: this.timeouts.turnMs / 4 } as const;
    const getAs = (known: string) => this.api.getLocalPost(owner, known, turn);
    return toRemotePost(await this.followName(owner, name, turn, getAs));
  }

  /** See `BusinessProfileProvider.deletePublished`. */
  async delete(owner: GoogleOwner, name: string, signal?: AbortSignal): Promise<boolean> {
    const turn = { priority: 'save', ...(signal && { signal }) } as const;
    try {
      await this.followName(owner, name, turn, (known) => this.api.deleteLocalPost(owner, known, turn));
      return true;
    } catch (error) {
      const place = placeOfName(name);
      if (!isNotFound(error) || !place) throw error;
      // Google gives the same answer for a deleted post and for a place that the user may not see.
      if (!(await this.moved.isThere(owner, place, turn))) throw AppError.of('google/refused', error);
      return false;
    }
  }

  /** Makes a call about a post by its name, as it is called under the account that its location has by now. */
  private async followName<T>(
    owner: GoogleOwner,
    name: string,
    turn: GoogleTurn,
    call: (name: string) => Promise<T>,
  ): Promise<T> {
    const place = placeOfName(name);
    if (!place) throw AppError.of('not_found');
    return this.moved.follow(owner, place, 'thing', turn, (accountId) => call(nameUnder(name, accountId)));
  }

  /**
   * Keeps a post from being sent before its time by Google's clock. It waits out the imprecision of that clock, and refuses
   * the post if our clock is further ahead. Before refusing, it reads Google's clock again.
   */
  private async waitForTime(owner: GoogleOwner, { notBefore, ...place }: PublishRequest): Promise<void> {
    const missing = () => notBefore.getTime() - (this.googleClock.now()?.getTime() ?? -Infinity);
    if (missing() > READING_MS)
      for await (const _page of this.api.listLocalPosts(owner, place, { priority: 'publish' })) break;
    if (this.googleClock.now() === null) return;
    if (missing() > READING_MS)
      throw new WriteFailure({ kind: 'not_sent', code: 'too_early', retryAfterMs: missing() });
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

/** A post as Google gives it, as far as it can be read. */
export function toRemotePost(google: GoogleLocalPost | null): RemotePost {
  const { name, state, searchUrl, createTime } = google ?? {};
  const isReadable = google !== null && misfitIn(google, SHAPES.post) === undefined;
  return {
    name: isLocalPostName(name) ? name : null,
    state: toState(state),
    searchUrl: webLink(searchUrl),
    createTime: toInstant(createTime),
    bodyHash: isReadable ? hashOfPost(toContent(google)) : null,
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

const POST: SentThing = {
  name: 'this post',
  gone: 'This location is no longer on Google, or you no longer manage it.',
  forbidden: 'Google doesn’t allow your account to post for this location.',
  fields: [
    ['call_to_action.url', "the button's link"],
    ['call_to_action', 'the button'],
    ['event.title', 'the title'],
    ['event', 'the dates'],
    ['offer.redeem_online_url', "the offer's link"],
    ['offer', 'the offer'],
    ['media', 'the photo'],
    ['summary', 'the text'],
  ],
};
