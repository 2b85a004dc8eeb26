const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const DATE_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** An instant in this browser's zone: '14:32' today, '20 Nov 2026, 14:32' on any other day. */
export function ageWords(instant: Date, now: Date): string {
  const isToday = DAY.format(instant) === DAY.format(now);
  return (isToday ? TIME : DATE_TIME).format(instant);
}

/** The day of an instant in this browser's zone: '20 November 2026'. */
export function dateWords(instant: Date): string {
  return DAY.format(instant);
}
