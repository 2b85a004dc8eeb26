import type { RemotePost } from '../business-profile/remote-post.js';
import type { AttemptRow, PostRow } from '../posts/posts.repository.js';
import { FAILURES } from './failure-words.js';
import { nextRecheck, nextReview } from './step-times.js';

type AttemptChange = Partial<Pick<AttemptRow, 'outcome' | 'doubt' | 'googleName' | 'error' | 'endedAt'>>;

/** What a step makes of a post and of its attempts. */
export interface Result {
  post: Pick<PostRow, 'status' | 'detail' | 'nextStepAt'> &
    Partial<Pick<PostRow, 'googleName' | 'googleUrl' | 'publishedAt' | 'errorDetails'>>;
  attempts?: ({ change: AttemptChange } & ({ number: number } | { googleName: string }))[];
  /** The name that the platform itself has answered: it is this post's, whoever was thought to have it. */
  answeredName?: string;
}

/** A post that failed: nothing more is done unless a person asks for it. */
export function failed(errorDetails: string): Result['post'] {
  return { status: 'FAILED', detail: null, nextStepAt: null, errorDetails };
}

/** A post that may have been taken and is not listed: its owner decides whether it is tried again. */
export function notConfirmed(): Result['post'] {
  return { ...failed(FAILURES.unconfirmed), detail: 'unconfirmed' };
}

/** A post that waits for its connection; when it would have waited too long, it is looked at once more. */
export function held(detail: 'connection_lost' | 'connection_held', nextStepAt: Date): Result['post'] {
  return { status: 'SCHEDULED', detail, nextStepAt };
}

/** A post that surely was not sent and is tried again. */
export function waiting(nextStepAt: Date): Result['post'] {
  return { status: 'QUEUED', detail: 'waiting_for_quota', nextStepAt };
}

/** A post that may have been taken. */
export function unconfirmed(nextStepAt: Date): Result['post'] {
  return { status: 'QUEUED', detail: 'unconfirmed', nextStepAt };
}

/** What the platform shows of a post that it has taken, under a name. */
export function taken(
  post: PostRow,
  remote: Pick<RemotePost, 'state' | 'searchUrl'> & { name: string },
  { sentAt, now }: { sentAt: Date; now: Date },
): { post: Result['post']; attempt: AttemptChange } {
  const known = { googleName: remote.name, errorDetails: null };
  const attempt = { googleName: remote.name, error: null, endedAt: now };
  switch (remote.state) {
    case 'LIVE': {
      const nextStepAt = post.source === 'google' ? nextRecheck(now, now) : null;
      const live = { status: 'PUBLISHED', detail: null, nextStepAt } as const;
      return {
        post: { ...live, ...known, googleUrl: remote.searchUrl, publishedAt: now },
        attempt: { ...attempt, outcome: 'published' },
      };
    }
    case 'REJECTED':
      return {
        post: { ...known, ...failed(FAILURES.rejected) },
        attempt: { ...attempt, outcome: 'rejected', error: FAILURES.rejected },
      };
    case 'PROCESSING':
    case 'OTHER':
      return {
        post: { ...known, status: 'QUEUED', detail: 'in_review', nextStepAt: nextReview(sentAt, now) },
        attempt: { ...attempt, outcome: 'in_review' },
      };
  }
}
