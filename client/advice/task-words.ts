import { Info, type LucideIcon, OctagonX, TriangleAlert } from 'lucide-react';
import { countOf, figure } from '../lib/count-of';
import { numbersIn } from '../lib/formats';
import { dateWords, dayWords, timeWords } from '../lib/time-words';
import { toWallTime } from '../lib/wall-time';
import type { StatusTone } from '../ui/basics/labels';
import type { Task, TaskList } from './use-tasks';

/** A severity as icon, word and colour. */
interface SeverityLook {
  label: string;
  icon: LucideIcon;
  tone: StatusTone | 'neutral';
}

const STALE: SeverityLook = Object.freeze({ label: 'Stale', icon: Info, tone: 'neutral' });
const SEVERITIES: Readonly<Record<number, SeverityLook>> = Object.freeze({
  5: { label: 'Hidden', icon: OctagonX, tone: 'bad' },
  4: { label: 'Breaks a rule', icon: OctagonX, tone: 'bad' },
  3: { label: 'Missing', icon: TriangleAlert, tone: 'warn' },
  2: { label: 'Inconsistent', icon: Info, tone: 'neutral' },
  1: STALE,
});

export const severityLook = (severity: number): SeverityLook => SEVERITIES[severity] ?? STALE;

const oneDecimal = numbersIn({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDecimals = numbersIn({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Where a task stands in the order: 'Order 15.4'. */
export const orderWords = ({ total }: Task['order']): string => `Order ${oneDecimal(total)}`;

/** The arithmetic behind it: '= 3 × 5.14', and what both numbers are. */
export function orderSum({ severity, views }: Task['order']): { sum: string; parts: string } {
  const weight = twoDecimals(Math.log10(10 + views));
  return {
    sum: `= ${severity} × ${weight}`,
    parts: `${severity} for “${severityLook(severity).label.toLowerCase()}”, ${weight} = log10(10 + ${countOf(views, 'view')} in 28 days)`,
  };
}

const DAY_MS = 24 * 60 * 60_000;

/** The day of an instant in a sentence: 'today', 'yesterday', '12 Nov 2026'. */
export function dayInSentence(instant: Date, now: Date, timeZone: string): string {
  const [day, today] = [instant, now].map((each) => Date.parse(toWallTime(each, timeZone).date));
  const ago = (today ?? 0) - (day ?? 0);
  if (ago === 0) return 'today';
  return ago === DAY_MS ? 'yesterday' : dayWords(instant, timeZone);
}

/** The same with the time: 'today at 06:12'. */
export function momentWords(instant: Date, now: Date, timeZone: string): string {
  return `${dayInSentence(instant, now, timeZone)} at ${timeWords(instant, timeZone)}`;
}

/** What was checked: '500 locations checked against 25 rules, last today at 06:12.' */
export function checkWords(
  { state, checkedAt, locations, rules }: TaskList['check'],
  now: Date,
  timeZone: string,
): string {
  if (state === 'checking')
    return locations === 0
      ? `Your locations are being checked against ${countOf(rules, 'rule')}.`
      : `Your locations are being checked against ${countOf(rules, 'rule')}: ${figure(locations)} so far.`;
  const when = checkedAt === null ? '' : `, last ${momentWords(new Date(checkedAt), now, timeZone)}`;
  return `${countOf(locations, 'location')} checked against ${countOf(rules, 'rule')}${when}.`;
}

/** How long a dismissal lasts, and who made it: 'Tamsin Okafor, for good'. */
export function dismissalWords({ by, until }: NonNullable<Task['dismissal']>): string {
  return [by?.name || 'A former user', until === null ? 'for good' : `until ${dateWords(until)}`].join(', ');
}
