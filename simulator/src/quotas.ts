import { errorInfo, GoogleError } from './errors.js';
import { API_HOSTS, type Api } from './operations.js';
import type { SimulatorClock } from './clock.js';

const WINDOW_MS = 60_000;

/** How many requests and edits a minute Google takes; see `Settings`. */
export interface QuotaLimits {
  requestsPerMinute: number;
  editsPerMinute: number;
}

/** Counts requests by API and edits by location over the last minute of the simulator's clock. */
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

  clear(): void {
    this.spent.clear();
  }

  private count(key: string, limit: number, refusal: (retryAfter: number) => GoogleError): void {
    const now = this.clock.now().getTime();
    const recent = (this.spent.get(key) ?? []).filter((at) => at > now - WINDOW_MS && at <= now);
    this.spent.set(key, recent);
    if (recent.length < limit) return void recent.push(now);
    throw refusal(Math.ceil(((recent[0] ?? now) + WINDOW_MS - now) / 1000));
  }
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
