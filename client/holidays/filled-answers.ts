import type { Schemas } from '../api/client';
import { formatTimes } from '../listings/opening-hours';
import { toOpeningPeriod } from '../listings/special-days';
import type { HolidayDay, HolidayRow } from './use-holidays';

/** What is filled into a cell. */
export interface Answer {
  answer: Schemas['HolidayRunDto']['answer'];
  /** With `hours` alone. */
  hours?: Schemas['AnswerHoursDto'][];
}

export interface FilledAnswer extends Answer {
  /** Whether special hours that the date gets elsewhere until then stay. */
  isFill: boolean;
}

/** The answers that are not sent yet, by location and date. */
export type Filled = Readonly<Record<string, Readonly<Record<string, FilledAnswer>>>>;

export interface Cell {
  row: HolidayRow;
  date: string;
}

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
 * Fills cells with an answer. Of several, those are filled that have none: other cells stay as they are unless they were changed
 * here. A single one is changed, whatever it has. A location without business hours takes none.
 * @returns how many were filled
 */
export function fill(
  filled: Filled,
  cells: readonly Cell[],
  answer: Answer,
): { filled: Filled; count: number } {
  const isFill = cells.length > 1;
  const draft = changing(filled);
  let count = 0;
  for (const cell of cells) {
    const { locationId, takesSpecialHours } = cell.row;
    const isBlank = dayOf(cell)?.answer === 'not_said';
    if (!takesSpecialHours || (isFill && !isBlank && !filledAt(filled, cell))) continue;
    draft.set(locationId, cell.date, { ...answer, isFill: isFill && isBlank });
    count += 1;
  }
  return { filled: draft.result(), count };
}

/** Locations that get an answer for the same dates. The server says that they have none there. */
export interface Block extends Answer {
  dates: readonly string[];
  locationIds: readonly string[];
}

/**
 * Fills blocks of cells, which need not be loaded.
 * @param keepsFilled whether cells that were filled here stay as they are
 * @returns how many were filled
 */
export function fillBlocks(
  filled: Filled,
  blocks: readonly Block[],
  { keepsFilled = false } = {},
): { filled: Filled; count: number } {
  const draft = changing(filled);
  let count = 0;
  for (const { dates, locationIds, ...answer } of blocks) {
    const wanted = { ...answer, isFill: true };
    for (const locationId of locationIds)
      for (const date of dates) {
        if (keepsFilled && filled[locationId]?.[date]) continue;
        draft.set(locationId, date, wanted);
        count += 1;
      }
  }
  return { filled: draft.result(), count };
}

/** Takes answers back to what Google has. */
export function clear(filled: Filled, cells: readonly Cell[]): Filled {
  const draft = changing(filled);
  for (const { row, date } of cells) draft.remove(row.locationId, date);
  return draft.result();
}

/** Takes all answers for some dates back, also at locations that are not loaded. */
export function clearDates(filled: Filled, dates: readonly string[]): Filled {
  const draft = changing(filled);
  for (const locationId of Object.keys(filled)) for (const date of dates) draft.remove(locationId, date);
  return draft.result();
}

/** Answers that change: those of a location are copied when its first one does. */
function changing(filled: Filled) {
  const next: Record<string, Record<string, FilledAnswer>> = { ...filled };
  const copied = new Set<string>();
  function of(locationId: string): Record<string, FilledAnswer> {
    if (!copied.has(locationId)) next[locationId] = { ...next[locationId] };
    copied.add(locationId);
    return next[locationId]!;
  }
  return {
    set: (locationId: string, date: string, answer: FilledAnswer): void => {
      of(locationId)[date] = answer;
    },
    remove: (locationId: string, date: string): void => {
      if (next[locationId]?.[date]) delete of(locationId)[date];
    },
    result: (): Filled => {
      for (const id of copied) if (Object.keys(next[id]!).length === 0) delete next[id];
      return next;
    },
  };
}

/** How many answers are not sent yet. */
export function countOfFilled(filled: Filled): number {
  return Object.values(filled).reduce((sum, answers) => sum + Object.keys(answers).length, 0);
}

/** Opening times in words: `09:00–13:00`. */
export function hoursWords(hours: readonly Schemas['AnswerHoursDto'][]): string {
  return hours.map(({ openTime, closeTime }) => `${openTime}–${closeTime}`).join(', ');
}

/** The times of a day's special hours. */
export function periodsWords({ periods }: HolidayDay): string {
  return periods.flatMap(toOpeningPeriod).map(formatTimes).join(', ');
}
