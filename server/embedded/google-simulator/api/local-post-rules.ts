import type { V4Detail } from '../google-error.js';
import type { PostFields } from '../model.js';
import { isObject, isWebAddress, unknownNames, type JsonObject } from './json-body.js';
import { faultsOfEvent } from './post-event-rules.js';
import { instantOf } from './times.js';

const TOPICS = ['STANDARD', 'EVENT', 'OFFER', 'ALERT'];
const ACTIONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'];
const MAX_SUMMARY = 1500;

/** The fields that Google writes; in a request they are ignored. */
export const OUTPUT_ONLY = Object.freeze(['name', 'createTime', 'updateTime', 'state', 'searchUrl']);
/** The fields that an author writes. */
export const POST_FIELDS: readonly (keyof PostFields)[] = Object.freeze([
  'topicType',
  'languageCode',
  'summary',
  'callToAction',
  'scheduledTime',
  'event',
  'offer',
  'media',
]);
const KNOWN = [...OUTPUT_ONLY, ...POST_FIELDS, 'alertType', 'recurringInstanceTime'];

/** Names in a body that Google does not know; it refuses such a body before it looks at anything else. */
export function unknownPostFields(body: JsonObject): string[] {
  return unknownNames(body, KNOWN);
}

/** What Google finds wrong with a post. `now`: ms since 1970. */
export function faultsOfPost(post: JsonObject, now: number): V4Detail[] {
  return [
    ...faultsOfTopic(post),
    ...faultsOfSummary(post),
    ...faultsOfLanguage(post),
    ...faultsOfAction(post),
    ...faultsOfEvent(post, now),
    ...faultsOfOffer(post),
    ...faultsOfScheduledTime(post, now),
    ...faultsOfMedia(post),
  ];
}

/** A post with a video: Google fails over it instead of refusing it. */
export function hasVideo({ media }: JsonObject): boolean {
  return Array.isArray(media) && media.some((item) => isObject(item) && item.mediaFormat === 'VIDEO');
}

function faultsOfTopic({ topicType }: JsonObject): V4Detail[] {
  const field = 'topic_type';
  if (topicType === undefined) return [{ code: 'MISSING_VALUE', field, message: `${field} is required` }];
  if (topicType === 'ALERT')
    return [
      { code: 'UNSUPPORTED_VALUE', field, message: 'Alerts are not accepted at present', value: 'ALERT' },
    ];
  if (TOPICS.some((topic) => topic === topicType)) return [];
  return [{ code: 'INVALID_VALUE', field, message: 'Invalid topic type', value: JSON.stringify(topicType) }];
}

function faultsOfSummary({ summary, topicType, media }: JsonObject): V4Detail[] {
  const field = 'summary';
  if (summary === undefined || summary === '') {
    const isNeeded = topicType === 'STANDARD' && media === undefined;
    return isNeeded ? [{ code: 'MISSING_VALUE', field, message: 'summary is required' }] : [];
  }
  if (typeof summary !== 'string') return [{ code: 'INVALID_VALUE', field, message: 'summary must be text' }];
  if ([...summary].length <= MAX_SUMMARY) return [];
  return [
    { code: 'VALUE_OUTSIDE_ALLOWED_RANGE', field, message: `Must be at most ${MAX_SUMMARY} characters` },
  ];
}

function faultsOfLanguage({ languageCode }: JsonObject): V4Detail[] {
  const isGood =
    languageCode === undefined || /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/i.test(languageCode as string);
  return isGood ? [] : [{ code: 'INVALID_VALUE', field: 'language_code', message: 'Invalid language code' }];
}

/** Every button but CALL needs an address; an offer's button is ignored. */
function faultsOfAction({ callToAction, topicType }: JsonObject): V4Detail[] {
  if (callToAction === undefined || topicType === 'OFFER') return [];
  const { actionType, url } = isObject(callToAction) ? callToAction : {};
  if (!ACTIONS.some((action) => action === actionType))
    return [{ code: 'INVALID_VALUE', field: 'call_to_action.action_type', message: 'Invalid action type' }];
  const field = 'call_to_action.url';
  if (actionType === 'CALL')
    return url === undefined || url === ''
      ? []
      : [{ code: 'INVALID_VALUE', field, message: 'The URL must be unset for a CALL action' }];
  if (url === undefined || url === '')
    return [{ code: 'MISSING_VALUE', field, message: `${field} is required` }];
  return isWebAddress(url) ? [] : [{ code: 'INVALID_VALUE', field, message: 'Invalid URL' }];
}

function faultsOfOffer({ offer, topicType }: JsonObject): V4Detail[] {
  if (offer === undefined) return [];
  if (topicType !== 'OFFER')
    return [{ code: 'UNSUPPORTED_VALUE', field: 'offer', message: 'Only an offer can have offer details' }];
  if (
    !isObject(offer) ||
    unknownNames(offer, ['couponCode', 'redeemOnlineUrl', 'termsConditions']).length > 0
  )
    return [{ code: 'INVALID_VALUE', field: 'offer', message: 'Invalid offer' }];
  const texts = Object.entries(offer).filter(([, value]) => typeof value !== 'string');
  if (texts.length > 0) return [{ code: 'INVALID_VALUE', field: 'offer', message: 'Invalid offer' }];
  const { redeemOnlineUrl } = offer;
  return !redeemOnlineUrl || isWebAddress(redeemOnlineUrl)
    ? []
    : [{ code: 'INVALID_VALUE', field: 'offer.redeem_online_url', message: 'Invalid URL' }];
}

function faultsOfScheduledTime({ scheduledTime }: JsonObject, now: number): V4Detail[] {
  if (scheduledTime === undefined) return [];
  const field = 'scheduled_time';
  const time = instantOf(scheduledTime);
  if (time === undefined) return [{ code: 'INVALID_VALUE', field, message: 'Invalid time' }];
  return time > now ? [] : [{ code: 'EXPIRED_VALUE', field, message: 'The time must be in the future' }];
}

function faultsOfMedia({ media }: JsonObject): V4Detail[] {
  if (media === undefined) return [];
  const field = 'media';
  if (!Array.isArray(media)) return [{ code: 'INVALID_VALUE', field, message: 'Invalid media' }];
  if (media.length > 1) return [{ code: 'TOO_MANY_ITEMS', field, message: 'Only one photo is accepted' }];
  const isGood = (item: unknown) =>
    isObject(item) && item.mediaFormat === 'PHOTO' && isWebAddress(item.sourceUrl);
  return media.every(isGood) ? [] : [{ code: 'INVALID_VALUE', field, message: 'Fetching image failed.' }];
}
