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

/** How far what is known of Google's clock may be behind it: told cut to the second, and as old as the answer's way. */
const READING_MS = 2_000;

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
      await this.waitForTime(uid, request);
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

  /**
   * Lets nothing go before its time by Google's own clock: waits for the little that is not known of that, and refuses
   * where ours is really ahead. What is known is looked up before it counts.
   */
  private async waitForTime(uid: string, { notBefore, ...place }: PublishRequest): Promise<void> {
    const missing = () => notBefore.getTime() - (this.time.now()?.getTime() ?? -Infinity);
    if (missing() > READING_MS)
      for await (const _page of this.api.listLocalPosts(uid, place, { priority: 'publish' })) break;
    if (this.time.now() === null) return;
    if (missing() > READING_MS)
      throw new PublishFailure({ kind: 'not_sent', code: 'too_early', retryAfterMs: missing() });
    while (missing() > 0) await this.timing.wait(missing());
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}
