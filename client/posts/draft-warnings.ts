import type { Schemas } from '../api/client';
import { periodOf } from './post-body';
import { publishInstants, type DraftField, type PostDraft } from './post-draft';
import { toWallTime } from './wall-time';

/** Seven to fifteen digits, as telephone numbers have them, with the usual separators. */
const PHONE_LIKE = /(?<![\w.,/-])(?:\+|00)?\(?\d(?:[ ()./-]{0,3}\d){6,14}(?![\w/-])/;
/** Dates, times of day and years that look like one. */
const NO_PHONES = [
  /\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b/g,
  /\b\d{1,2}[-./]\d{1,2}[-./]\d{2,4}\b/g,
  /\b\d{1,2}[:.]\d{2}\b/g,
  /\b(?:19|20)\d{2}\b/g,
];

/**
 * What Google is known to refuse, or people regret, by field; none of it keeps a post from being sent.
 * Phone numbers: Google's content policy for posts. Links: its API wants one for every button but CALL.
 */
export function warningsFor(
  draft: PostDraft,
  location: Schemas['LocationDto'] | undefined,
  timeZone: string,
): Partial<Record<DraftField, string>> {
  const { topicType, actionType } = draft;
  const isAction = topicType === 'CALL_TO_ACTION' && actionType !== '';
  const warnings: Partial<Record<DraftField, string>> = {};
  if (hasPhoneNumber(draft.summary))
    warnings.summary = 'Google refuses posts with a phone number in the text. A "Call" button is allowed.';
  if (isAction && actionType !== 'CALL' && draft.actionUrl.trim() === '')
    warnings.actionUrl = 'Google refuses this button without a link.';
  if (isAction && actionType === 'CALL' && location?.phoneNumber === null)
    warnings.actionType = 'This location has no phone number that the button could call.';
  if ((topicType === 'EVENT' || topicType === 'OFFER') && isOverWhenPublished(draft, timeZone))
    warnings.endDate = `This ${topicType === 'EVENT' ? 'event' : 'offer'} is over when the post is published.`;
  return warnings;
}

/** Whether a text seems to hold a telephone number. */
export function hasPhoneNumber(text: string): boolean {
  const rest = NO_PHONES.reduce((left, pattern) => left.replace(pattern, ' _ '), text);
  return rest.search(PHONE_LIKE) >= 0;
}

function isOverWhenPublished(draft: PostDraft, timeZone: string): boolean {
  const { chosen } = publishInstants(draft, timeZone);
  const { end } = periodOf(draft);
  if (chosen === undefined || end.date === '' || end.time === '') return false;
  const publish = toWallTime(chosen, timeZone);
  return `${end.date}T${end.time}` <= `${publish.date}T${publish.time}`;
}
