import { cut } from '../config/cut.js';
import type { NoticeEvent } from '../notices/events/outbox.js';
import type { PostClaim, PostResult } from './steps.js';

/** How long a cause may be. */
const CAUSE_LENGTH = 500;

/** The events for the owner in a step's result: a post has failed for good, or waits for its connection. */
export function postEvents(
  claim: Pick<PostClaim, 'post' | 'now'>,
  { status, detail, errorDetails }: Pick<PostResult['post'], 'status' | 'detail' | 'errorDetails'>,
): NoticeEvent[] {
  const { id, workspaceId, source, locationId, locationName, storeCode, postType, version, attempt } =
    claim.post;
  // The sample is only for looking around.
  if (source === 'sample') return [];
  const common = { workspaceId, at: claim.now() };
  const subject = { postId: id, postType, locationId, locationName, storeCode };
  if (status === 'FAILED') {
    const reason = cut(errorDetails ?? '', CAUSE_LENGTH);
    const key = `post_failed ${id} ${attempt}`;
    return [{ ...common, kind: 'post_failed', key, cause: reason, subject: { ...subject, reason } }];
  }
  if (detail !== 'connection_lost' && detail !== 'connection_held') return [];
  // It is looked at again while it waits, and waits for the same reason until its owner changes it.
  const key = `post_held ${id} ${version} ${detail}`;
  return [{ ...common, kind: 'post_held', key, cause: detail, subject }];
}
