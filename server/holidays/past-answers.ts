import { Injectable } from '@nestjs/common';
import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import type { SpecialPeriod } from '../business-profile/port/location.js';
import { toSpecialPeriods } from '../business-profile/translation/google-hours.js';
import type { GoogleSpecialPeriod } from '../business-profile/translation/google-types.js';
import { dayAfter, startOfDay } from '../config/days.js';
import { isAnyOf } from '../database/any-of.js';
import { changeLines } from '../database/changes.schema.js';
import { Database } from '../database/database.js';
import { inTurns } from '../jobs/turns.js';

/** The log of how many locations is read at once: a list of special hours may be long. */
const LOGS_AT_ONCE = 50;
/** How long before a date its special hours may have been said: a year and a month. */
const SAID_BEFORE_DAYS = 400;

/** What Google accepted, or shows already. */
const ACCEPTED = Object.freeze(['public', 'in_review'] as const);

type Line = Pick<typeof changeLines.$inferSelect, 'locationId' | 'before' | 'after' | 'at'>;

/** Finds special hours of days that have passed in the change log. */
@Injectable()
export class PastAnswers {
  constructor(private readonly database: Database) {}

  /**
   * The special hours that locations had on these days, by location and day. A day is left out where the log does not say it.
   * @param days the days that are asked for, by location
   */
  async find(
    owner: GoogleOwner,
    days: ReadonlyMap<string, readonly string[]>,
  ): Promise<Map<string, Map<string, SpecialPeriod[]>>> {
    const asked = [...days].filter(([, own]) => own.length > 0);
    const answers = new Map<string, Map<string, SpecialPeriod[]>>();
    for (let first = 0; first < asked.length; first += LOGS_AT_ONCE) {
      const part = asked.slice(first, first + LOGS_AT_ONCE);
      const lines = Map.groupBy(await this.read(owner, part), ({ locationId }) => locationId);
      await inTurns(part, ([locationId, own]) => {
        answers.set(locationId, answersIn(lines.get(locationId) ?? [], own));
      });
    }
    return answers;
  }

  /** The lines of special hours, the oldest first. */
  private read(owner: GoogleOwner, part: readonly (readonly [string, readonly string[]])[]): Promise<Line[]> {
    const { locationId, before, after, at, field, view, state, areValuesDropped, id } = changeLines;
    const oldest = part.flatMap(([, days]) => days).sort()[0] ?? '';
    const ids = part.map(([location]) => location);
    return this.database.orm
      .select({ locationId, before, after, at })
      .from(changeLines)
      .where(
        and(
          ownedBy(owner, changeLines),
          isAnyOf(locationId, ids),
          eq(field, 'specialHours'),
          eq(view, 'owner'),
          eq(areValuesDropped, false),
          inArray(state, [...ACCEPTED]),
          gte(at, startOfDay(dayAfter(oldest, -SAID_BEFORE_DAYS))),
        ),
      )
      .orderBy(asc(at), asc(id));
  }
}

/** @param lines the oldest first */
function answersIn(lines: readonly Line[], days: readonly string[]): Map<string, SpecialPeriod[]> {
  const answers = new Map<string, SpecialPeriod[]>();
  for (const day of days) {
    const end = startOfDay(dayAfter(day));
    const next = lines.findIndex(({ at }) => at >= end);
    const last = next < 0 ? lines.at(-1) : lines[next - 1];
    const first = next < 0 ? undefined : lines[next];
    // What the last line before its end made of it; without one, what the next line found.
    const periods = last ? hoursOn(last.after, day) : hoursOn(first?.before, day);
    if (periods.length > 0) answers.set(day, periods);
  }
  return answers;
}

function hoursOn(value: unknown, day: string): SpecialPeriod[] {
  const { specialHourPeriods = [] } = (value ?? {}) as { specialHourPeriods?: GoogleSpecialPeriod[] };
  return toSpecialPeriods(specialHourPeriods).filter(({ date }) => date === day);
}
