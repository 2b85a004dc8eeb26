import { countOf } from './count-of';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long something takes that can only be estimated, in seconds: 'a minute', '5 minutes', '2 hours'. */
export function durationWords(seconds: number): string {
  if (seconds < 1.5 * MINUTE) return 'a minute';
  if (seconds < 1.5 * HOUR) return countOf(Math.round(seconds / MINUTE), 'minute');
  return countOf(Math.round(seconds / HOUR), 'hour');
}
