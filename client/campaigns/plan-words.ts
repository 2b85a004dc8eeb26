import { instantsAt, toWallTime } from '../lib/wall-time';
import { countOf, figure } from '../lib/count-of';
import {
  clockWords,
  dateTimeWords,
  longDayWords,
  nearDayWords,
  offsetName,
  timeWords,
  zoneName,
} from '../lib/time-words';
import { type Campaign, partsBetweenVariables } from './campaign-words';

type Plan = Campaign['plan'];
type PlannedEnd = NonNullable<Plan['first']>;

/**
 * When the posts of a campaign go out: '09:00 at each location on Friday 27 November', '09:00 on Friday 27 November,
 * everywhere at once (Europe/London, GMT)'.
 * @param timeZone of the reader
 */
export function whenWords(
  { wallTime, publishAt, spreadMinutes }: Pick<Campaign, 'wallTime' | 'publishAt' | 'spreadMinutes'>,
  timeZone: string,
): string {
  const spread = spreadMinutes > 0 ? `, spread over ${countOf(spreadMinutes, 'minute')}` : '';
  const thisYear = toWallTime(new Date(), timeZone).date.slice(0, 4);
  const dayOf = (day: string) => (day.startsWith(thisYear) ? nearDayWords(day).long : longDayWords(day));
  if (wallTime !== null) {
    const [day = '', time = ''] = wallTime.split('T');
    return `${clockWords(time)} at each location on ${dayOf(day)}${spread}`;
  }
  if (publishAt === null) return '';
  const at = new Date(publishAt);
  const day = dayOf(toWallTime(at, timeZone).date);
  return `${timeWords(at, timeZone)} on ${day}, everywhere at once (${zoneName(at, timeZone)})${spread}`;
}

/** When the first or the last post goes out: '09:00 at Ahornallee, Berlin, 08:00 for you'. */
export function endWords({ publishAt, timeZone, locationName }: PlannedEnd, viewerZone: string): string {
  const instant = new Date(publishAt);
  const [there, here] = [timeZone, viewerZone].map((zone) => toWallTime(instant, zone));
  const words = `${dayAndTime(instant, timeZone)} at ${locationName}`;
  if (there?.date === here?.date && there?.time === here?.time) return words;
  const yours = there?.date === here?.date ? timeWords(instant, viewerZone) : dayAndTime(instant, viewerZone);
  return `${words}, ${yours} for you`;
}

/**
 * When the last post of a plan goes out, by its time or as Google's quota lets it: '09:00 at Ahornallee, Berlin, 08:00 for
 * you', 'by Fri 27 Nov, 09:12'.
 */
export function lastWords({ last, quota: { doneAt } }: Plan, viewerZone: string): string {
  if (last === null) return '';
  const isDelayed = doneAt !== null && Date.parse(doneAt) - Date.parse(last.publishAt) >= MINUTE_MS;
  return isDelayed ? `by ${dayAndTime(new Date(doneAt), viewerZone)}` : endWords(last, viewerZone);
}

/**
 * What two clocks show when a post goes out: '09:00' at the location, and '16:00' or 'Sat 28 Nov, 01:00' for the reader.
 * @param wallTime of the location, `YYYY-MM-DDTHH:MM`
 */
export function clocksOf(
  wallTime: string | null,
  timeZone: string,
  viewerZone: string,
): { there: string; here: string } {
  const [date = '', time = ''] = (wallTime ?? '').split('T');
  // A time that the clocks skip there is as much later.
  const [at = new Date(Date.parse(`${date}T${time}Z`))] = instantsAt({ date, time }, timeZone);
  const here = toWallTime(at, viewerZone).date;
  return {
    there: clockWords(time),
    here: here === date ? timeWords(at, viewerZone) : dayAndTime(at, viewerZone),
  };
}

const MINUTE_MS = 60_000;

function dayAndTime(instant: Date, timeZone: string): string {
  return `${nearDayWords(toWallTime(instant, timeZone).date).short}, ${timeWords(instant, timeZone)}`;
}

/** The busiest minute beside Google's limit: '18 at 09:00, and Google accepts 240 a minute'. */
export function quotaWords({ quota }: Plan, viewerZone: string): string | undefined {
  const { perMinute, busiestAt, busiestCount, doneAt } = quota;
  if (busiestAt === null) return undefined;
  const busiest = `${figure(busiestCount)} at ${timeWords(new Date(busiestAt), viewerZone)}`;
  if (busiestCount <= perMinute || doneAt === null)
    return `${busiest}, and Google accepts ${figure(perMinute)} a minute`;
  return `${busiest}. Google accepts ${figure(perMinute)} a minute, so the last of them goes out by ${timeWords(new Date(doneAt), viewerZone)}`;
}

/** Posts that go out together. */
export interface Bar {
  /** The beginning of the hour, or of the day, in the viewer's zone. */
  at: Date;
  /** '09:00', or 'Fri 27 Nov'. */
  label: string;
  count: number;
}

const HOUR_MS = 3_600_000;
/** Beyond this span bars stand for days. */
const LONGEST_BY_HOUR_MS = 36 * HOUR_MS;

/** How many posts go out in each hour of the viewer's; over more than a day and a half in each day. */
export function barsOf(times: Plan['times'], viewerZone: string): { bars: Bar[]; areDays: boolean } {
  const instants = times.map(({ at }) => Date.parse(at));
  const span = (instants.at(-1) ?? 0) - (instants[0] ?? 0);
  const areDays = span > LONGEST_BY_HOUR_MS;
  const groups = Map.groupBy(times, ({ at }) => {
    const { date, time } = toWallTime(new Date(at), viewerZone);
    return areDays ? date : `${date}T${time.slice(0, 2)}:00`;
  });
  const bars = [...groups].map(([start, members]) => ({
    at: new Date(members[0]?.at ?? 0),
    label: areDays ? nearDayWords(start).short : clockWords(start.slice(11)),
    count: members.reduce((sum, { count }) => sum + count, 0),
  }));
  return { bars, areDays };
}

/** The clock of a location when its post goes out: '09:00 GMT+1'; with the day where it is another one than planned. */
export function localTimeWords(publishAt: string, timeZone: string, plannedDay: string | undefined): string {
  const instant = new Date(publishAt);
  const offset = offsetName(instant, timeZone);
  if (plannedDay === undefined || toWallTime(instant, timeZone).date === plannedDay)
    return `${timeWords(instant, timeZone)} ${offset}`;
  return `${dateTimeWords(instant, timeZone)} ${offset}`;
}

/** A rendered text in parts, with the values of variables marked. Nothing is marked if it is not the campaign's text. */
export function splitByVariables(text: string, template: string): { part: string; isValue: boolean }[] {
  const pieces = partsBetweenVariables(template.trim());
  const parts: { part: string; isValue: boolean }[] = [];
  let done = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    const at = isLast && index > 0 ? text.length - piece.length : text.indexOf(piece, done);
    if (at < done || !text.startsWith(piece, at) || (index === 0 && at > 0))
      return [{ part: text, isValue: false }];
    parts.push({ part: text.slice(done, at), isValue: true }, { part: piece, isValue: false });
    done = at + piece.length;
  }
  return done === text.length ? parts.filter(({ part }) => part !== '') : [{ part: text, isValue: false }];
}
