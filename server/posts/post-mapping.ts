import type { ListedPostDto, PostDto, PublishAttemptDto } from './post.dto.js';
import type { AttemptRow, ListedPost, PostRow } from './posts.repository.js';

/**
 * What a list tells of a post.
 * @param shown the Google account whose posts the user sees at present (`sub`); null: those of the sample
 */
export function toListedPost(
  row: ListedPost | (PostRow & Pick<ListedPost, 'summary'>),
  shown = row.subject,
): ListedPostDto {
  return {
    id: row.id,
    accountId: row.accountId,
    locationId: row.locationId,
    locationName: row.locationName,
    postType: row.postType,
    summary: row.summary,
    publishAt: isoText(row.publishAt),
    timeZone: row.timeZone,
    status: row.status,
    detail: row.detail,
    nextTryAt: isPutOff(row) ? row.nextStepAt && isoText(row.nextStepAt) : null,
    version: row.version,
    googleUrl: row.googleUrl,
    createdAt: isoText(row.createdAt),
    publishedAt: row.publishedAt && isoText(row.publishedAt),
    errorDetails: row.errorDetails,
    isOfOtherAccount: row.subject !== shown,
    isExample: row.seeded,
  };
}

/** The same, with what the post was made of. */
export function toPost(row: PostRow, shown = row.subject): PostDto {
  const { body } = row;
  return { ...toListedPost({ ...row, summary: body.summary }, shown), postBody: body };
}

/** What the API tells of one attempt to publish, the first of which has the index 0. */
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

function isoText(instant: Date | string): string {
  return typeof instant === 'string' ? instant : instant.toISOString();
}

/** While somebody works on a post, its next step only stands there in case nothing comes of that. */
function isPutOff({
  status,
  detail,
  leaseUntil,
}: Pick<PostRow, 'status' | 'detail'> & { leaseUntil: unknown }): boolean {
  return status === 'QUEUED' && detail !== null && leaseUntil === null;
}
