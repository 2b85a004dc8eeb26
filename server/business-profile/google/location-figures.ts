import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../config/clock.js';
import type { CalendarDate } from '../../database/schema.js';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import type { Figure, LocationStats } from '../business-profile-provider.js';
import { addDays, toWallTime } from '../wall-time.js';
import { GoogleApi, wholeOf } from './google-api.js';
import type { DAILY_METRICS, GoogleKeywordCount, GoogleMetricSeries, GoogleMonth } from './google-types.js';

type DailyMetric = (typeof DAILY_METRICS)[number];

const DAYS = 30;

/** The days end at midnight UTC: Google names no zone, and its figures come some days late. */
const ZONE = 'UTC';

const IMPRESSIONS: DailyMetric[] = [
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
];

const REFUSALS: string[] = ['not_found', 'google/refused', 'google/no-quota'] satisfies ErrorCode[];

/** The figures of places from Google's Performance API. */
@Injectable()
export class LocationFigures {
  /** Whole figures by user, place and day: they change once a day. */
  private readonly known = new LRUCache<string, LocationStats>({ max: 5_000 });

  constructor(
    private readonly api: GoogleApi,
    private readonly clock: Clock,
  ) {}

  /**
   * The last 30 days up to yesterday; the searches are those of the last month that Google has counted. Null where Google
   * gives none. Errors: `google/reconnect`, `google/busy`, `google/unavailable`.
   */
  async read(uid: string, id: string): Promise<LocationStats> {
    const today = toWallTime(this.clock.now(), ZONE).date;
    const [from, to] = [addDays(today, -DAYS), addDays(today, -1)];
    const key = JSON.stringify([uid, id, from]);
    const known = this.known.get(key);
    if (known) return known;
    const [series, searchQueries] = await Promise.all([
      this.api.dailyMetrics(uid, id, { from, to }).catch(nullWhereNoneAreGiven),
      this.countSearches(uid, id, today).catch(nullWhereNoneAreGiven),
    ]);
    const sum = (...metrics: DailyMetric[]) => series && sumOf(series, metrics);
    const stats: LocationStats = {
      from: toText(from),
      to: toText(to),
      profileViews: sum(...IMPRESSIONS),
      searchQueries,
      directionRequests: sum('BUSINESS_DIRECTION_REQUESTS'),
      phoneCalls: sum('CALL_CLICKS'),
    };
    if (series && searchQueries) this.known.set(key, stats);
    return stats;
  }

  /** A month is counted some days after its end; until then the one before is the last. */
  private async countSearches(uid: string, id: string, today: CalendarDate): Promise<Figure> {
    const last = monthBefore(today);
    const counts = await this.keywords(uid, id, last);
    return sumOfKeywords(counts.length > 0 ? counts : await this.keywords(uid, id, monthBefore(last)));
  }

  private keywords(uid: string, id: string, month: GoogleMonth): Promise<GoogleKeywordCount[]> {
    return wholeOf(this.api.monthlyKeywords(uid, id, month));
  }
}

function sumOf(series: GoogleMetricSeries[], metrics: DailyMetric[]): Figure {
  const values = series
    .filter(({ dailyMetric }) => metrics.some((metric) => metric === dailyMetric))
    .flatMap(({ timeSeries }) => timeSeries?.datedValues ?? []);
  return { value: values.reduce((sum, { value }) => sum + toNumber(value), 0), isBelow: false };
}

/** Google tells small counts only as a threshold that they are below: so is a sum with one of them in it. */
function sumOfKeywords(counts: GoogleKeywordCount[]): Figure {
  const values = counts.map(({ insightsValue: { value, threshold } = {} }) => toNumber(value ?? threshold));
  return {
    value: values.reduce((sum, value) => sum + value, 0),
    isBelow: counts.some(({ insightsValue }) => insightsValue?.threshold !== undefined),
  };
}

/** Google writes counts as text, and leaves out zeros. */
function toNumber(text = '0'): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

function monthBefore({ year, month }: GoogleMonth): GoogleMonth {
  return month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
}

function toText({ year, month, day }: CalendarDate): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

/** Google may refuse figures for a place, or this one API to the project; whatever else is wrong is to be told. */
function nullWhereNoneAreGiven(error: unknown): null {
  const isRefusal = error instanceof AppError && REFUSALS.includes(error.code);
  if (!isRefusal) throw error;
  return null;
}
