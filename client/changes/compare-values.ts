import { formatSpecialHours, shortDate } from '../listings/special-days';
import { type ChangeField, textWords } from '../listings/field-values';
import { dayName, DAYS, formatWeek, type OpeningPeriod } from '../listings/opening-hours';
import type { ChangeValue } from './change-words';

/** A piece of two texts: in both, only in the first, or only in the second. */
export interface Part {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** A day, or days, with their hours before and after; undefined if the days are not listed. */
export interface DayChange {
  label: string;
  before: string | undefined;
  after: string | undefined;
}

/** How two values of a field differ, in the form that suits the field. */
export type Comparison =
  | { kind: 'text'; parts: Part[] }
  | { kind: 'items'; parts: Part[] }
  | { kind: 'days'; days: DayChange[]; week?: { before: OpeningPeriod[]; after: OpeningPeriod[] } };

/** Compares two values of a field. */
export function compareValues(field: ChangeField, before: ChangeValue, after: ChangeValue): Comparison {
  if (before.hours || after.hours) {
    const week = { before: before.hours ?? [], after: after.hours ?? [] };
    return { kind: 'days', days: changedDays(before.hours, after.hours), week };
  }
  if (before.specialHours || after.specialHours)
    return { kind: 'days', days: changedDates(before.specialHours, after.specialHours) };
  if (before.moreHours || after.moreHours)
    return { kind: 'days', days: changedTypes(before.moreHours, after.moreHours) };
  if (before.items || after.items)
    return { kind: 'items', parts: differences(before.items ?? [], after.items ?? []) };
  return { kind: 'text', parts: compareTexts(textWords(field, before.text), textWords(field, after.text)) };
}

/** Whether a value is empty. */
export function isEmpty({ text, items, hours, specialHours, moreHours }: ChangeValue): boolean {
  return !text && ![items, hours, specialHours, moreHours].some((list) => list?.length);
}

/** Words, and every other character. */
const WORDS = /[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu;
/** Texts that have less than this share in common are shown as replaced. */
const RELATED = 0.4;

function compareTexts(before: string, after: string): Part[] {
  const parts = differences(before.match(WORDS) ?? [], after.match(WORDS) ?? []);
  const common = parts.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.trim().length : sum), 0);
  if (common >= RELATED * Math.max(before.length, after.length)) return joined(parts);
  const whole: Part[] = [
    { kind: 'gone', text: before },
    { kind: 'new', text: after },
  ];
  return whole.filter(({ text }) => text !== '');
}

/**
 * Joins changes between two words that stayed: first one piece with all that is gone, then one with all that is new. Blanks
 * around a piece do not belong to it.
 */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  let changed = { gone: '', new: '' };
  const add = (kind: Part['kind'], text: string) => {
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') result.push({ kind, text });
  };
  const flush = () => {
    const pieces = [changed.gone, changed.new].filter((text) => text.trim() !== '');
    add('same', pieces.some((text) => /^\s/.test(text)) ? ' ' : '');
    add('gone', changed.gone.trim());
    add('new', changed.new.trim());
    add('same', pieces.some((text) => /\s$/.test(text)) ? ' ' : '');
    changed = { gone: '', new: '' };
  };
  parts.forEach(({ kind, text }, index) => {
    const isBetween =
      text.trim() === '' && (changed.gone || changed.new) && parts[index + 1]?.kind !== 'same';
    if (kind !== 'same') changed[kind] += text;
    else if (isBetween) changed = { gone: changed.gone + text, new: changed.new + text };
    else {
      flush();
      add('same', text);
    }
  });
  flush();
  return result;
}

/** The shortest way from one list to another (longest common subsequence): what is gone stands before what is new. */
function differences(before: readonly string[], after: readonly string[]): Part[] {
  const [rows, columns] = [before.length, after.length];
  const common = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      common[row]![column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const parts: Part[] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    const [from = '', to = ''] = [before[row], after[column]];
    const isSame = row < rows && column < columns && from === to;
    const isGone = row < rows && (column === columns || at(row + 1, column) >= at(row, column + 1));
    parts.push(isSame || isGone ? { kind: isSame ? 'same' : 'gone', text: from } : { kind: 'new', text: to });
    if (isSame || isGone) row++;
    if (isSame || !isGone) column++;
  }
  return parts;
}

const NOT_SET = 'not set';

/** The days of a week whose hours differ. Neighbours with the same hours share a line. */
function changedDays(before: OpeningPeriod[] | null, after: OpeningPeriod[] | null): DayChange[] {
  const [was, is] = [before, after].map((periods) =>
    periods ? formatWeek(periods).map(({ lines }) => inText(lines)) : DAYS.map(() => NOT_SET),
  ) as [string[], string[]];
  const runs: { first: number; last: number; before: string; after: string }[] = [];
  DAYS.forEach((_, index) => {
    const [from = '', to = ''] = [was[index], is[index]];
    const run = runs.at(-1);
    if (from === to) return;
    if (run?.last === index - 1 && run.before === from && run.after === to) run.last = index;
    else runs.push({ first: index, last: index, before: from, after: to });
  });
  return runs.map(({ first, last, ...values }) => ({
    label: first === last ? dayName(DAYS[first]!) : `${dayName(DAYS[first]!)} to ${dayName(DAYS[last]!)}`,
    ...values,
  }));
}

function changedDates(before: ChangeValue['specialHours'], after: ChangeValue['specialHours']): DayChange[] {
  const [was, is] = [before, after].map(
    (periods) => new Map(formatSpecialHours(periods ?? []).map(({ date, lines }) => [date, inText(lines)])),
  ) as [Map<string, string>, Map<string, string>];
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort()
    .filter((date) => was.get(date) !== is.get(date))
    .map((date) => ({
      label: shortDate(date),
      before: was.get(date),
      after: is.get(date),
    }));
}

function changedTypes(before: ChangeValue['moreHours'], after: ChangeValue['moreHours']): DayChange[] {
  const all = [...(before ?? []), ...(after ?? [])];
  const names = new Map(all.map(({ hoursTypeId, name }) => [hoursTypeId, name]));
  return [...names].flatMap(([id, name]) => {
    const [was = null, is = null] = [before, after].map(
      (types) => types?.find(({ hoursTypeId }) => hoursTypeId === id)?.periods,
    );
    return changedDays(was, is).map((change) => ({ ...change, label: `${name}, ${change.label}` }));
  });
}

/** Periods within a sentence: `closed`, `09:00–17:30`. */
function inText(lines: readonly string[]): string {
  const text = lines.join(', ');
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** How many hours of a day are open, 0 to 24. */
export function openHours(periods: readonly OpeningPeriod[], index: number): number {
  const hours = periods
    .filter(({ openDay }) => openDay === DAYS[index])
    .map(({ openDay, openTime, closeDay, closeTime }) => {
      const days = (DAYS.indexOf(closeDay) - DAYS.indexOf(openDay) + DAYS.length) % DAYS.length;
      return days * 24 + toHours(closeTime) - toHours(openTime);
    });
  return Math.min(
    24,
    hours.reduce((sum, each) => sum + each, 0),
  );
}

function toHours(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours + minutes / 60;
}
