import { Injectable } from '@nestjs/common';
import { AppError } from '../../errors/app-error.js';
import {
  PublishFailure,
  type PublishOptions,
  type PublishRequest,
  type PostPlace,
  type RemotePost,
} from '../remote-post.js';
import { GoogleApi } from './google-api.js';
import { GoogleTime } from './google-time.js';
import { GoogleTiming } from './google-timing.js';
import { toLocalPost, toRemotePost } from './local-post.js';
import { toPublishFailure } from './publish-failures.js';

/** How far two good clocks may be apart. */
const CLOCK_TOLERANCE_MS = 30_000;

/** The posts of a place at Google. */
@Injectable()
export class GooglePosts {
  constructor(
    private readonly api: GoogleApi,
    private readonly time: GoogleTime,
    private readonly timing: GoogleTiming,
  ) {}

  /** See `BusinessProfileProvider.publishPost`. */
  async publish(uid: string, request: PublishRequest, options: PublishOptions): Promise<RemotePost> {
    let hasLeft = false;
    const beforeSending = async (): Promise<void> => {
      await options.beforeSending(this.time.now());
      hasLeft = true;
    };
    try {
      await this.refuseEarly(uid, request);
      const turn = { priority: 'publish', waitMs: this.timing.turnMs, beforeSending } as const;
      return toRemotePost(await this.api.createLocalPost(uid, request, toLocalPost(request.body), turn));
    } catch (error) {
      throw toPublishFailure(error, hasLeft);
    }
  }

  /** All posts of a place, page by page. Errors: those of `GoogleApi`. */
  async *list(uid: string, place: PostPlace): AsyncGenerator<RemotePost[]> {
    const turn = { priority: 'read', waitMs: this.timing.turnMs } as const;
    for await (const page of this.api.listLocalPosts(uid, place, turn)) yield page.map(toRemotePost);
  }

  /** A post by its name. Errors: those of `GoogleApi`. */
  async get(uid: string, name: string): Promise<RemotePost> {
    // What is due goes first: a look at what is out already can be put off.
    const turn = { priority: 'follow-up', waitMs: this.timing.turnMs / 4 } as const;
    return toRemotePost(await this.api.getLocalPost(uid, name, turn));
  }

  /** See `BusinessProfileProvider.deletePublished`. */
  async delete(uid: string, name: string): Promise<void> {
    try {
      await this.api.deleteLocalPost(uid, name, { priority: 'save' });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      // Google says the same of a post that is gone and of a place that the user may no longer see.
      const [, locationId = ''] = /\/locations\/([^/]+)\//.exec(name) ?? [];
      await this.api.getLocation(uid, locationId, { priority: 'save' }).catch((reason: unknown) => {
        throw isNotFound(reason) ? AppError.of('google/refused', reason) : reason;
      });
    }
  }

  /** Where our clock runs ahead of Google's, its own is waited for. What is known of it is looked up before it counts. */
  private async refuseEarly(uid: string, { notBefore, ...place }: PublishRequest): Promise<void> {
    const earliest = notBefore.getTime() - CLOCK_TOLERANCE_MS;
    const isKnownToBeLate = () => (this.time.now()?.getTime() ?? -Infinity) >= earliest;
    if (isKnownToBeLate()) return;
    for await (const _page of this.api.listLocalPosts(uid, place, { priority: 'publish' })) break;
    const now = this.time.now();
    if (now === null || isKnownToBeLate()) return;
    throw new PublishFailure({
      kind: 'not_sent',
      code: 'too_early',
      retryAfterMs: earliest - now.getTime(),
    });
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}
