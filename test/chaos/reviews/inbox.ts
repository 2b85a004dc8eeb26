import { setTimeout as delay } from 'node:timers/promises';
import type { ReviewDto, ReviewListDto } from '../../../dist/server/reviews/review.dto.js';
import { allOf } from '../pages.ts';
import type { Person } from '../person.ts';

/** How long it may take until every location was read again. */
const READ_WITHIN_MS = 10 * 60_000;

/** The whole inbox. */
export async function inbox(person: Person): Promise<ReviewDto[]> {
  return allOf((path) => person.expect(200, 'GET', path), '/api/reviews');
}

/** Resolves when every location was read whole by a reading that began after a moment, by the clock of any server. */
export async function untilReadAgain(person: Person, from = Date.now()): Promise<void> {
  for (const end = Date.now() + READ_WITHIN_MS; Date.now() < end; await delay(1_000)) {
    const list = (await person.expect(200, 'GET', '/api/reviews?limit=1')) as ReviewListDto;
    const { readAt, isReading } = list;
    if (!isReading && readAt !== null && Date.parse(readAt) > from) return;
  }
  throw new Error('Not all locations are read again.');
}
