import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../config/durations.js';
import { fromWallText, instantAt, isSkipped, toWallText } from '../../config/wall-time.js';
import type { CampaignRow } from '../../database/campaigns.schema.js';
import type { FieldError } from '../../errors/app-error.js';
import { faultsOfPublishTime } from '../../posts/post-rules.js';
import type { RuleId } from './campaign-rules.js';
import { isOpenOn, nextOpenDay, type OpeningDays } from './open-days.js';

/** When the posts of a campaign go out. */
export type CampaignTime = Pick<
  CampaignRow,
  'wallTime' | 'publishAt' | 'timeZone' | 'spreadMinutes' | 'closedDays'
>;

/** When the post of a location goes out, and the rules that this breaks. */
export interface PlannedTime {
  /** `YYYY-MM-DDTHH:MM` at the location; null: its zone is not known. */
  wallTime: string | null;
  /** Null: the zone is needed and not known. */
  publishAt: Date | null;
  /** When its spread begins. */
  startsAt: Date | null;
  /** Why it gets no post; undefined: nothing is against it. */
  leftOut?: RuleId;
  warnings: RuleId[];
}

/** The zone whose day ends last of all. */
const LAST_ZONE = 'Etc/GMT+12';

/** Most locations of a campaign share a zone and a time, and nothing else of a plan takes as long to work out. */
const clocks = new LRUCache<string, ReturnType<typeof clockAt>>({
  max: 2000,
  memoMethod: (key) => {
    const [zone = '', wallTime = ''] = key.split(' ');
    return clockAt(wallTime, zone);
  },
});

/** The same for the wall times of an instant. */
const wallTexts = new LRUCache<string, string>({
  max: 2000,
  memoMethod: (key) => {
    const [zone = '', at] = key.split(' ');
    return toWallText(new Date(Number(at)), zone);
  },
});

/** The errors of the time of a campaign. A time of day is refused when it has passed everywhere. */
export function faultsOfTime(
  { wallTime, publishAt }: Pick<CampaignTime, 'wallTime' | 'publishAt'>,
  now: Date,
): FieldError[] {
  if ((wallTime === null) === (publishAt === null))
    return [{ field: 'time', message: 'Choose either a time at each location, or one for all' }];
  if (wallTime !== null && !isRealDay(wallTime))
    return [{ field: 'time.wallTime', message: 'This day doesn’t exist' }];
  const at = publishAt ?? instantAt(fromWallText(wallTime ?? ''), LAST_ZONE);
  const field = publishAt === null ? 'time.wallTime' : 'time.publishAt';
  return faultsOfPublishTime(at, now).map(({ message }) => ({ field, message }));
}

function isRealDay(wallTime: string): boolean {
  return new Date(`${wallTime}Z`).toISOString().startsWith(wallTime);
}

/**
 * When the post of a location goes out, so many minutes after the first of its spread. A time of day needs the location's
 * zone. Whether the location is open is asked for the day there; while its zone is not known, for the author's day.
 */
export function timeAt(
  time: CampaignTime,
  location: { timeZone: string | null; hours: OpeningDays },
  minutes: number,
): PlannedTime {
  const { timeZone, hours } = location;
  if (timeZone === null && time.wallTime !== null)
    return { wallTime: null, publishAt: null, startsAt: null, leftOut: 'zone-unknown', warnings: [] };
  const zone = timeZone ?? time.timeZone;
  const promised = time.wallTime ?? wallTextOf(time.publishAt ?? new Date(NaN), zone);
  const moved = openDayFor(time.closedDays, hours, promised);
  const isMoved = moved.wallTime !== promised;
  const warnings: RuleId[] = isMoved ? ['moved'] : [];
  const { leftOut } = moved;
  // An instant for all stays one, whatever the clocks do.
  if (time.publishAt !== null && !isMoved) {
    const publishAt = new Date(time.publishAt.getTime() + minutes * MINUTE_MS);
    const wallTime = timeZone === null ? null : wallTextOf(publishAt, timeZone);
    return { wallTime, publishAt, startsAt: time.publishAt, leftOut, warnings };
  }
  const wallTime = minutesLater(moved.wallTime, minutes);
  const { at: publishAt, shift } = clocks.memo(`${zone} ${wallTime}`);
  return {
    wallTime: timeZone === null ? null : wallTime,
    publishAt,
    startsAt: clocks.memo(`${zone} ${moved.wallTime}`).at,
    leftOut,
    warnings: shift ? [...warnings, shift] : warnings,
  };
}

function wallTextOf(at: Date, zone: string): string {
  return wallTexts.memo(`${zone} ${at.getTime()}`);
}

/** The promised wall time on the day on which the post goes out, or why it does not. */
export function openDayFor(
  closedDays: CampaignTime['closedDays'],
  hours: OpeningDays,
  promised: string,
): { wallTime: string; leftOut?: 'closed-that-day' | 'no-open-day' } {
  const { date } = fromWallText(promised);
  if (closedDays === 'publish' || isOpenOn(hours, date)) return { wallTime: promised };
  if (closedDays === 'skip') return { wallTime: promised, leftOut: 'closed-that-day' };
  const next = nextOpenDay(hours, date);
  if (!next) return { wallTime: promised, leftOut: 'no-open-day' };
  const day = new Date(Date.UTC(next.year, next.month - 1, next.day)).toISOString().slice(0, 10);
  return { wallTime: day + promised.slice(10) };
}

/** When a time of day is in a zone, and whether the clocks pass it twice or never that day. */
function clockAt(wallTime: string, zone: string): { at: Date; shift: RuleId | undefined } {
  const at = instantAt(fromWallText(wallTime), zone);
  if (isSkipped(fromWallText(wallTime), zone)) return { at, shift: 'skipped-hour' };
  // The minutes by which clocks are put back: on Lord Howe Island, elsewhere, at Troll Station.
  const isAgain = [30, 60, 120].some(
    (minutes) => toWallText(new Date(at.getTime() + minutes * MINUTE_MS), zone) === wallTime,
  );
  return { at, shift: isAgain ? 'doubled-hour' : undefined };
}

function minutesLater(wallTime: string, minutes: number): string {
  return new Date(Date.parse(`${wallTime}Z`) + minutes * MINUTE_MS).toISOString().slice(0, 16);
}
