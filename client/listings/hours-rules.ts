import { DAYS, dayName, daysLater, type OpeningPeriod } from './opening-hours';

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = DAYS.length * DAY_MINUTES;

/** What is wrong with one period, by its place in the list; `field` where one of its times alone is to blame. */
interface PeriodFault {
  index: number;
  field?: 'openTime' | 'closeTime';
  message: string;
}

interface Span {
  index: number;
  period: OpeningPeriod;
  /** In minutes of the week. */
  start: number;
  minutes: number;
}

/**
 * Everything that is wrong with a week of periods. The server has the same rules in the same words, but tells of the
 * first fault only (`server/listings/opening-hours.ts`).
 */
export function faultsOfHours(periods: OpeningPeriod[]): PeriodFault[] {
  const spans = periods.map(toSpan).filter(({ period }) => period.openTime && period.closeTime);
  const tooLong = faultsOfLength(spans);
  const sound = spans.filter(({ index }) => !tooLong.some((fault) => fault.index === index));
  return [...faultsOfTimes(periods), ...tooLong, ...faultsOfOverlap(sound)];
}

function toSpan(period: OpeningPeriod, index: number): Span {
  const length = daysLater(period) * DAY_MINUTES + minutesOf(period.closeTime) - minutesOf(period.openTime);
  const start = DAYS.indexOf(period.openDay) * DAY_MINUTES + minutesOf(period.openTime);
  return { index, period, start, minutes: (length + WEEK_MINUTES) % WEEK_MINUTES };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function faultsOfTimes(periods: OpeningPeriod[]): PeriodFault[] {
  return periods.flatMap(({ openTime, closeTime }, index) => {
    const faults: PeriodFault[] = [];
    if (!openTime)
      faults.push({ index, field: 'openTime', message: 'Opening time must be HH:mm from 00:00 to 23:59' });
    if (!closeTime)
      faults.push({ index, field: 'closeTime', message: 'Closing time must be HH:mm from 00:00 to 24:00' });
    return faults;
  });
}

function faultsOfLength(spans: Span[]): PeriodFault[] {
  return spans.flatMap(({ index, period, minutes }) => {
    const day = dayName(period.openDay);
    if (minutes === 0) return [{ index, message: `Opening and closing time on ${day} must differ` }];
    if (minutes > DAY_MINUTES)
      return [{ index, message: `Opening hours on ${day} must close within 24 hours` }];
    return [];
  });
}

function faultsOfOverlap(spans: Span[]): PeriodFault[] {
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  return inOrder.flatMap(({ index, period, start, minutes }, place) => {
    // The week goes round: Sunday night may run into Monday morning.
    const nextStart = inOrder[place + 1]?.start ?? (inOrder[0]?.start ?? 0) + WEEK_MINUTES;
    if (nextStart - start >= minutes) return [];
    return [{ index, message: `Opening hours on ${dayName(period.openDay)} overlap with the next ones` }];
  });
}
