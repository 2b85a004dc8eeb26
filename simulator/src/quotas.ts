import { errorInfo, GoogleError } from './errors.js';
import { API_HOSTS, type Api } from './operations.js';
import type { SimulatorClock } from './clock.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** In this time zone Google's days begin, where they begin at midnight. */
const ZONE = 'America/Los_Angeles';

/** How many requests and edits Google takes; see `Settings`. */
export interface QuotaLimits {
  requestsPerMinute: number;
  editsPerMinute: number;
  updatesPerDay: number;
  updatesFromMidnight: boolean;
}

/** Counts requests by API and edits by location over the last minute of the simulator's clock, and changes of locations over a day. */
export class Quotas {
  private readonly spent = new Map<string, number[]>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly limits: () => QuotaLimits,
  ) {}

  /** Counts a request of the project. @throws GoogleError 429. */
  countRequest(api: Api): void {
    const limit = this.limits().requestsPerMinute;
    this.count(api, limit, (seconds) => quotaExceeded(api, limit, seconds));
  }

  /** Counts an edit of a location. @throws GoogleError 429. */
  countEdit(api: Api, locationId: string): void {
    const limit = this.limits().editsPerMinute;
    this.count(`edit ${locationId}`, limit, (seconds) =>
      quotaExceeded(api, limit, seconds, 'edits_per_profile'),
    );
  }

  /** Counts a change of any location. @throws GoogleError 429. */
  countUpdate(api: Api): void {
    const { updatesPerDay: limit, updatesFromMidnight } = this.limits();
    const now = this.clock.now().getTime();
    const windowMs = updatesFromMidnight ? now - lastMidnight(now) + 1 : DAY_MS;
    const refusal = (seconds: number) => quotaExceeded(api, limit, seconds, 'update_location_requests');
    this.count('updates', limit, refusal, windowMs);
  }

  clear(): void {
    this.spent.clear();
  }

  private count(
    key: string,
    limit: number,
    refusal: (retryAfter: number) => GoogleError,
    windowMs = MINUTE_MS,
  ): void {
    const now = this.clock.now().getTime();
    const recent = (this.spent.get(key) ?? []).filter((at) => at > now - windowMs && at <= now);
    this.spent.set(key, recent);
    if (recent.length < limit) return void recent.push(now);
    throw refusal(Math.ceil(((recent[0] ?? now) + windowMs - now) / 1000));
  }
}

/** The last midnight of Google's days; both in ms since 1970. */
function lastMidnight(now: number): number {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'medium' }).format(now);
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return now - (now % 1000) - ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/**
 * 429. A limit of 0 is that of a project that Google has not approved yet: waiting never helps, so there is no
 * Retry-After.
 */
export function quotaExceeded(
  api: Api,
  limit: number,
  retryAfter: number,
  metric = 'default_requests',
): GoogleError {
  const service = API_HOSTS[api];
  const consumer = 'projects/100200300400';
  return new GoogleError(
    429,
    'RESOURCE_EXHAUSTED',
    `Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service '${service}' ` +
      `for consumer 'project_number:100200300400'.`,
    [
      errorInfo('RATE_LIMIT_EXCEEDED', 'googleapis.com', {
        service,
        consumer,
        quota_location: 'global',
        quota_metric: `${service}/${metric}`,
        quota_limit: 'DefaultRequestsPerMinutePerProject',
        quota_limit_value: String(limit),
      }),
    ],
    limit > 0 ? { 'Retry-After': String(retryAfter) } : {},
  );
}
