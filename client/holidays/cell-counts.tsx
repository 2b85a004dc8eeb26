import type { Schemas } from '../api/client';
import { countOf, figure } from '../lib/count-of';

interface CellCountsProps {
  counts: Pick<Schemas['HolidayBlanksDto'], 'said' | 'withoutHours'>;
  /** How many were filled here before, and stay. */
  filled?: number;
}

/** Which cells stay as they are, and why. */
export function CellCounts({ counts: { said, withoutHours }, filled = 0 }: CellCountsProps) {
  return (
    <>
      {said > 0 && (
        <p>
          {countOf(said, 'cell')} {said === 1 ? 'has' : 'have'} special hours already and{' '}
          {said === 1 ? 'stays as it is' : 'stay as they are'}.
        </p>
      )}
      {filled > 0 && (
        <p>
          {figure(filled)} {filled === 1 ? 'is' : 'are'} filled in already and{' '}
          {filled === 1 ? 'stays as it is' : 'stay as they are'}.
        </p>
      )}
      {withoutHours > 0 && (
        <p>{countOf(withoutHours, 'cell')} can’t be filled, since the location has no business hours.</p>
      )}
    </>
  );
}
