import { POST_FIELDS } from './local-post-rules.js';
import type { FetchedPhoto, Post, PostFields, PostMedia } from '../model.js';
import type { State } from '../state.js';
import { instantOf, withoutZeros, type JsonObject } from './request-format.js';

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
    ...(media && { media: media.map((item) => mediaResource(item, state.settings.postSourceUrls)) }),
    topicType,
    ...(offer && { offer }),
  };
}

/** A checked body as Google stores it: only known fields, times without zeros, no button on an offer. */
export function tidyPost(body: JsonObject): PostFields {
  const known = Object.fromEntries(POST_FIELDS.flatMap((name) => (body[name] ? [[name, body[name]]] : [])));
  const { callToAction, event, media, ...fields } = known as unknown as PostFields;
  return {
    ...fields,
    ...(callToAction && fields.topicType !== 'OFFER' && { callToAction }),
    ...(media && { media: media.map(({ mediaFormat, sourceUrl }) => ({ mediaFormat, sourceUrl })) }),
    ...(event && {
      event: {
        title: event.title,
        ...(event.recurrenceInfo && { recurrenceInfo: event.recurrenceInfo }),
        schedule: {
          ...event.schedule,
          startTime: withoutZeros(event.schedule.startTime),
          endTime: withoutZeros(event.schedule.endTime),
        },
      },
    }),
  };
}

/** A photo of a post. Whether Google gives the address back that it was fetched from is not documented. */
function mediaResource({ mediaFormat, sourceUrl }: PostMedia, isGivenBack: boolean): object {
  return { mediaFormat, googleUrl: sourceUrl, ...(isGivenBack && { sourceUrl }) };
}

/** A post as the control API shows it: with its present state and the e-mail address of its author. */
export interface PostView {
  id: string;
  name: string;
  state: string;
  locationId: string;
  author: string;
  summary: string;
  topicType: string;
  createTime: string;
  /** What was fetched from the address of its photo. */
  photo?: FetchedPhoto;
  /** The post as Google answers it. */
  resource: Record<string, unknown>;
}

/** What the control API answers for a post. */
export function postView(state: State, origin: string, post: Post): PostView {
  const resource = postResource(state, origin, post);
  return structuredClone({
    id: post.id,
    name: String(resource.name),
    state: String(resource.state),
    locationId: post.locationId,
    author: state.people.find(({ sub }) => sub === post.author)?.email ?? '',
    summary: post.fields.summary ?? '',
    topicType: post.fields.topicType,
    createTime: String(resource.createTime),
    ...(post.photo && { photo: post.photo }),
    resource,
  });
}
