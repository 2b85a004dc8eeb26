import type { Location } from '../../business-profile/port/location.js';
import { toCanonicalText } from '../../business-profile/port/remote-post.js';
import { DAY_MS } from '../../config/durations.js';
import type { CampaignRow, LocationFacts } from '../../database/campaigns.schema.js';
import type { PostBody } from '../../database/schema.js';
import { inTurns } from '../../jobs/turns.js';
import {
  type CheckedLocation,
  LASTING_RULES,
  type PreflightFacts,
  RULES_OF_MOMENT,
  SAME_TEXT_DAYS,
} from '../../posts/preflight-rules.js';
import { brokenRules } from '../../posts/preflight.service.js';
import { type RuleId, rulesInOrder } from './campaign-rules.js';
import { atTime, renderPost } from './campaign-text.js';
import { type CampaignTime, timeAt } from './campaign-times.js';
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

/** What is the same for all locations of a campaign. */
export interface PlanContext extends Pick<PreflightFacts, 'connection' | 'isPostingClosed' | 'photo'> {
  now: Date;
}

/** A location for which a post is wanted. */
interface WantedTarget {
  /** Undefined: the location is no longer the workspace's. */
  sheet: LocationSheet | undefined;
  ownText: string | null;
  /** Whether a person has left it out. */
  isLeftOut: boolean;
  /** A time that does not count as past: the one that was promised; `accepted`: any that the campaign says. Null: there is none. */
  promisedAt: Date | 'accepted' | null;
}

/** What is the same of a location's post whenever it goes out, so that it is worked out once. */
interface LastingPost {
  body: PostBody;
  /** The rules that it breaks at any time. */
  broken: RuleId[];
  /** When other posts with the same text go out at its location. */
  twinsAt: Date[];
}

const SAME_TEXT_MS = SAME_TEXT_DAYS * DAY_MS;

/** The fields of a campaign on which its plan depends. */
type Plannable = CampaignTime & Pick<CampaignRow, 'body'>;

/**
 * Plans the posts of a campaign: what each of these locations gets, in their order, in turns with other requests.
 * @param minutes how long after the first post of its spread each goes out. Not given: these are all locations of the
 * campaign, in the order of their turns, and are spread here.
 */
export async function planTargets(
  campaign: Plannable,
  wanted: readonly WantedTarget[],
  context: PlanContext,
  minutes?: readonly number[],
): Promise<PlannedTarget[]> {
  const lasting: (LastingPost | undefined)[] = [];
  const planned = await inTurns(wanted, (target, index) => {
    const post = target.sheet && lastingPost(campaign, target.sheet, target.ownText, context);
    lasting.push(post);
    return planTarget(campaign, target, post, minutes?.[index] ?? 0, context);
  });
  if (minutes || campaign.spreadMinutes === 0) return planned;
  const zones = planned.map(({ leftOut, timeZone }) => (leftOut === null ? timeZone : undefined));
  const spread = turnsIn(campaign, zones).map((turn) => minutesAt(campaign, turn));
  return inTurns(wanted, (target, index) =>
    spread[index] === 0
      ? planned[index]!
      : planTarget(campaign, target, lasting[index], spread[index]!, context),
  );
}

/** The turn of a location in a spread: how many come before it, and how many there are in all. */
export interface SpreadTurn {
  before: number;
  all: number;
}

/** How many minutes after the first post of its spread a location has its turn; undefined: it gets no post. */
export function minutesAt(
  { spreadMinutes }: Pick<CampaignRow, 'spreadMinutes'>,
  { before, all }: SpreadTurn = { before: 0, all: 1 },
): number {
  return Math.floor((before * spreadMinutes) / all);
}

/**
 * The turns of all locations of a campaign, by their zones and in their order: those of one zone are spread evenly, or all
 * those of one instant. Undefined: the location gets no post.
 */
function turnsIn(
  { wallTime }: Pick<CampaignRow, 'wallTime'>,
  zones: readonly (string | null | undefined)[],
): (SpreadTurn | undefined)[] {
  const groups = zones.map((zone) => (zone === undefined || wallTime !== null ? zone : null));
  const sizes = new Map<string | null, number>();
  const ranks = groups.map((group) => {
    if (group === undefined) return 0;
    const rank = sizes.get(group) ?? 0;
    sizes.set(group, rank + 1);
    return rank;
  });
  return groups.map((group, index) =>
    group === undefined ? undefined : { before: ranks[index] ?? 0, all: sizes.get(group) ?? 1 },
  );
}

/** The post of a location whose time is still open. */
function lastingPost(
  campaign: Plannable,
  { location, facts, timeZone, texts }: LocationSheet,
  ownText: string | null,
  { now, ...context }: PlanContext,
): LastingPost {
  const zone = timeZone ?? campaign.timeZone;
  const { body, faults } = renderPost(campaign.body, facts, ownText, { publishAt: now, timeZone: zone });
  const found = brokenRules(
    { ...context, body, location, publishAt: undefined, timeZone: zone, hasTwin: false },
    LASTING_RULES,
  );
  return {
    body,
    broken: [...faults, ...found.map(({ id }) => id)],
    twinsAt: timesOf(texts, body.summary),
  };
}

/** @param post undefined: the location is no longer the workspace's */
function planTarget(
  campaign: Plannable,
  { sheet, isLeftOut, promisedAt }: WantedTarget,
  post: LastingPost | undefined,
  minutes: number,
  { now, ...context }: PlanContext,
): PlannedTarget {
  const timeZone = sheet?.timeZone ?? null;
  if (!sheet || !post)
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
  const body = atTime(post.body, campaign.body, { publishAt: publishAt ?? now, timeZone: zone });
  const isPromised =
    promisedAt instanceof Date ? promisedAt.getTime() === publishAt?.getTime() : promisedAt === 'accepted';
  const found = brokenRules(
    {
      ...context,
      body,
      location: sheet.location,
      publishAt: publishAt ?? undefined,
      timeZone: zone,
      hasTwin: publishAt !== null && post.twinsAt.some((at) => isNear(at, publishAt)),
    },
    RULES_OF_MOMENT,
  );
  const rules = rulesInOrder([
    ...(isLeftOut ? (['left-out'] as const) : []),
    ...(time.leftOut ? [time.leftOut] : []),
    ...(startsAt !== null && startsAt <= now && !isPromised ? (['time-past'] as const) : []),
    ...time.warnings,
    ...post.broken,
    ...found.map(({ id }) => id),
  ]);
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

/** When those of the posts go out that have a text. */
function timesOf(texts: LocationSheet['texts'], wanted: string): Date[] {
  if (texts.length === 0) return [];
  const text = toCanonicalText(wanted);
  return texts.filter((other) => toCanonicalText(other.text) === text).map(({ publishAt }) => publishAt);
}

function isNear(at: Date, other: Date): boolean {
  return Math.abs(at.getTime() - other.getTime()) <= SAME_TEXT_MS;
}
