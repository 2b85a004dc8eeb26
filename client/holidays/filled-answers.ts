import type { Schemas } from '../api/client';
import { formatTimes } from '../listings/opening-hours';
import { toOpeningPeriod } from '../listings/special-days';
import type { HolidayDay, HolidayRow } from './use-holidays';

type HolidayRun = Schemas['HolidayRunDto'];

/** What is filled into a cell. */
export interface Answer {
  answer: HolidayRun['answer'];
  /** With `hours` alone. */
  hours?: Schemas['AnswerHoursDto'][];
}

interface FilledAnswer extends Answer {
  /** Whether special hours that the date gets elsewhere until then stay. */
  isFill: boolean;
}

/** The answers that are not sent yet, by location and date. */
export type Filled = Readonly<Record<string, Readonly<Record<string, FilledAnswer>>>>;

export interface Cell {
  row: HolidayRow;
  date: string;
}

/** How many locations one run can name. */
const MOST_NAMED = 500;

/** What Google has for a cell; undefined: no holiday, and nothing said. */
export function dayOf({ row, date }: Cell): HolidayDay | undefined {
  return row.days.find((day) => day.date === date);
}

/** Whether a filled answer says what Google has already. */
function isAlready(answer: Answer, day: HolidayDay | undefined): boolean {
  if (!day || day.answer !== answer.answer) return false;
  return answer.answer !== 'hours' || hoursWords(answer.hours ?? []) === periodsWords(day);
}

/** The answer of a cell that is not sent yet; undefined: Google has it, or there is none. */
export function filledAt(filled: Filled, cell: Cell): FilledAnswer | undefined {
  const answer = filled[cell.row.locationId]?.[cell.date];
  return answer && !isAlready(answer, dayOf(cell)) ? answer : undefined;
}

/**
 * Fills cells with an answer. Of several cells those keep theirs that have special hours at Google, unless they were changed
 * here; a single one is changed. A location without business hours takes none.
 * @returns how many were filled
 */
export function fill(
  filled: Filled,
  cells: readonly Cell[],
  answer: Answer,
): { filled: Filled; count: number } {
  const isFill = cells.length > 1;
  const next = copyOf(filled);
  let count = 0;
  for (const cell of cells) {
    const { locationId, takesSpecialHours } = cell.row;
    const day = dayOf(cell);
    const isSaid = day !== undefined && day.answer !== 'not_said';
    if (!takesSpecialHours || (isFill && isSaid && !filledAt(filled, cell))) continue;
    (next[locationId] ??= {})[cell.date] = { ...answer, isFill: isFill && !isSaid };
    count += 1;
  }
  return { filled: next, count };
}

/** Takes answers back to what Google has. */
export function clear(filled: Filled, cells: readonly Cell[]): Filled {
  const next = copyOf(filled);
  for (const { row, date } of cells) delete next[row.locationId]?.[date];
  return Object.fromEntries(Object.entries(next).filter(([, answers]) => Object.keys(answers).length > 0));
}

function copyOf(filled: Filled): Record<string, Record<string, FilledAnswer>> {
  return Object.fromEntries(Object.entries(filled).map(([id, answers]) => [id, { ...answers }]));
}

/** The answers as the server takes them: those of locations that get the same for the same dates are one. */
export function runsOf(filled: Filled): HolidayRun[] {
  const runs = new Map<string, HolidayRun & { locationIds: string[] }>();
  for (const [locationId, answers] of Object.entries(filled)) {
    const same = Map.groupBy(Object.entries(answers), ([, answer]) => JSON.stringify(answer));
    for (const [text, dated] of same) {
      const dates = dated.map(([date]) => date).sort();
      const key = `${text} ${dates.join()}`;
      const run = runs.get(key) ?? { ...dated[0]![1], dates, locationIds: [] };
      runs.set(key, run);
      run.locationIds.push(locationId);
    }
  }
  return [...runs.values()].flatMap(({ locationIds, ...run }) =>
    Array.from({ length: Math.ceil(locationIds.length / MOST_NAMED) }, (_, part) => ({
      ...run,
      locationIds: locationIds.slice(part * MOST_NAMED, (part + 1) * MOST_NAMED),
    })),
  );
}

/** How many answers are not sent yet. */
export function countOfFilled(filled: Filled): number {
  return Object.values(filled).reduce((sum, answers) => sum + Object.keys(answers).length, 0);
}

const TIMES = /^(\d{1,2})(?::?(\d{2}))?\s*[-–]\s*(\d{1,2})(?::?(\d{2}))?$/;

/** The opening times in a text: `9-13`, `09:00–13:00`, several with commas between. Undefined for anything else. */
export function hoursIn(text: string): Answer['hours'] | undefined {
  const hours = text.split(',').map((part) => {
    const [, openHour = '', openMinute = '00', closeHour = '', closeMinute = '00'] =
      TIMES.exec(part.trim()) ?? [];
    const openTime = `${openHour.padStart(2, '0')}:${openMinute}`;
    const closeTime = `${closeHour.padStart(2, '0')}:${closeMinute}`;
    const isTime = /^([01]\d|2[0-3]):[0-5]\d$/;
    const isRight = isTime.test(openTime) && (isTime.test(closeTime) || closeTime === '24:00');
    return isRight && openTime !== closeTime ? { openTime, closeTime } : undefined;
  });
  return hours.every((each) => each !== undefined) ? hours : undefined;
}

/** Opening times in words: `09:00–13:00`. */
export function hoursWords(hours: readonly Schemas['AnswerHoursDto'][]): string {
  return hours.map(({ openTime, closeTime }) => `${openTime}–${closeTime}`).join(', ');
}

/** The times of a day's special hours. */
export function periodsWords({ periods }: HolidayDay): string {
  return periods.flatMap(toOpeningPeriod).map(formatTimes).join(', ');
}
