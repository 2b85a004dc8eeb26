import { hasPhoneNumber } from './phone-numbers.js';
import type { Location, Post, PostFields } from '../model.js';
import type { State } from '../state.js';
import { instantOf } from './times.js';

export type PostState = 'PROCESSING' | 'SCHEDULED' | 'RECURRING' | 'LIVE' | 'REJECTED';

/** The state of a post at this moment of the simulator's clock. */
export function stateOf({ reviewedAt, verdict, fields }: Post, now: number): PostState {
  if (now < reviewedAt) return 'PROCESSING';
  if (verdict === 'REJECTED') return 'REJECTED';
  if ((instantOf(fields.scheduledTime) ?? 0) > now) return 'SCHEDULED';
  return fields.event?.recurrenceInfo ? 'RECURRING' : 'LIVE';
}

/** A post as Google answers it, in the name of the account that it was asked for under. */
export function postResource(
  state: State,
  origin: string,
  post: Post,
  accountId = post.accountId,
): Record<string, unknown> {
  const { languageCode, summary, callToAction, event, media, offer, scheduledTime, topicType } = post.fields;
  const current = stateOf(post, state.clock.now().getTime());
  return {
    name: `accounts/${accountId}/locations/${post.locationId}/localPosts/${post.id}`,
    ...(languageCode && { languageCode }),
    ...(summary && { summary }),
    ...(callToAction && { callToAction }),
    state: current,
    ...(event && { event }),
    updateTime: new Date(post.updateTime).toISOString(),
    createTime: new Date(post.createTime).toISOString(),
    ...(scheduledTime && { scheduledTime }),
    ...((current === 'LIVE' || current === 'RECURRING') && {
      searchUrl: `${origin}/place/${post.locationId}?post=${post.id}`,
    }),
    ...(media && { media: media.map((item) => ({ ...item, googleUrl: item.sourceUrl })) }),
    topicType,
    ...(offer && { offer }),
  };
}

/** What Google's review will say: no phone numbers in the text (content policy), no offers of hotels. */
export function verdictOn(
  { summary = '', event, topicType }: PostFields,
  { fields }: Location,
): Post['verdict'] {
  const isHotel = fields.categories.primaryCategory.name === 'categories/gcid:hotel';
  const isRefused = hasPhoneNumber(`${event?.title ?? ''}\n${summary}`) || (isHotel && topicType === 'OFFER');
  return isRefused ? 'REJECTED' : 'LIVE';
}
