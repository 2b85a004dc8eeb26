import { weekdayWords } from '../../config/date-words.js';
import { frozen } from '../../config/frozen.js';
import type { TargetRow } from '../../database/campaigns.schema.js';
import { PREFLIGHT_RULES } from '../../posts/preflight-rules.js';

/** Why a location of a campaign gets no post (`block`), or what may go wrong with its post (`warn`). */
export interface CampaignRule {
  id: RuleId;
  severity: 'block' | 'warn';
  /** In two or three words. */
  title: string;
  /** The field of the request that it concerns. */
  field: string;
  reason: string;
  /** Null where the reason says it. */
  cure: string | null;
}

/** The rule that a text breaks at a location without a value for a variable, by the variable. */
export const MISSING_RULES = frozen({
  name: 'missing-name',
  city: 'missing-city',
  street: 'missing-street',
  storeCode: 'missing-store-code',
  website: 'missing-website',
} as const);

/** The rules of campaigns themselves. */
const OWN_RULES = frozen([
  {
    id: 'left-out',
    severity: 'block',
    title: 'Left out',
    field: 'choice',
    reason: 'You left this location out.',
    cure: 'Include it again if it should get a post.',
  },
  {
    id: 'zone-unknown',
    severity: 'block',
    title: 'No time zone',
    field: 'time.wallTime',
    reason: 'The time zone of this location isn’t known, so its post can’t be scheduled.',
    cure: 'Confirm its time zone, or publish everywhere at once.',
  },
  {
    id: 'missing-name',
    severity: 'block',
    title: 'No name',
    field: 'postBody.summary',
    reason: 'This location has no name for {name}.',
    cure: 'Add a name to the location, or give it its own text.',
  },
  {
    id: 'missing-city',
    severity: 'block',
    title: 'No city',
    field: 'postBody.summary',
    reason: 'The address of this location has no city for {city}.',
    cure: 'Complete its address on Google, or give it its own text.',
  },
  {
    id: 'missing-street',
    severity: 'block',
    title: 'No street',
    field: 'postBody.summary',
    reason: 'The address of this location has no street for {street}.',
    cure: 'Complete its address on Google, or give it its own text.',
  },
  {
    id: 'missing-store-code',
    severity: 'block',
    title: 'No store code',
    field: 'postBody.summary',
    reason: 'This location has no store code for {storeCode}.',
    cure: 'Add a store code on Google, or give it its own text.',
  },
  {
    id: 'missing-website',
    severity: 'block',
    title: 'No website',
    field: 'postBody.callToAction.url',
    reason: 'This location has no website for {website}.',
    cure: 'Add a website to the location.',
  },
  {
    id: 'link-invalid',
    severity: 'block',
    title: 'Unusable link',
    field: 'postBody.callToAction.url',
    reason: 'With this location’s values, the link isn’t a public web address.',
    cure: 'Correct the website of the location, or the link.',
  },
  {
    id: 'text-too-long',
    severity: 'block',
    title: 'Text too long',
    field: 'postBody.summary',
    reason: 'With this location’s values, the text has more than 1,500 characters.',
    cure: 'Shorten the text, or give the location its own text.',
  },
  {
    id: 'title-too-long',
    severity: 'block',
    title: 'Title too long',
    field: 'postBody.event.title',
    reason: 'With this location’s values, the title has more than 58 characters.',
    cure: 'Shorten the title.',
  },
  {
    id: 'offer-too-long',
    severity: 'block',
    title: 'Offer too long',
    field: 'postBody.offer',
    reason:
      'With this location’s values, the coupon code has more than 58 characters, or the terms more than 5,000.',
    cure: 'Shorten them.',
  },
  {
    id: 'closed-that-day',
    severity: 'block',
    title: 'Closed that day',
    field: 'time.closedDays',
    reason: 'This location is closed that day.',
    cure: 'Choose another day, or let posts go out on closed days.',
  },
  {
    id: 'no-open-day',
    severity: 'block',
    title: 'No open day',
    field: 'time.closedDays',
    reason: 'This location is closed that day and the 14 days after it.',
    cure: 'Choose another day, or let posts go out on closed days.',
  },
  {
    id: 'time-past',
    severity: 'block',
    title: 'Time has passed',
    field: 'time',
    reason: 'At this location the time has already passed.',
    cure: 'Choose a later time.',
  },
  {
    id: 'moved',
    severity: 'warn',
    title: 'Another day',
    field: 'time.closedDays',
    reason: 'This location is closed that day, so its post goes out on its next open day.',
    cure: null,
  },
  {
    id: 'skipped-hour',
    severity: 'warn',
    title: 'Clocks go forward',
    field: 'time.wallTime',
    reason: 'The clocks go forward that day and skip this time. Its post goes out later by the same amount.',
    cure: 'Choose another time if that’s too late.',
  },
  {
    id: 'doubled-hour',
    severity: 'warn',
    title: 'Clocks go back',
    field: 'time.wallTime',
    reason: 'Clocks go back that day, so this time comes twice. Its post goes out the first time.',
    cure: 'Choose another time if that’s too early.',
  },
] as const satisfies (Omit<CampaignRule, 'id'> & { id: string })[]);

/** Titles of the rules about single posts, with another cure where theirs names another location. */
const OF_POSTS: Readonly<
  Record<(typeof PREFLIGHT_RULES)[number]['id'], readonly [title: string, cure?: string]>
> = frozen({
  'link-missing': ['No link'],
  'link-private': ['Private link'],
  'offer-link-private': ['Private link'],
  'call-without-phone': ['No phone number'],
  'phone-in-text': ['Phone in text'],
  'phone-in-title': ['Phone in title'],
  'same-text': ['Same text'],
  'event-over': ['Event over'],
  'event-start-skipped': ['Clocks go forward'],
  'event-end-skipped': ['Clocks go forward'],
  'offer-over': ['Offer over'],
  'hotel-offer': ['Offer of lodging'],
  'photo-gone': ['Photo missing'],
  'photo-unreachable': ['Photo unreachable'],
  'photo-small': ['Small photo'],
  'location-gone': ['No longer yours', 'Plan the campaign again to leave it out.'],
  'location-suspended': ['Suspended', 'Ask Google to reinstate it.'],
  'location-unverified': ['Unverified', 'Verify it on Google first.'],
  'location-closed': ['Permanently closed', 'Reopen it in its details under Locations first.'],
  'location-closed-for-now': ['Temporarily closed'],
  'connection-ended': ['Not connected'],
  'connection-held': ['Connection held'],
  'no-quota': ['Waiting for Google'],
  'posting-closed': ['Waiting for Google'],
});

/** The fields of campaigns in place of those of a single post. */
const FIELDS: Readonly<Partial<Record<string, string>>> = frozen({ locationId: 'choice', publishAt: 'time' });

export const RULE_IDS = Object.freeze([
  ...OWN_RULES.map(({ id }) => id),
  ...PREFLIGHT_RULES.map(({ id }) => id),
] as const);
export type RuleId = (typeof RULE_IDS)[number];

const RULES_OF_POSTS: readonly CampaignRule[] = PREFLIGHT_RULES.map(
  ({ id, severity, field, reason, cure }) => {
    const [title, ownCure = cure] = OF_POSTS[id];
    return { id, severity, title, field: FIELDS[field] ?? field, reason, cure: ownCure };
  },
);

/**
 * All rules of campaigns, in the order in which they count: the first blocking one that applies to a location is why it is
 * left out. What is wrong with the location itself comes before what its text lacks.
 */
export const CAMPAIGN_RULES: readonly CampaignRule[] = frozen([
  ...OWN_RULES.filter(({ id }) => id === 'left-out'),
  ...RULES_OF_POSTS.filter(({ field }) => field === FIELDS.locationId),
  ...OWN_RULES.filter(({ id }) => id !== 'left-out'),
  ...RULES_OF_POSTS.filter(({ field }) => field !== FIELDS.locationId),
]);

const BY_ID: ReadonlyMap<string, CampaignRule> = new Map(CAMPAIGN_RULES.map((rule) => [rule.id, rule]));
const PLACES: ReadonlyMap<RuleId, number> = new Map(CAMPAIGN_RULES.map(({ id }, place) => [id, place]));

/** The rule with an id; undefined for one of an older version. */
export function campaignRule(id: string): CampaignRule | undefined {
  return BY_ID.get(id);
}

/** The rules with these ids, each once, in the order in which they count. */
export function rulesInOrder(ids: readonly RuleId[]): CampaignRule[] {
  const places = [...new Set(ids)].map((id) => PLACES.get(id) ?? 0).sort((a, b) => a - b);
  return places.flatMap((place) => CAMPAIGN_RULES[place] ?? []);
}

/**
 * The rules that apply to a location as stored, the blocking one first. The reason of a moved post names the
 * day, as the reader's language writes it.
 */
export function rulesOfTarget(
  { leftOut, warnings, wallTime }: Pick<TargetRow, 'leftOut' | 'warnings' | 'wallTime'>,
  language: string,
): CampaignRule[] {
  return [leftOut, ...warnings].flatMap((id) => {
    const rule = id === null ? undefined : campaignRule(id);
    if (rule?.id !== 'moved' || wallTime === null) return rule ?? [];
    return {
      ...rule,
      reason: `This location is closed that day, so its post goes out on ${weekdayWords(wallTime.slice(0, 10), language)}.`,
    };
  });
}
