import type { PostBody } from '../database/schema.js';

/** Where a post is to appear. */
export interface PostPlace {
  accountId: string;
  locationId: string;
}

/** A post as the place's platform shows it to its owner. */
export interface RemotePost {
  /** The platform's name of it; null where it took the post without telling. */
  name: string | null;
  /** `PROCESSING`: under review, the public does not see it. `OTHER`: a state that no post of ours should be in. */
  state: 'PROCESSING' | 'LIVE' | 'REJECTED' | 'OTHER';
  /** The post for everybody to see, once it is live. */
  searchUrl: string | null;
  /** When the platform took it, by its own clock. */
  createTime: Date | null;
  /** `hashOfPost` of its content. */
  bodyHash: string;
}

export interface PublishRequest extends PostPlace {
  body: PostBody;
  /** Nothing leaves before this by the platform's own clock, where that is known. */
  notBefore: Date;
}

export interface PublishOptions {
  /**
   * Called when nothing is left to do but to send, and again before it is sent anew with another access token. What it
   * throws is thrown, and nothing leaves. The date is the platform's, as far as it is known.
   */
  beforeSending: (remoteDate: Date | null) => Promise<void>;
}

/**
 * Why something surely was not taken. `held`: by us, until its owner has chosen; `limited`: our own limit; `busy`,
 * `no_quota`: the platform's. `not_accepted`: it did not accept the access, which works all the same.
 */
export type NotSentCode =
  'reconnect' | 'held' | 'not_accepted' | 'busy' | 'no_quota' | 'limited' | 'unreachable' | 'too_early';

/** What became of a post that was not taken for sure. */
export type PublishFailureFacts =
  | { kind: 'not_sent'; code: NotSentCode; retryAfterMs?: number }
  | { kind: 'refused'; code: 'gone' | 'forbidden' | 'invalid'; field?: string }
  /** It may have been taken: an error answer came back, or none that can be used. */
  | { kind: 'ambiguous'; code: 'error_answer' | 'no_answer' };

/** Thrown by `publishPost`: whether the post may have been taken, and what to do next. */
export class PublishFailure extends Error {
  constructor(
    readonly facts: PublishFailureFacts,
    /** In the person's words; null where there is nothing to tell beside the facts. */
    readonly words: string | null = null,
    options?: ErrorOptions,
  ) {
    super(`${facts.kind} ${facts.code}`, options);
  }
}
