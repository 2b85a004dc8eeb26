import { describe, expect, it } from '@jest/globals';
import { toWallText } from '../../../../dist/server/config/wall-time.js';
import { bundledCourse, bundledOffset, bundledWall } from '../../../zones/bundled.ts';
import { compareCourse, DAY_MS, QUARTER_MS, ZONES } from '../../../zones/course.ts';

const [FROM, TO] = [Date.UTC(2026, 0, 1), Date.UTC(2028, 0, 1)];
const DAYS = Array.from({ length: (TO - FROM) / DAY_MS }, (_, day) => FROM + day * DAY_MS);
/** A course loses a day at each edge, as a wall time there may be of an instant outside. */
const AROUND_MS = 2 * DAY_MS;

/** Zones whose rules changed between the zone data of our runtime and those of moment-timezone: these differ, and no others. */
const NEWER_THERE: Readonly<Record<string, string>> = Object.freeze({
  'America/Havana': 'Cuba keeps summer time in the winter of 2026: 2026f has it, 2026c has not.',
});

/** The days on which the clocks of a zone change, by foreign data. `npm run zones` looks at every quarter hour. */
function changesOf(timeZone: string): number[] {
  return DAYS.filter((day) => bundledOffset(timeZone, day) !== bundledOffset(timeZone, day + DAY_MS));
}

describe('our times of day, against zone data of another source', () => {
  it.each(ZONES.filter((zone) => !(zone in NEWER_THERE)))(
    'are the same around each change of the clocks in %s',
    (timeZone) => {
      for (const day of changesOf(timeZone)) {
        const course = bundledCourse(timeZone, day - AROUND_MS, day + DAY_MS + AROUND_MS);
        const { faults, skipped, doubled } = compareCourse(course);
        expect([new Date(day), faults]).toEqual([new Date(day), []]);
        expect(skipped + doubled).toBeGreaterThan(0);
      }
    },
  );

  it('are the same once a day, but where the rules changed between the two versions', () => {
    const isApart = (timeZone: string) =>
      DAYS.map((day, index) => day + (index % 96) * QUARTER_MS).some(
        (at) => toWallText(new Date(at), timeZone) !== bundledWall(timeZone, at),
      );
    expect(ZONES.filter(isApart)).toEqual(Object.keys(NEWER_THERE));
  });
});
