import type { Location } from '../../business-profile/port/location.js';
import { toCanonicalText } from '../../business-profile/port/remote-post.js';
import { DAY_MS } from '../../config/durations.js';
import type { CampaignRow, LocationFacts } from '../../database/campaigns.schema.js';
import type { PostBody } from '../../database/schema.js';
import { type CheckedLocation, type PreflightFacts, SAME_TEXT_DAYS } from '../../posts/preflight-rules.js';
import { findingsOf } from '../../posts/preflight.service.js';
import { CAMPAIGN_RULES } from './campaign-rules.js';
import { renderPost } from './campaign-text.js';
import { timeAt } from './campaign-times.js';
import type { OpeningDays } from './open-days.js';

/** What a location's post is to be, by what is known now. */
export interface PlannedTarget {
  /** The rule why it gets no post; null: it gets one. */
  leftOut: string | null;
  warnings: string[];
  timeZone: string | null;
  wallTime: string | null;
  publishAt: Date | null;
  /** Undefined where it is left out. */
  body: PostBody | undefined;
}

/** What is known of a location. */
export interface LocationSheet {
  location: CheckedLocation & Pick<Location, 'id' | 'accountId' | 'name' | 'storeCode'>;
  facts: LocationFacts;
  hours: OpeningDays;
  /** Null: not known. */
  timeZone: string | null;
  /** The texts of its other posts around that time. */
  texts: { publishAt: Date; text: string }[];
}

/** What is known besides, the same for all locations of a campaign. */
export interface PlanContext extends Pick<PreflightFacts, 'connection' | 'isPostingClosed' | 'photo'> {
  now: Date;
}

/** What a person has chosen for one location. */
interface OwnChoice {
  ownText: string | null;
  isLeftOut: boolean;
  /** After how many minutes of those over which posts are spread it has its turn. */
  minutes: number;
  /** When its post was promised to go out, or `accepted` for whatever the campaign says: such a time does not pass. */
  promisedAt: Date | 'accepted' | null;
}

const SAME_TEXT_MS = SAME_TEXT_DAYS * DAY_MS;

/** What a location gets; a location without a sheet is no longer the person's. */
export function planTarget(
  campaign: Pick<
    CampaignRow,
    'body' | 'wallTime' | 'publishAt' | 'timeZone' | 'spreadMinutes' | 'closedDays'
  >,
  sheet: LocationSheet | undefined,
  { ownText, isLeftOut, minutes, promisedAt }: OwnChoice,
  { now, ...context }: PlanContext,
): PlannedTarget {
  const timeZone = sheet?.timeZone ?? null;
  if (!sheet)
    return {
      leftOut: isLeftOut ? 'left-out' : 'location-gone',
      warnings: [],
      timeZone,
      wallTime: null,
      publishAt: null,
      body: undefined,
    };
  const time = timeAt(campaign, sheet, minutes);
  const { wallTime, publishAt, startsAt } = time;
  const zone = timeZone ?? campaign.timeZone;
  const { body, faults } = renderPost(campaign.body, sheet.facts, ownText, {
    publishAt: publishAt ?? now,
    timeZone: zone,
  });
  const isPromised =
    promisedAt instanceof Date ? promisedAt.getTime() === publishAt?.getTime() : promisedAt === 'accepted';
  const found = findingsOf({
    ...context,
    body,
    location: sheet.location,
    publishAt: publishAt ?? undefined,
    timeZone: zone,
    hasTwin: publishAt !== null && hasTwin(sheet, body.summary, publishAt),
  });
  const broken = new Set<string>([
    ...(isLeftOut ? ['left-out'] : []),
    ...(time.leftOut ? [time.leftOut] : []),
    ...(startsAt !== null && startsAt <= now && !isPromised ? ['time-past'] : []),
    ...time.warnings,
    ...faults,
    ...found.map(({ id }) => id),
  ]);
  const rules = CAMPAIGN_RULES.filter(({ id }) => broken.has(id));
  const leftOut = rules.find(({ severity }) => severity === 'block')?.id ?? null;
  return {
    leftOut,
    warnings: leftOut === null ? rules.map(({ id }) => id) : [],
    timeZone,
    wallTime,
    publishAt,
    body: leftOut === null ? body : undefined,
  };
}

function hasTwin({ texts }: LocationSheet, summary: string, publishAt: Date): boolean {
  if (texts.length === 0) return false;
  const own = toCanonicalText(summary);
  return texts.some(
    (other) =>
      Math.abs(other.publishAt.getTime() - publishAt.getTime()) <= SAME_TEXT_MS &&
      toCanonicalText(other.text) === own,
  );
}
