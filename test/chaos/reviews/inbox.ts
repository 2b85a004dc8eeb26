import type { ReviewDto, ReviewListDto } from '../../../dist/server/reviews/review.dto.js';
import { allOf } from '../pages.ts';
import type { Person } from '../person.ts';
import { until } from '../until.ts';

/** How long it may take until every location was read again. */
const READ_WITHIN_MS = 10 * 60_000;

/** The whole inbox. */
export async function inbox(person: Person): Promise<ReviewDto[]> {
  return allOf((path) => person.expect(200, 'GET', path), '/api/reviews');
}

/** Resolves when every location was read whole by a reading that began after a moment, by the clock of any server. */
export async function untilReadAgain(person: Person, from = Date.now()): Promise<void> {
  const isReadAgain = async () => {
    const list = (await person.expect(200, 'GET', '/api/reviews?limit=1')) as ReviewListDto;
    const { readAt, isReading } = list;
    return !isReading && readAt !== null && Date.parse(readAt) > from;
  };
  if (!(await until(isReadAgain, READ_WITHIN_MS))) throw new Error('Not all locations are read again.');
}
