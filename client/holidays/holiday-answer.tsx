import { AnswerPlate } from '../listings/answer-plate';
import { type Cell, dayOf, type Filled, filledAt, hoursWords, periodsWords } from './filled-answers';

/** What a location says of a date, or will say once it is sent. */
export function HolidayAnswer({ cell, filled }: { cell: Cell; filled: Filled }) {
  const wanted = filledAt(filled, cell);
  const day = dayOf(cell);
  return (
    <AnswerPlate
      kind={wanted?.answer ?? day?.answer ?? 'none'}
      hours={wanted ? hoursWords(wanted.hours ?? []) : day && periodsWords(day)}
      isChanged={wanted !== undefined}
    />
  );
}
