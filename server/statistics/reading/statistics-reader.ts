import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { dayAfter, dayOf, type DayRange, lengthOf } from '../../config/days.js';
import { Clock } from '../../config/clock.js';
import { MINUTE_MS, HOUR_MS, DAY_MS, DAY_MINUTES } from '../../config/durations.js';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import { isUnstorable } from '../../errors/database-errors.js';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { isDated, toDays } from './known-days.js';
import { isKeywordCount, toWords } from './known-words.js';
import { StatisticsReadingsRepository, type ReadingRow } from './statistics-readings.repository.js';
import { GoogleApi } from '../../business-profile/calls/google-api.js';
import type { GoogleTurn } from '../../business-profile/calls/google-calls.js';
import { GoogleTimeouts } from '../../business-profile/calls/google-clock.js';
import { GoogleFailure } from '../../business-profile/calls/google-errors.js';
import { wholeOf } from '../../business-profile/calls/google-pages.js';
import { SHAPES } from '../../business-profile/translation/google-shapes.js';
import type { GoogleMetricSeries } from '../../business-profile/translation/google-types.js';
import { LeftOutThings } from '../../business-profile/calls/left-out.js';
import { STATISTICS_COLUMNS } from './statistics-columns.js';

/** The history that is kept: 18 months. */
const HISTORY_DAYS = 548;
/** Google corrects its numbers later, so that these days are read again each day. */
export const CORRECTED_DAYS = 31;
/** How many days after a day Google has counted it, at the latest as a rule. */
const LATEST_DAYS = 4;
/** How often the whole history is read again. Google’s content may be kept for 30 days without that. */
const WHOLE_EVERY_DAYS = 20;
/** A range that Google refuses is halved, down to this. */
const SHORTEST_RANGE = 31;

/** How many closed months of search words are kept, besides the open one. */
const CLOSED_MONTHS = 6;
/** How often the words of a month are read again: of a month that still changes, and of the others. */
const LATE_WORDS_EVERY_DAYS = 7;
const WORDS_EVERY_DAYS = 25;
/** How many months one claim reads. */
const MONTHS_AT_ONCE = 3;

/** Errors after which a location waits until the next day: Google has no numbers that can be stored, or none for this project. */
const REFUSALS: ErrorCode[] = ['not_found', 'google/refused', 'google/unreadable', 'google/no-quota'];

/** Reads the statistics of locations from Google’s Performance API, and stores them. Days are `YYYY-MM-DD`, by UTC. */
@Injectable()
export class StatisticsReader {
  private readonly logger = new Logger('Figures');

  constructor(
    private readonly api: GoogleApi,
    private readonly readings: StatisticsReadingsRepository,
    private readonly leftOut: LeftOutThings,
    private readonly clock: Clock,
    private readonly timeouts: GoogleTimeouts,
  ) {}

  /**
   * The row of a location. One that was never read is read at once; undefined while another process does so. Errors:
   * `google/reconnect`, `google/busy`, `google/unavailable`.
   */
  async readUnlessKnown(owner: GoogleOwner, locationId: string): Promise<ReadingRow | undefined> {
    const turn: GoogleTurn = { priority: 'read', withinMs: this.timeouts.totalMs };
    const known = await this.readings.find(owner, locationId);
    if (known?.readAt) return known;
    if (!known) await this.readings.add(owner, locationId, this.clock.now());
    let claimed = await this.readings.claimOne(owner, locationId);
    if (!claimed) return known;
    const unlessRefused = (error: unknown): void => {
      if (!REFUSALS.includes(this.codeOf({ locationId }, error))) throw error;
    };
    try {
      await this.readDays(claimed, turn).catch(unlessRefused);
      const words = await this.readings.claimOne(owner, locationId);
      if (words) {
        claimed = words;
        await this.readWords(words, turn).catch(unlessRefused);
      }
    } finally {
      await this.readings.end(claimed, {});
    }
    return this.readings.find(owner, locationId);
  }

  /**
   * Reads the days of a claimed location, or its search words, whichever are due, and ends the claim. Errors: those of
   * `GoogleApi` that do not concern this location alone, and the reason of the turn's signal; then the claim has ended
   * too.
   */
  async readClaimed(claimed: ReadingRow, turn: GoogleTurn): Promise<void> {
    const now = this.clock.now();
    const isDayDue = claimed.nextAt <= now;
    try {
      await (isDayDue ? this.readDays(claimed, turn) : this.readWords(claimed, turn));
    } catch (error) {
      if (turn.signal?.aborted) {
        await this.readings.end(claimed, {});
        throw error;
      }
      const code = this.codeOf(claimed, error);
      const isRefused = REFUSALS.includes(code);
      const at = isRefused ? slotAfter(now, claimed) : new Date(now.getTime() + HOUR_MS / 2);
      await this.readings.end(claimed, { error: code, [isDayDue ? 'nextAt' : 'wordsNextAt']: at });
      if (!isRefused || code === 'google/no-quota') throw error;
    }
  }

  /** The code of an error. An answer that cannot be stored is noted, and stops no other location. */
  private codeOf({ locationId: location }: Pick<ReadingRow, 'locationId'>, error: unknown): ErrorCode {
    if (error instanceof AppError) return error.code as ErrorCode;
    if (!isUnstorable(error)) return 'internal';
    this.leftOut.note('figures', { location }, error);
    return 'google/unreadable';
  }

  /** Reads and stores the days of a claimed location: the last ones, or the whole history if that is due. */
  private async readDays(claimed: ReadingRow, turn: GoogleTurn): Promise<void> {
    const at = this.clock.now();
    const isWhole = !claimed.wholeAt || at.getTime() - claimed.wholeAt.getTime() > WHOLE_EVERY_DAYS * DAY_MS;
    const to = dayAfter(dayOf(at), -1);
    const from = dayAfter(to, 1 - (isWhole ? HISTORY_DAYS : CORRECTED_DAYS));
    const parts = await this.seriesOf(claimed, { from, to }, turn);
    const days = parts.flatMap(({ range, series }) => toDays(range, series));
    const valued = days.filter((numbers) => STATISTICS_COLUMNS.some((column) => (numbers[column] ?? 0) > 0));
    await this.readings.storeDays(claimed, {
      days,
      lastValue: valued.at(-1)?.day ?? null,
      settledUntil: dayAfter(to, -LATEST_DAYS),
      hasSeries: parts.some(({ series }) => series.length > 0),
      at,
      wholeFrom: isWhole ? from : null,
      nextAt: slotAfter(at, claimed),
      soonAt: new Date(at.getTime() + HOUR_MS),
    });
  }

  /** The series of a range, in the order of its days. Google refuses a range that is longer than its history: that is halved. */
  private async seriesOf(
    owner: ReadingRow,
    range: DayRange,
    turn: GoogleTurn,
  ): Promise<{ range: DayRange; series: GoogleMetricSeries[] }[]> {
    try {
      const series = await this.api.dailyMetrics(owner, owner.locationId, range, turn);
      return [{ range, series: this.readable(owner, series) }];
    } catch (error) {
      const length = lengthOf(range);
      if (!isRange(error) || length <= SHORTEST_RANGE) throw error;
      const middle = dayAfter(range.to, 1 - Math.ceil(length / 2));
      this.logger.log({ event: 'figures.range_halved', location: owner.locationId, days: length });
      const late = await this.seriesOf(owner, { from: middle, to: range.to }, turn);
      const early = { from: range.from, to: dayAfter(middle, -1) };
      // Days before Google’s history are unknown.
      const earlier = await this.seriesOf(owner, early, turn).catch((refused: unknown) => {
        if (!isRange(refused)) throw refused;
        return [];
      });
      return [...earlier, ...late];
    }
  }

  /** The series that can be read. The others are noted, and so is each value without a day. */
  private readable({ locationId: location }: ReadingRow, given: GoogleMetricSeries[]): GoogleMetricSeries[] {
    const series = this.leftOut.keepFitting('figures', given, SHAPES.metricSeries, { location });
    const odd = series.flatMap(({ timeSeries }) =>
      (timeSeries?.datedValues ?? []).filter((each) => !isDated(each)),
    );
    for (const _each of odd) this.leftOut.note('figures', { location });
    return series;
  }

  /** Reads the search words of the months that are due, those that were never read first, and plans the next reading. */
  private async readWords(claimed: ReadingRow, turn: GoogleTurn): Promise<void> {
    const now = this.clock.now();
    const read = await this.readings.monthsRead(claimed);
    const months = Array.from({ length: CLOSED_MONTHS + 1 }, (_, back) => {
      const month = monthStart(now, back);
      const everyDays = back <= 1 ? LATE_WORDS_EVERY_DAYS : WORDS_EVERY_DAYS;
      return { month, back, dueAt: (read.get(month)?.getTime() ?? -Infinity) + everyDays * DAY_MS };
    });
    // The last closed month is the first to be shown.
    const due = months
      .filter(({ dueAt }) => dueAt <= now.getTime())
      .sort((a, b) => a.dueAt - b.dueAt || Math.abs(a.back - 1) - Math.abs(b.back - 1));
    for (const { month } of due.slice(0, MONTHS_AT_ONCE)) {
      const [year = 0, number = 0] = month.split('-').map(Number);
      const pages = this.api.monthlyKeywords(claimed, claimed.locationId, { year, month: number }, turn);
      const counts = await wholeOf(pages).catch((error: unknown) => {
        if (!isRange(error)) throw error;
        return [];
      });
      const words = counts.filter(isKeywordCount);
      for (let odd = words.length; odd < counts.length; odd += 1)
        this.leftOut.note('search_word', { location: claimed.locationId });
      await this.readings.storeWords(claimed, month, toWords(words), now);
    }
    const left = due.slice(MONTHS_AT_ONCE);
    const later = months.filter(({ dueAt }) => dueAt > now.getTime()).map(({ dueAt }) => dueAt);
    const next =
      left.length > 0 ? now.getTime() : Math.min(...later, now.getTime() + LATE_WORDS_EVERY_DAYS * DAY_MS);
    await this.readings.end(claimed, { wordsNextAt: new Date(next) });
  }
}

/** The first day of the month so many months back. */
export function monthStart(now: Date, back: number): string {
  return dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)));
}

/**
 * When a location is read next: each has its own minute of the day, so that readings are spread over it, and at least half
 * a day passes.
 */
function slotAfter(now: Date, { workspaceId, subject, locationId }: ReadingRow): Date {
  const hash = createHash('sha256').update(`${workspaceId} ${subject} ${locationId}`).digest();
  const minutes = hash.readUInt32BE(0) % DAY_MINUTES;
  const earliest = now.getTime() + DAY_MS / 2;
  const slot = Math.floor(earliest / DAY_MS) * DAY_MS + minutes * MINUTE_MS;
  return new Date(slot < earliest ? slot + DAY_MS : slot);
}

/** Whether Google refused the request itself, as it does for a range beyond its history. */
function isRange(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof GoogleFailure && error.cause.kind === 'refused';
}
