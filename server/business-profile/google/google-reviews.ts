import { Injectable } from '@nestjs/common';
import { AppError } from '../../errors/app-error.js';
import { cleanName } from '../../security/clean-json.js';
import { webLink } from '../../security/web-address.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { PostPlace } from '../port/remote-post.js';
import type { RemoteReply, RemoteReview, RemoteReviewPage } from '../port/remote-review.js';
import { GoogleCalls, type GoogleTurn } from '../calls/google-calls.js';
import { GoogleFailure } from '../calls/google-errors.js';
import { listOf, type Page, pagesOf } from '../calls/google-pages.js';
import { GOOGLE_NAMES, nameUnder, placeOfName } from '../translation/google-names.js';
import { googlePath } from '../calls/google-request.js';
import { misfitIn, SHAPES } from '../translation/google-shapes.js';
import type { GoogleReview, GoogleReviewReply } from '../translation/google-types.js';
import { toInstant } from '../translation/instants.js';
import { MovedLocations } from './moved-locations.js';
import { type SentThing, toWriteFailure } from '../calls/write-failure.js';

/** The largest page that Google gives. */
const REVIEWS_PAGE = 50;
/** How many locations one request names. Google's older description allows 200, and one vendor says 50. */
export const REVIEWED_AT_ONCE = 50;
/** The largest number that a column of counts holds. */
const MAX_INT = 2 ** 31 - 1;
const NEWEST_FIRST = 'updateTime desc';

const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];

interface ListAnswer extends Page {
  reviews?: GoogleReview[];
  averageRating?: number;
  totalReviewCount?: number;
}

interface BatchAnswer extends Page {
  locationReviews?: { name?: string; review?: GoogleReview }[];
}

/** What a write waits for, and what stops it. */
export interface ReplyOptions {
  /** Called immediately before each sending. When it throws, nothing is sent, and the error is passed on. */
  beforeSending: () => Promise<void>;
  /** Once this is aborted nothing leaves any more, and its reason is passed on. */
  signal: AbortSignal;
}

/**
 * The reviews of places at Google (google-apis-2.md, a). Errors of every read: those of `GoogleApi`, and
 * `google/unverified` for a place whose reviews Google does not serve.
 */
@Injectable()
export class GoogleReviews {
  constructor(
    private readonly calls: GoogleCalls,
    private readonly moved: MovedLocations,
  ) {}

  /**
   * All reviews of a place, page by page, the latest changed first. A review that changes during the reading may be listed
   * twice, or not at all.
   */
  async *list(owner: GoogleOwner, place: PostPlace, turn: GoogleTurn): AsyncGenerator<RemoteReviewPage> {
    const query = { pageSize: REVIEWS_PAGE, orderBy: NEWEST_FIRST };
    const listUnder = (accountId: string) => {
      const path = googlePath`accounts/${accountId}/locations/${place.locationId}/reviews`;
      return pagesOf<ListAnswer, RemoteReviewPage>(
        (pageToken) => this.read(owner, { path, query: { ...query, pageToken } }, turn),
        ({ reviews, averageRating, totalReviewCount }) => [
          {
            ...toRemoteReviews(listOf(reviews)),
            averageRating: isRating(averageRating) ? averageRating : null,
            total: isCount(totalReviewCount) ? totalReviewCount : 0,
          },
        ],
      );
    };
    for await (const page of this.moved.followPages(owner, place, turn, listUnder)) yield* page;
  }

  /**
   * The reviews of at most `REVIEWED_AT_ONCE` places of an account together, page by page, the latest changed first. Google
   * may refuse all because of one.
   */
  listMany(
    owner: GoogleOwner,
    accountId: string,
    locationIds: readonly string[],
    turn: GoogleTurn,
  ): AsyncIterable<RemoteReview[]> {
    const path = googlePath`accounts/${accountId}/locations:batchGetReviews`;
    const body = {
      locationNames: locationIds.map((id) => googlePath`accounts/${accountId}/locations/${id}`),
      pageSize: REVIEWS_PAGE,
      orderBy: NEWEST_FIRST,
    };
    return pagesOf<BatchAnswer, RemoteReview>(
      (pageToken) =>
        this.read(owner, { method: 'POST', path, body: { ...body, ...(pageToken && { pageToken }) } }, turn),
      ({ locationReviews }) =>
        toRemoteReviews(listOf(locationReviews).flatMap((each) => each?.review ?? [])).reviews,
    );
  }

  /**
   * A review by its name. Also `not_found`, when it is gone or the place may not be seen, and `google/unreadable`.
   */
  async get(owner: GoogleOwner, name: string, turn: GoogleTurn): Promise<RemoteReview> {
    const answer = await this.followName(owner, name, turn, (path) =>
      this.read<GoogleReview>(owner, { path }, turn),
    );
    const [review] = toRemoteReviews([answer]).reviews;
    if (!review) throw AppError.of('google/unreadable');
    return review;
  }

  /**
   * Replaces the reply of a review, or makes it, in one request that is never repeated. A reply that Google accepts is
   * not public yet. Errors: `WriteFailure`; what `beforeSending` throws.
   */
  async putReply(
    owner: GoogleOwner,
    name: string,
    text: string,
    options: ReplyOptions,
  ): Promise<RemoteReply> {
    const answer = await this.write<GoogleReviewReply>(owner, name, 'PUT', options, { comment: text });
    return toRemoteReply({ comment: text, ...answer });
  }

  /** Removes the reply of a review, in one request that is never repeated. Errors: as above. */
  async deleteReply(owner: GoogleOwner, name: string, options: ReplyOptions): Promise<void> {
    await this.write(owner, name, 'DELETE', options);
  }

  private async write<T>(
    owner: GoogleOwner,
    name: string,
    method: 'PUT' | 'DELETE',
    options: ReplyOptions,
    body?: object,
  ): Promise<T> {
    let hasLeft = false;
    const beforeSending = async (): Promise<void> => {
      await options.beforeSending();
      hasLeft = true;
    };
    const { signal } = options;
    const turn = { priority: 'save', signal } as const;
    try {
      return await this.followName(owner, name, turn, (path, locationId) => {
        const request = { service: 'v4', method, path: `${path}/reply`, ...(body && { body }) } as const;
        return this.calls.edit<T>(owner, locationId, request, { ...turn, beforeSending });
      });
    } catch (error) {
      throw toWriteFailure(error, hasLeft, REPLY);
    }
  }

  /** Makes a call about a review by its name, as it is called under the account that its location has by now. */
  private async followName<T>(
    owner: GoogleOwner,
    name: string,
    turn: GoogleTurn,
    call: (path: string, locationId: string) => Promise<T>,
  ): Promise<T> {
    const place = placeOfName(name);
    if (!place) throw AppError.of('not_found');
    return this.moved.follow(owner, place, 'thing', turn, (accountId) =>
      call(pathOf(nameUnder(name, accountId)), place.locationId),
    );
  }

  private async read<T>(
    owner: GoogleOwner,
    request: Pick<Parameters<GoogleCalls['read']>[1], 'method' | 'path' | 'query' | 'body'>,
    turn: GoogleTurn,
  ): Promise<T> {
    try {
      return await this.calls.read<T>(owner, { service: 'v4', ...request }, turn);
    } catch (error) {
      const failure = error instanceof AppError ? error.cause : undefined;
      if (!(failure instanceof GoogleFailure) || failure.kind !== 'refused') throw error;
      throw AppError.of('google/unverified', failure);
    }
  }
}

const REPLY: SentThing = {
  name: 'this reply',
  gone: 'The review is gone, or you no longer manage its location.',
  forbidden: 'Google doesn’t allow your account to reply at this location.',
  fields: [
    ['comment', 'the text'],
    ['review_reply.comment', 'the text'],
  ],
};

/** The path of a review's name. Errors: `not_found` for any other text. */
function pathOf(name: string): string {
  const [, account, location, review] = GOOGLE_NAMES.review.exec(name) ?? [];
  if (!account || !location || !review) throw AppError.of('not_found');
  return `${googlePath`accounts/${account}/locations/${location}`}/reviews/${encodeURIComponent(review)}`;
}

/** Reviews as Google gives them, and the ids of those that cannot be read; '' for one whose id cannot be read either. */
function toRemoteReviews(given: readonly GoogleReview[]): Pick<RemoteReviewPage, 'reviews' | 'unreadable'> {
  const read = given.map((google) =>
    misfitIn(google ?? null, SHAPES.review) === undefined ? toRemoteReview(google) : [],
  );
  return {
    reviews: read.flat(),
    unreadable: given
      .filter((_, index) => read[index]?.length === 0)
      .map((google) => GOOGLE_NAMES.review.exec(String(google?.name))?.[3] ?? ''),
  };
}

/** A list of the one review; empty if Google does not say which review it is, when it was changed or how many stars it has. */
function toRemoteReview(google: GoogleReview): RemoteReview[] {
  const [, accountId, locationId, id] = GOOGLE_NAMES.review.exec(google.name ?? '') ?? [];
  const stars = STARS.indexOf(google.starRating ?? '') + 1;
  const updatedAt = toInstant(google.updateTime) ?? toInstant(google.createTime);
  if (!accountId || !locationId || !id || stars === 0 || !updatedAt) return [];
  const { displayName, profilePhotoUrl, isAnonymous = false } = google.reviewer ?? {};
  return [
    {
      name: google.name!,
      accountId,
      locationId,
      id,
      stars,
      comment: google.comment || null,
      reviewerName: isAnonymous || displayName === undefined ? null : cleanName(displayName),
      reviewerPhotoUrl: isAnonymous ? null : webLink(profilePhotoUrl),
      isAnonymous,
      media: (google.reviewMediaItems ?? []).flatMap(({ thumbnailLabel: label = null, ...urls }) => {
        const thumbnailUrl = webLink(urls.thumbnailUrl);
        return thumbnailUrl ? [{ label, thumbnailUrl, videoUrl: webLink(urls.videoUrl) }] : [];
      }),
      createdAt: toInstant(google.createTime) ?? updatedAt,
      updatedAt,
      url: webLink(google.reviewReplyUrl),
      reply: google.reviewReply ? toRemoteReply(google.reviewReply) : null,
    },
  ];
}

function isRating(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= STARS.length;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_INT;
}

function toRemoteReply(google: GoogleReviewReply): RemoteReply {
  const state = toReplyState(google.reviewReplyState);
  return {
    text: google.comment ?? '',
    updatedAt: toInstant(google.updateTime),
    state,
    violation: state === 'REJECTED' ? (google.policyViolation ?? null) : null,
  };
}

/** Replies from before April 2026 have no state, and are public. */
function toReplyState(state = 'REVIEW_REPLY_STATE_UNSPECIFIED'): RemoteReply['state'] {
  if (state === 'REJECTED') return state;
  return state === 'APPROVED' || state === 'REVIEW_REPLY_STATE_UNSPECIFIED' ? 'PUBLIC' : 'IN_REVIEW';
}
