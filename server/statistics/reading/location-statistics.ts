import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { dayAfter, dayOf, type DayRange, lengthOf } from '../../config/days.js';
import { Clock } from '../../config/clock.js';
import { MINUTE_MS, HOUR_MS, DAY_MS, DAY_MINUTES } from '../../config/durations.js';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import { isUnstorable } from '../../errors/database-errors.js';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { isDated, isKeywordCount, toDays, toWords } from './statistics-answers.js';
import type { FigureDto, LocationStatsDto } from './location-statistics.dto.js';
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
import { StoredStatisticsRepository } from './stored-statistics.repository.js';

/** How many days the figures of a location’s details cover. */
const SHOWN_DAYS = 30;
/** The history that is kept: 18 months. */
const HISTORY_DAYS = 548;
/** Google corrects its numbers later, so that these days are read again each day. */
export const CORRECTED_DAYS = 31;
/** How late Google counts a day at the latest, as a rule. */
const LATEST_DAYS = 4;
/** How often the whole history is read again. Google’s content may be kept for 30 days without that. */
const WHOLE_EVERY_DAYS = 20;
/** A range that Google refuses is halved, down to this. */
const SHORTEST_RANGE = 31;

/** How many closed months of search words are kept, besides the open one. */
const CLOSED_MONTHS = 6;
/** How often the words of a month are read again: those that still change, and the others. */
const LATE_WORDS_EVERY_DAYS = 7;
const WORDS_EVERY_DAYS = 25;
/** How many months one claim reads. */
const MONTHS_AT_ONCE = 3;

/** Google has no figures of a location that can be stored, or none for this project; it waits until the next day. */
const REFUSALS: ErrorCode[] = ['not_found', 'google/refused', 'google/unreadable', 'google/no-quota'];

/** Reads the figures of locations from Google’s Performance API, and stores them. Days are `YYYY-MM-DD`, by UTC. */
@Injectable()
export class LocationStatistics {
  private readonly logger = new Logger('Figures');

  constructor(
    private readonly api: GoogleApi,
    private readonly figures: StatisticsReadingsRepository,
    private readonly stored: StoredStatisticsRepository,
    private readonly leftOut: LeftOutThings,
    private readonly clock: Clock,
    private readonly timeouts: GoogleTimeouts,
  ) {}

  /**
   * The 30 days up to the last that is counted; the searches are those of the last month that Google has counted. Null
   * where Google gives none. A location that was never read is read at once. Errors: `google/reconnect`, `google/busy`,
   * `google/unavailable`.
   */
  async read(owner: GoogleOwner, locationId: string): Promise<LocationStatsDto> {
    const row = await this.readFirst(owner, locationId);
    const to = row?.countedUntil ?? null;
    if (!row || to === null)
      return {
        from: null,
        to,
        profileViews: null,
        searchQueries: null,
        directionRequests: null,
        phoneCalls: null,
      };
    const from = dayAfter(to, 1 - SHOWN_DAYS);
    const [sums, words] = await Promise.all([
      this.stored.sums(row, { from, to }),
      this.stored.lastWords(row, monthStart(this.clock.now(), 0)),
    ]);
    const exactly = (value: number | null): FigureDto | null =>
      value === null ? null : { value, isBelow: false };
    const { desktopMaps, desktopSearch, mobileMaps, mobileSearch } = sums;
    return {
      from,
      to,
      profileViews: exactly(sumOf([desktopMaps, desktopSearch, mobileMaps, mobileSearch])),
      searchQueries:
        words.length === 0
          ? null
          : {
              // A sum with a count that is only known to be below a number is an upper bound too.
              value: words.reduce((sum, { value, threshold }) => sum + (value ?? threshold ?? 0), 0),
              isBelow: words.some(({ threshold }) => threshold !== null),
            },
      directionRequests: exactly(sums.directions),
      phoneCalls: exactly(sums.calls),
    };
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
        await this.figures.end(claimed, {});
        throw error;
      }
      const code = this.codeOf(claimed, error);
      const isRefused = REFUSALS.includes(code);
      const at = isRefused ? slotAfter(now, claimed) : new Date(now.getTime() + HOUR_MS / 2);
      await this.figures.end(claimed, { error: code, [isDayDue ? 'nextAt' : 'wordsNextAt']: at });
      if (!isRefused || code === 'google/no-quota') throw error;
    }
  }

  /** The code of an error. What cannot be stored is noted, and stops no other location. */
  private codeOf({ locationId: location }: ReadingRow, error: unknown): ErrorCode {
    if (error instanceof AppError) return error.code as ErrorCode;
    if (!isUnstorable(error)) return 'internal';
    this.leftOut.note('figures', { location }, error);
    return 'google/unreadable';
  }

  /** The row of a location, after its first reading if there was none; undefined while another process reads it. */
  private async readFirst(owner: GoogleOwner, locationId: string): Promise<ReadingRow | undefined> {
    const turn: GoogleTurn = { priority: 'read', withinMs: this.timeouts.totalMs };
    let row = await this.figures.find(owner, locationId);
    if (row?.readAt) return row;
    const now = this.clock.now();
    if (!row) await this.figures.add(owner, locationId, now);
    const claimed = await this.figures.claimOne(owner, locationId, now);
    if (!claimed) return row;
    try {
      const unlessRefused = (error: unknown): void => {
        if (!REFUSALS.includes(this.codeOf(claimed, error))) throw error;
      };
      await this.readDays(claimed, turn).catch(unlessRefused);
      const words = await this.figures.claimOne(owner, locationId, now);
      if (words) await this.readWords(words, turn).catch(unlessRefused);
    } finally {
      row = await this.figures.find(owner, locationId);
      if (row?.leaseUntil) await this.figures.end(row, {});
    }
    return row;
  }

  /** Reads and stores what is due of the days of a claimed location. */
  private async readDays(claimed: ReadingRow, turn: GoogleTurn): Promise<void> {
    const at = this.clock.now();
    const isWhole = !claimed.wholeAt || at.getTime() - claimed.wholeAt.getTime() > WHOLE_EVERY_DAYS * DAY_MS;
    const to = dayAfter(dayOf(at), -1);
    const from = dayAfter(to, 1 - (isWhole ? HISTORY_DAYS : CORRECTED_DAYS));
    const parts = await this.seriesOf(claimed, { from, to }, turn);
    const days = parts.flatMap(({ range, series }) => toDays(range, series));
    const valued = days.filter((numbers) => STATISTICS_COLUMNS.some((column) => (numbers[column] ?? 0) > 0));
    await this.figures.storeDays(claimed, {
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

  /** The series of a range in its order. Google refuses one that is longer than its history: that is halved. */
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
      // What lies before Google’s history is unknown.
      const more = await this.seriesOf(owner, early, turn).catch((refused: unknown) => {
        if (!isRange(refused)) throw refused;
        return [];
      });
      return [...more, ...late];
    }
  }

  /** The series that can be read. What cannot is noted, and so is each value of the others without a day. */
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
    const read = await this.figures.monthsRead(claimed);
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
      await this.figures.storeWords(claimed, month, toWords(words), now);
    }
    const left = due.slice(MONTHS_AT_ONCE);
    const later = months.filter(({ dueAt }) => dueAt > now.getTime()).map(({ dueAt }) => dueAt);
    const next =
      left.length > 0 ? now.getTime() : Math.min(...later, now.getTime() + LATE_WORDS_EVERY_DAYS * DAY_MS);
    await this.figures.end(claimed, { wordsNextAt: new Date(next) });
  }
}

/** Null where one of the numbers is unknown. */
function sumOf(numbers: (number | null)[]): number | null {
  return numbers.reduce((sum, number) => (sum === null || number === null ? null : sum + number), 0);
}

/** The first day of the month so many months back. */
function monthStart(now: Date, back: number): string {
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

/** Whether Google takes the request itself for wrong. */
function isRange(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof GoogleFailure && error.cause.kind === 'refused';
}
