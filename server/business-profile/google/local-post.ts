import type { PostBody } from '../../database/schema.js';
import { hashOfPost, type PostContent } from '../post-content.js';
import type { RemotePost } from '../remote-post.js';
import type { GoogleLocalPost } from './google-types.js';

/** A post as Google takes it (google-apis.md, E3): a button makes it STANDARD there. */
export function toLocalPost({ languageCode, summary, topicType, callToAction, event, offer }: PostBody) {
  return {
    languageCode,
    summary,
    topicType: topicType === 'CALL_TO_ACTION' ? 'STANDARD' : topicType,
    ...(callToAction && { callToAction }),
    ...(event && { event }),
    ...(offer && { offer }),
  };
}

/** A post as Google gives it. */
export function toRemotePost(google: GoogleLocalPost): RemotePost {
  return {
    name: google.name ?? null,
    state: toState(google.state),
    searchUrl: google.searchUrl ?? null,
    createTime: toDate(google.createTime),
    bodyHash: hashOfPost(toContent(google)),
  };
}

function toContent({ topicType = '', summary, callToAction, event, offer }: GoogleLocalPost): PostContent {
  const hasButton = topicType === 'STANDARD' && callToAction !== undefined;
  return {
    topicType: hasButton ? 'CALL_TO_ACTION' : topicType,
    summary,
    callToAction: hasButton ? callToAction : undefined,
    event,
    offer,
  };
}

function toState(state: string | undefined): RemotePost['state'] {
  switch (state) {
    case 'PROCESSING':
    case 'LIVE':
    case 'REJECTED':
      return state;
    case 'RECURRING':
      return 'LIVE';
    default:
      return 'OTHER';
  }
}

function toDate(text: string | undefined): Date | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}
