import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../config/clock.js';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import type { Figure, GoogleOwner, LocationStats } from '../business-profile-provider.js';
import { addDays, type CalendarDate, toWallTime } from '../../config/wall-time.js';
import { MirrorRepository } from './mirror.repository.js';
import { GoogleApi, wholeOf } from './google-api.js';
import type { GoogleTurn } from './google-calls.js';
import { GoogleTimeouts } from './google-clock.js';
import type {
  DAILY_METRICS,
  GoogleDatedValue,
  GoogleKeywordCount,
  GoogleMetricSeries,
  GoogleMonth,
} from './google-types.js';

type DailyMetric = (typeof DAILY_METRICS)[number];

/** How many days the figures cover. */
const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** How many days we ask for: Google's last counted day may be up to 30 days ago. */
const ASKED_DAYS = 2 * DAYS;

/**
 * How many other places of the owner are read to find the last day that Google has counted. A day without a value is
 * either not counted yet or had no events; only other places show which. Reading more would let owners with thousands of
 * places use up the quota of all.
 */
const PLACES_ASKED = 20;

/** Days end at midnight UTC: Google names no zone, and its figures are some days late. */
const ZONE = 'UTC';

const IMPRESSIONS: DailyMetric[] = [
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
];

const REFUSALS: string[] = ['not_found', 'google/refused', 'google/no-quota'] satisfies ErrorCode[];

/** The figures of places from Google's Performance API. Days are `YYYY-MM-DD`, so that they sort as text. */
@Injectable()
export class LocationFigures {
  /** Complete figures by owner, place and day. They change once a day, or when Google has counted another day. */
  private readonly known = new LRUCache<string, LocationStats>({ max: 5_000 });
  /** The last day that Google has counted by owner and day, null where it has counted none. */
  private readonly lastDays = new LRUCache<string, { last: string | null }>({ max: 5_000 });
  /** Running reads of other places, by owner and day. Simultaneous requests share one. */
  private readonly readings = new Map<string, ReturnType<LocationFigures['seriesElsewhere']>>();

  constructor(
    private readonly api: GoogleApi,
    private readonly mirror: MirrorRepository,
    private readonly clock: Clock,
    private readonly timeouts: GoogleTimeouts,
  ) {}

  /**
   * The 30 days up to the last one on which any metric of the owner's places has a value; the searches are those of the
   * last month that Google has counted. Null where Google gives none. Errors: `google/reconnect`, `google/busy`,
   * `google/unavailable`.
   */
  async read(owner: GoogleOwner, id: string): Promise<LocationStats> {
    const { workspaceId, subject } = owner;
    const today = toWallTime(this.clock.now(), ZONE).date;
    const key = JSON.stringify([workspaceId, subject, id, today]);
    const known = this.known.get(key);
    if (known && known.to === this.lastDays.get(lastDayKey(owner, today))?.last) return known;
    const [series, searchQueries] = await Promise.all([
      this.series(owner, id, today).catch(undefinedWhereRefused),
      this.countSearches(owner, id, today).catch(undefinedWhereRefused),
    ]);
    const to = await this.lastDay(owner, id, today, series ?? []);
    const from = to && daysBefore(to, DAYS - 1);
    const sum = (...metrics: DailyMetric[]) =>
      from && to && series ? sumOf(series, metrics, { from, to }) : null;
    const stats: LocationStats = {
      from,
      to,
      profileViews: sum(...IMPRESSIONS),
      searchQueries: searchQueries ?? null,
      directionRequests: sum('BUSINESS_DIRECTION_REQUESTS'),
      phoneCalls: sum('CALL_CLICKS'),
    };
    if (series && searchQueries !== undefined) this.known.set(key, stats);
    return stats;
  }

  private series(
    owner: GoogleOwner,
    id: string,
    today: CalendarDate,
    turn?: GoogleTurn,
  ): Promise<GoogleMetricSeries[]> {
    return this.api.dailyMetrics(
      owner,
      id,
      { from: addDays(today, -ASKED_DAYS), to: addDays(today, -1) },
      turn,
    );
  }

  /** The last day on which any place has a value, as far as known today; null for none. */
  private async lastDay(
    owner: GoogleOwner,
    id: string,
    today: CalendarDate,
    series: GoogleMetricSeries[],
  ): Promise<string | null> {
    const key = lastDayKey(owner, today);
    const earliest = toText(addDays(today, DAYS - 1 - ASKED_DAYS));
    const others = this.lastDays.has(key) ? [] : await this.otherSeries(key, owner, id, today);
    const days = [...series, ...others.flatMap((each) => each ?? [])]
      .flatMap(({ timeSeries }) => timeSeries?.datedValues ?? [])
      .filter(({ value }) => value !== undefined)
      .map(dayOf)
      .filter((day) => day >= earliest);
    const last = [this.lastDays.get(key)?.last ?? '', ...days].reduce((a, b) => (a > b ? a : b)) || null;
    // Kept only when every place could be read. Otherwise the next call reads them again.
    if (this.lastDays.has(key) || !others.includes(undefined)) this.lastDays.set(key, { last });
    return last;
  }

  private otherSeries(key: string, owner: GoogleOwner, id: string, today: CalendarDate) {
    const running = this.readings.get(key);
    if (running) return running;
    const reading = this.seriesElsewhere(owner, id, today).finally(() => this.readings.delete(key));
    this.readings.set(key, reading);
    return reading;
  }

  /** The series of the owner's other places, with the lowest priority; undefined where Google cannot be asked now. */
  private async seriesElsewhere(
    owner: GoogleOwner,
    id: string,
    today: CalendarDate,
  ): Promise<(GoogleMetricSeries[] | undefined)[]> {
    const turn = { priority: 'mirror', withinMs: this.timeouts.showMs } as const;
    const { items } = await this.mirror.listLocations(owner, { offset: 0, limit: PLACES_ASKED + 1 });
    const others = items.filter((place) => place.id !== id).slice(0, PLACES_ASKED);
    return Promise.all(
      others.map((place) =>
        this.series(owner, place.id, today, turn).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          return isRefusal(error) ? [] : undefined;
        }),
      ),
    );
  }

  /** A month is counted some days after its end; until then the one before is the last. Null where neither is. */
  private async countSearches(owner: GoogleOwner, id: string, today: CalendarDate): Promise<Figure | null> {
    const last = monthBefore(today);
    const counts = await this.keywords(owner, id, last);
    return sumOfKeywords(counts.length > 0 ? counts : await this.keywords(owner, id, monthBefore(last)));
  }

  private keywords(owner: GoogleOwner, id: string, month: GoogleMonth): Promise<GoogleKeywordCount[]> {
    return wholeOf(this.api.monthlyKeywords(owner, id, month));
  }
}

function lastDayKey({ workspaceId, subject }: GoogleOwner, today: CalendarDate): string {
  return JSON.stringify([workspaceId, subject, today]);
}

/** Null where the answer lacks one of the metrics, or a number cannot be read; a day without a value is 0. */
function sumOf(
  series: GoogleMetricSeries[],
  metrics: DailyMetric[],
  { from, to }: { from: string; to: string },
): Figure | null {
  const given = metrics.map((metric) => series.find(({ dailyMetric }) => dailyMetric === metric));
  if (given.includes(undefined)) return null;
  const values = given
    .flatMap((each) => each?.timeSeries?.datedValues ?? [])
    .filter((dated) => dayOf(dated) >= from && dayOf(dated) <= to);
  return sum(values.map(({ value = '0' }) => toNumber(value)));
}

/**
 * Google gives a small count only as a threshold above it; a sum with such a count is an upper bound too. Null where
 * Google gives no counts.
 */
function sumOfKeywords(counts: GoogleKeywordCount[]): Figure | null {
  if (counts.length === 0) return null;
  const values = counts.map(({ insightsValue: { value, threshold } = {} }) => toNumber(value ?? threshold));
  return sum(
    values,
    counts.some(({ insightsValue }) => insightsValue?.threshold !== undefined),
  );
}

/** Null where one of the numbers is unknown. */
function sum(numbers: (number | undefined)[], isBelow = false): Figure | null {
  let value = 0;
  for (const number of numbers) {
    if (number === undefined) return null;
    value += number;
  }
  return { value, isBelow };
}

/** Google writes counts as text; undefined for any other text. */
function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function dayOf({ date: { year = 0, month = 0, day = 0 } = {} }: GoogleDatedValue): string {
  return toText({ year, month, day });
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

function monthBefore({ year, month }: GoogleMonth): GoogleMonth {
  return month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
}

function toText({ year, month, day }: CalendarDate): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

/** Google may refuse figures for a place, or this API for the project; other errors are thrown. */
function undefinedWhereRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && REFUSALS.includes(error.code);
}
