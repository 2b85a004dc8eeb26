import type { PostBody } from '../database/schema.js';
import type { FieldError } from '../errors/app-error.js';
import type { UpdatePostDto } from './post.dto.js';
import type { PostBodyDto } from './post-body.dto.js';
import { completeBody, type PostTime, withoutDefaultEvent } from './post-defaults.js';
import { faultsOfBody, faultsOfPublishTime } from './post-rules.js';
import type { PostRow } from './posts.repository.js';

/** What a change makes of a post: its new content and time, and what is wrong with them. */
export interface PlannedChange {
  faults: FieldError[];
  planned: Pick<PostRow, 'publishAt' | 'timeZone' | 'postType' | 'body'>;
}

/** The content of a new post as it is stored, and what is wrong with it; without a publish time as if due now. */
export function planPost(
  given: PostBodyDto,
  { publishAt, timeZone }: Partial<PostTime> & Pick<PostTime, 'timeZone'>,
  now: Date,
): { faults: FieldError[]; body: PostBody } {
  return {
    faults: [...(publishAt ? faultsOfPublishTime(publishAt, now) : []), ...faultsOfBody(given)],
    body: completeBody(given, { publishAt: publishAt ?? now, timeZone }),
  };
}

/**
 * Lays a change over a post; fields that are left out keep their value. A new publish time lies in the future, and so
 * does that of a failed post, since it is to go out again. One that stays as it was may be past.
 */
export function planChange(post: PostRow, change: UpdatePostDto, now: Date): PlannedChange {
  const publishAt = change.publishAt ? new Date(change.publishAt) : post.publishAt;
  const timeZone = change.timeZone ?? post.timeZone;
  const isDueAnew = post.status === 'FAILED' || publishAt.getTime() !== post.publishAt.getTime();
  const given = change.postBody ?? withoutDefaultEvent(post.body, post);
  const faults = [...(isDueAnew ? faultsOfPublishTime(publishAt, now) : []), ...faultsOfBody(given)];
  const body = completeBody(given, { publishAt, timeZone });
  return { faults, planned: { publishAt, timeZone, postType: body.topicType, body } };
}
