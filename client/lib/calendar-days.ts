/*
 * Calendar arithmetic. A day is `yyyy-mm-dd` and a month `yyyy-mm`, without a time zone. As texts they sort by time.
 */
const DAY_MS = 24 * 60 * 60_000;
const DAYS_A_WEEK = 7;

/** Whether a text is a month that the calendar can show: 2000-01 to 2999-12. */
export function isMonth(text: string | null): text is string {
  return text !== null && /^2\d{3}-(0[1-9]|1[0-2])$/.test(text);
}

/** Whether a text is a day that the calendar can show: 2000-01-01 to 2999-12-31. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(text);
  // Some browsers take the 30th of February for a day in March.
  return !Number.isNaN(instant) && toDay(instant) === text;
}

/** The month of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The day that is `count` days later; earlier for a negative number. */
export function addDays(day: string, count: number): string {
  return toDay(Date.parse(day) + count * DAY_MS);
}

/** The month that is `count` months later; earlier for a negative number. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(toDay(Date.UTC(year, number - 1 + count)));
}

/** The same day of another month, or the last day of a shorter month. */
export function sameDayIn(month: string, day: string): string {
  const last = daysOf(month).at(-1) ?? day;
  const wanted = `${month}-${day.slice(-2)}`;
  return wanted < last ? wanted : last;
}

/** The days of a month. */
export function daysOf(month: string): string[] {
  const first = Date.parse(`${month}-01`);
  const count = (Date.parse(`${addMonths(month, 1)}-01`) - first) / DAY_MS;
  return Array.from({ length: count }, (_, index) => toDay(first + index * DAY_MS));
}

/**
 * The whole weeks that contain days of a month: four to six weeks of seven days.
 * @param firstDay the first day of the week: 1 for Monday to 7 for Sunday
 */
export function weeksOf(month: string, firstDay: number): string[][] {
  const firsts = daysOf(month).map((day) => weekStart(day, firstDay));
  return [...new Set(firsts)].map(daysFrom);
}

/** The seven days of the week that contains a day. */
export function weekOf(day: string, firstDay: number): string[] {
  return daysFrom(weekStart(day, firstDay));
}

/** The first day of the week in a locale, 1 for Monday to 7 for Sunday; Monday if the browser does not know it. */
export function firstDayOfWeek(locale: string): number {
  try {
    const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale);
    return known.getWeekInfo?.().firstDay ?? 1;
  } catch {
    // Some browsers report a system name such as `en-US@posix`, which is not a valid locale.
    return 1;
  }
}

function daysFrom(first: string): string[] {
  return Array.from({ length: DAYS_A_WEEK }, (_, index) => addDays(first, index));
}

function weekStart(day: string, firstDay: number): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, -((weekday - firstDay + DAYS_A_WEEK) % DAYS_A_WEEK));
}

function toDay(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 10);
}
