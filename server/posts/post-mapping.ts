import { webLink } from '../security/web-address.js';
import type { ListedPostDto, PostDto, PublishAttemptDto } from './post.dto.js';
import type { AttemptRow, ListedPost, PostRow } from './posts.repository.js';
import type { PostUndo } from './undone-posts.js';

/**
 * A post as lists show it.
 * @param shown the Google account whose posts the workspace currently sees (`sub`); null for sample posts
 * @param undo what became of it if its campaign was undone
 */
export function toListedPost(row: ListedPost, shown = row.subject, undo?: PostUndo): ListedPostDto {
  return {
    id: row.id,
    accountId: row.accountId,
    locationId: row.locationId,
    locationName: row.locationName,
    storeCode: row.storeCode,
    postType: row.postType,
    summary: row.summary,
    publishAt: row.publishAt.toISOString(),
    timeZone: row.timeZone,
    status: row.status,
    detail: row.detail,
    nextTryAt: isPutOff(row) ? (row.nextStepAt?.toISOString() ?? null) : null,
    version: row.version,
    googleUrl: webLink(row.googleUrl),
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    errorDetails: undo?.error ?? row.errorDetails,
    isOfOtherAccount: row.subject !== shown,
    isExample: row.seeded,
    campaignId: row.campaignId,
    undo: undo?.state ?? null,
  };
}

/** The same, with the post's content. */
export function toPost(row: PostRow, shown = row.subject, undo?: PostUndo): PostDto {
  const { body } = row;
  return { ...toListedPost({ ...row, summary: body.summary }, shown, undo), postBody: body };
}

/** An attempt to publish as the API shows it; the first has the index 0. */
export function toAttempt(row: AttemptRow, index: number): PublishAttemptDto {
  return {
    attempt: index + 1,
    startedAt: row.startedAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    outcome: row.outcome,
    error: row.error,
  };
}

/** While a post is claimed, its next step only matters if its process dies. */
function isPutOff({
  status,
  detail,
  leaseUntil,
}: Pick<PostRow, 'status' | 'detail' | 'leaseUntil'>): boolean {
  return status === 'QUEUED' && detail !== null && leaseUntil === null;
}
