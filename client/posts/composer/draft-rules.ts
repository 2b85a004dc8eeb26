import { figure } from '../../lib/count-of';
import { isBlank } from '../../lib/visible-text';
import { faultOfWebsite, WEBSITE_FAULTS } from '../../lib/web-address';
import { countCharacters, periodOf, type PostDraft } from './post-draft';
import { type Fault, NEAR_ENOUGH, type RuleContext, TIME_RULES } from './publish-time-rules';

/** Google's own limits, the same as the server's. */
export const MAX_SUMMARY = 1500;
export const MAX_TITLE = 58;
const MAX_COUPON = 58;
const MAX_TERMS = 5000;
const MAX_LINK = 2048;
/** Half a day, as the server has it. */
const MAX_SPREAD_MINUTES = 720;

/** The variable that may stand for a link of a campaign, or begin it. */
const WEBSITE = '{website}';

interface Rule extends Fault {
  isBroken: (draft: PostDraft, context: RuleContext) => boolean;
}

const isEvent = ({ topicType }: PostDraft) => topicType === 'EVENT';
const isOffer = ({ topicType }: PostDraft) => topicType === 'OFFER';
const hasDates = (draft: PostDraft) => isEvent(draft) || isOffer(draft);
const isMany = ({ audience }: PostDraft) => audience === 'many';
const hasLink = ({ topicType, actionType }: PostDraft) =>
  topicType === 'CALL_TO_ACTION' && actionType !== 'CALL';

/** The rules of the specification, section 5, in its order, followed by our own and Google's. */
const RULES: Rule[] = [
  { field: 'summary', message: 'Post content is required', isBroken: ({ summary }) => isBlank(summary) },
  {
    field: 'locationId',
    message: 'Please select a location',
    isBroken: (draft) => !isMany(draft) && draft.locationId === '',
  },
  {
    field: 'choice',
    message: 'Please choose locations',
    isBroken: (draft) => isMany(draft) && draft.choice === '',
  },
  ...TIME_RULES,
  {
    field: 'actionType',
    message: 'Please select a call-to-action type',
    isBroken: ({ topicType, actionType }) => topicType === 'CALL_TO_ACTION' && actionType === '',
  },
  {
    field: 'title',
    message: 'Event title is required',
    isBroken: (draft) => isEvent(draft) && isBlank(draft.title),
  },
  NEAR_ENOUGH,
  {
    field: 'summary',
    message: `Post content must be at most ${figure(MAX_SUMMARY)} characters`,
    isBroken: ({ summary }) => countCharacters(summary) > MAX_SUMMARY,
  },
  ...linkRules('actionUrl', hasLink),
  {
    field: 'title',
    message: 'Offer title is required',
    isBroken: (draft) => isOffer(draft) && isBlank(draft.title),
  },
  {
    field: 'title',
    message: `Event title must be at most ${MAX_TITLE} characters`,
    isBroken: (draft) => isEvent(draft) && countCharacters(draft.title) > MAX_TITLE,
  },
  {
    field: 'title',
    message: `Offer title must be at most ${MAX_TITLE} characters`,
    isBroken: (draft) => isOffer(draft) && countCharacters(draft.title) > MAX_TITLE,
  },
  {
    field: 'startDate',
    message: 'Start date is required',
    isBroken: (draft) => hasDates(draft) && draft.startDate === '',
  },
  {
    field: 'startTime',
    message: 'Start time is required',
    isBroken: (draft) => isEvent(draft) && draft.startTime === '',
  },
  {
    field: 'endDate',
    message: 'End date is required',
    isBroken: (draft) => hasDates(draft) && draft.endDate === '',
  },
  {
    field: 'endTime',
    message: 'End time is required',
    isBroken: (draft) => isEvent(draft) && draft.endTime === '',
  },
  {
    field: 'endDate',
    message: 'Event must end after it starts',
    isBroken: (draft) => isEvent(draft) && !endsAfterItStarts(draft),
  },
  {
    field: 'endDate',
    message: 'Offer must end after it starts',
    isBroken: (draft) => isOffer(draft) && !endsAfterItStarts(draft),
  },
  {
    field: 'couponCode',
    message: `Coupon code must be at most ${MAX_COUPON} characters`,
    isBroken: (draft) => isOffer(draft) && draft.couponCode.length > MAX_COUPON,
  },
  ...linkRules('redeemOnlineUrl', isOffer),
  {
    field: 'termsConditions',
    message: `Terms must be at most ${figure(MAX_TERMS)} characters`,
    isBroken: (draft) => isOffer(draft) && countCharacters(draft.termsConditions) > MAX_TERMS,
  },
  {
    field: 'spreadMinutes',
    message: `Minutes must be a whole number from 0 to ${MAX_SPREAD_MINUTES}`,
    isBroken: (draft) => isMany(draft) && !isSpread(draft.spreadMinutes),
  },
];

/** The first rule that a draft breaks; undefined if it may be sent. */
export function firstFault(draft: PostDraft, context: RuleContext): Fault | undefined {
  const isLocal = isMany(draft) && draft.timing === 'local';
  return RULES.find((rule) => rule.isBroken(draft, { ...context, isLocal }));
}

/** The rules for the link in a field that some drafts have, in the words of the API. */
function linkRules(field: 'actionUrl' | 'redeemOnlineUrl', has: (draft: PostDraft) => boolean): Rule[] {
  return [
    ...Object.values(WEBSITE_FAULTS).map((words) => ({
      field,
      message: `Link ${words}`,
      isBroken: (draft: PostDraft) => has(draft) && faultOfLink(sampleLink(draft, draft[field])) === words,
    })),
    {
      field,
      message: `Link must be at most ${figure(MAX_LINK)} characters`,
      isBroken: (draft) => has(draft) && draft[field].trim().length > MAX_LINK,
    },
  ];
}

/** Whether a text is blank or a web link that everybody can open. */
export function isWebLink(text: string): boolean {
  return faultOfLink(text) === undefined;
}

function faultOfLink(text: string): string | undefined {
  return text.trim() === '' ? undefined : faultOfWebsite(text.trim());
}

/** A link as it is checked: in a campaign with an address in place of `{website}`. */
export function sampleLink({ audience }: PostDraft, link: string): string {
  const text = link.trim();
  return audience === 'many' && /^\{website\}($|[/?#])/.test(text)
    ? text.replace(WEBSITE, 'https://www.example.com')
    : link;
}

function isSpread(minutes: string): boolean {
  return /^\d*$/.test(minutes.trim()) && Number(minutes) <= MAX_SPREAD_MINUTES;
}

/** ISO local times can be compared as texts. */
function endsAfterItStarts(draft: PostDraft): boolean {
  const { start, end } = periodOf(draft);
  return `${end.date}T${end.time}` > `${start.date}T${start.time}`;
}
