import type { Schemas } from '../api/client';
import { isWebLink, MAX_SUMMARY, MAX_TITLE } from './draft-rules';
import { toPostBody } from './post-body';
import { countCharacters, publishInstants, type PostDraft } from './post-draft';
import type { Post } from './post-words';

/**
 * The request that has a draft checked while it is being written: what is not finished is left out, since the server
 * refuses what makes no post. Undefined: there is nothing to check yet.
 * @param post the one that is being edited
 */
export function toDraftPost(
  draft: PostDraft,
  timeZone: string,
  post: Post | undefined,
): Schemas['DraftPostDto'] | undefined {
  const { locationId, summary } = draft;
  if (!isText(summary, MAX_SUMMARY)) return undefined;
  const { event, ...body } = toPostBody({
    ...draft,
    actionUrl: finishedLink(draft.actionUrl),
    redeemOnlineUrl: finishedLink(draft.redeemOnlineUrl),
  });
  const { chosen } = publishInstants(draft, timeZone);
  return {
    ...(post ? { postId: post.id } : { timeZone }),
    ...(locationId && { locationId }),
    ...(chosen && { publishAt: chosen.toISOString() }),
    postBody: { ...body, ...(event && hasWholeEvent(draft) && { event }) },
  };
}

function hasWholeEvent({ topicType, title, ...draft }: PostDraft): boolean {
  const times = topicType === 'EVENT' ? [draft.startTime, draft.endTime] : [];
  return isText(title, MAX_TITLE) && [draft.startDate, draft.endDate, ...times].every((each) => each !== '');
}

function isText(text: string, max: number): boolean {
  return text.trim() !== '' && countCharacters(text) <= max;
}

function finishedLink(link: string): string {
  return isWebLink(link) ? link : '';
}
