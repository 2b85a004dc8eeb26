import {
  internal,
  invalidArgument,
  notFound,
  OAuthError,
  permissionDenied,
  requestTimeout,
  unauthenticated,
  unavailable,
  type FieldViolation,
  type GoogleError,
} from './errors.js';
import { createRandom } from './random.js';
import { OPERATIONS, type Api, type Operation } from './operations.js';
import type { OddValues } from './odd-values.js';
import { quotaExceeded } from './quotas.js';

const DEFAULT_RETRY_SECONDS = 30;
const ANY_LIMIT = 300;

/** Where a fault can be injected. `server`: everything that a server calls, but no pages. */
type Reach = 'server' | readonly Operation[];

/** What can go wrong, and where. */
const REACH = {
  /** 401, nothing done. */
  unauthenticated: 'server',
  /** 403, nothing done. */
  forbidden: 'server',
  /** 404, nothing done. */
  'not-found': 'server',
  /** 400, nothing done. */
  'bad-request': ['accounts.list', 'locations.list'],
  /** 429 with Retry-After (`retryAfter` seconds), nothing done. */
  'rate-limited': 'server',
  /** 429 as a project gets it that Google has not approved, nothing done. */
  'zero-quota': 'server',
  /** 503, nothing done. */
  'error-before': 'server',
  /** Accepted, then 500. */
  'error-after': 'server',
  /** 408, nothing done. */
  'timeout-before': 'server',
  /** Accepted, then 408. */
  'timeout-after': 'server',
  /** Accepted, then 200 with a body that is no JSON. */
  garbled: 'server',
  /** Accepted, then 200 with an answer that breaks off half-way. */
  'half-sent': 'server',
  /** The connection is reset, nothing done. */
  'reset-before': 'server',
  /** Accepted, then the connection is reset. */
  'reset-after': 'server',
  /** Accepted, then answered after `ms` of real time. */
  slow: 'server',
  /** 503 at once, and accepted after `ms` of real time. */
  late: ['locations.patch', 'localPosts.create', 'reviews.updateReply', 'reviews.deleteReply'],
  /** Accepted, then answered with other `values`, of whatever type. */
  'odd-values': 'server',
  /** Nothing done, and never an answer. */
  silent: 'server',
  /** The grant is gone: `invalid_grant`, now and from now on. */
  'revoked-grant': ['oauth.exchange', 'oauth.refresh'],
  /** The exchange grants less than the person allowed: without `scopes`, or else without the business scope. */
  'fewer-scopes': ['oauth.exchange'],
  /** The exchange brings no refresh token. */
  'no-refresh-token': ['oauth.exchange'],
  /** The series of `metrics` are missing from the answer. */
  'missing-metrics': ['performance.dailyMetrics'],
  /** The post is accepted, and refused when it is reviewed. */
  rejected: ['localPosts.create'],
  /** The post is accepted, and missing from lists for `ms` of the simulator's clock. */
  'late-listing': ['localPosts.create'],
  /** The post is accepted, and the answer lacks its name. */
  'without-name': ['localPosts.create'],
  /** 400 with the code PHOTO_FETCH_FAILED for a post with a photo, nothing done. */
  'photo-not-fetched': ['localPosts.create'],
  /** The edit is accepted, and the answer has only the fields of its mask. */
  'masked-answer': ['locations.patch'],
  /** 400 with the reason STALE_DATA: Google has changed the field lately. Nothing done. */
  'stale-data': ['locations.patch'],
  /** 400 with the reason THROTTLED, nothing done. */
  throttled: ['locations.patch'],
  /** The consent page cuts the tie to the window that opened it. */
  'cut-opener': ['oauth.authorize'],
} as const satisfies Record<string, Reach>;

export type FaultKind = keyof typeof REACH;

export interface FaultOptions {
  /** How many matching requests it strikes; 1 unless given. */
  times?: number;
  /** How many matching requests pass before the first; none unless given. */
  after?: number;
  /** Only requests of this person, of this location (its id), under this account (its id). */
  match?: { email?: string; location?: string; account?: string };
  ms?: number;
  /** In seconds. */
  retryAfter?: number;
  scopes?: string[];
  metrics?: string[];
  values?: OddValues;
}

export interface Fault {
  kind: FaultKind;
  options: FaultOptions;
}

/** What faults are matched against. */
interface Target {
  operation: Operation;
  email?: string;
  location?: string;
  account?: string;
}

interface Rule extends Fault {
  operation: Operation | '*';
  strikes: () => boolean;
  /** How many more matching requests pass. */
  passing: number;
  left: number;
}

/** The faults that are to come. */
export class Faults {
  private rules: Rule[] = [];

  /**
   * The next matching requests go wrong in this way.
   * @throws Error when the kind cannot strike that operation.
   */
  next(operation: Operation | '*', kind: FaultKind, options: FaultOptions = {}): void {
    check(operation, kind);
    this.rules.push({
      operation,
      kind,
      options,
      left: options.times ?? 1,
      passing: options.after ?? 0,
      strikes: () => true,
    });
  }

  /**
   * From now on this share (0 to 1) of the matching requests goes wrong in this way, chosen by the seed.
   * @throws Error when the kind cannot strike that operation.
   */
  rate(
    operation: Operation | '*',
    kind: FaultKind,
    share: number,
    seed: number,
    options: FaultOptions = {},
  ): void {
    check(operation, kind);
    const random = createRandom(seed);
    this.rules.push({
      operation,
      kind,
      options,
      left: options.times ?? Infinity,
      passing: options.after ?? 0,
      strikes: () => random() < share,
    });
  }

  clear(): void {
    this.rules = [];
  }

  /** Takes the fault for this request and counts it as used. */
  take(target: Target): Fault | undefined {
    const rule = this.rules.find(
      (candidate) => isMeant(candidate, target) && candidate.passing-- <= 0 && candidate.strikes(),
    );
    if (!rule) return undefined;
    rule.left -= 1;
    this.rules = this.rules.filter(({ left }) => left > 0);
    return { kind: rule.kind, options: rule.options };
  }
}

/** The answer of an API to a request that a fault stops; undefined for other kinds of fault. */
export function refusalOfApi({ kind, options }: Fault, api: Api): GoogleError | undefined {
  const refusals: Partial<Record<FaultKind, () => GoogleError>> = {
    unauthenticated: () => unauthenticated(api),
    forbidden: permissionDenied,
    'not-found': notFound,
    'bad-request': () => invalidArgument(api, []),
    'rate-limited': () => quotaExceeded(api, ANY_LIMIT, options.retryAfter ?? DEFAULT_RETRY_SECONDS),
    'zero-quota': () => quotaExceeded(api, 0, 0),
    'stale-data': () => invalidArgument(api, [refusedBy('STALE_DATA')]),
    throttled: () => invalidArgument(api, [refusedBy('THROTTLED')]),
    'error-before': unavailable,
    'timeout-before': requestTimeout,
  };
  return refusals[kind]?.();
}

/** A refusal of the whole location by a rule. */
function refusedBy(reason: string): FieldViolation {
  return { field: 'location', description: reason, reason };
}

/** The same for the token endpoint and its neighbours. */
export function refusalOfOAuth({ kind, options }: Fault): OAuthError | undefined {
  const retry = { 'Retry-After': String(options.retryAfter ?? DEFAULT_RETRY_SECONDS) };
  const refusals: Partial<Record<FaultKind, OAuthError>> = {
    unauthenticated: new OAuthError(401, 'invalid_client', 'Unauthorized'),
    forbidden: new OAuthError(403, 'access_denied', 'Forbidden'),
    'not-found': new OAuthError(404, 'not_found', 'Not Found'),
    'rate-limited': new OAuthError(429, 'rate_limit_exceeded', 'Rate Limit Exceeded', retry),
    'zero-quota': new OAuthError(429, 'rate_limit_exceeded', 'Rate Limit Exceeded'),
    'error-before': new OAuthError(503, 'temporarily_unavailable', 'The service is currently unavailable.'),
    'timeout-before': new OAuthError(408, 'request_timeout', 'Request Timeout'),
  };
  return refusals[kind];
}

/** The answer in place of the request's own after it was accepted; undefined: its own. */
export function replyAfter(kind: FaultKind | undefined, isApi: boolean) {
  switch (kind) {
    case 'error-after':
      if (isApi) return { status: 500, json: internal().toJson() };
      return new OAuthError(500, 'internal_failure', 'Internal error encountered.').toReply();
    case 'timeout-after':
      if (isApi) return { status: 408, json: requestTimeout().toJson() };
      return new OAuthError(408, 'request_timeout', 'Request Timeout').toReply();
    case 'late':
      return { status: 503, json: unavailable().toJson() };
    case 'garbled':
      return { headers: { 'Content-Type': 'application/json; charset=UTF-8' }, body: '{"name":"accounts/' };
    default:
      return undefined;
  }
}

function isMeant(rule: Rule, target: Target): boolean {
  const { email, location, account } = rule.options.match ?? {};
  return (
    (rule.operation === '*' || rule.operation === target.operation) &&
    canStrike(rule.kind, target.operation) &&
    (email === undefined || email === target.email) &&
    (location === undefined || location === target.location) &&
    (account === undefined || account === target.account)
  );
}

function canStrike(kind: FaultKind, operation: Operation): boolean {
  const reach: Reach = REACH[kind];
  return reach === 'server' ? OPERATIONS[operation] !== 'page' : reach.includes(operation);
}

function check(operation: Operation | '*', kind: FaultKind): void {
  if (!Object.hasOwn(REACH, kind)) throw new Error(`There is no fault ${kind}.`);
  if (operation === '*') return;
  if (!Object.hasOwn(OPERATIONS, operation)) throw new Error(`There is no operation ${operation}.`);
  if (!canStrike(kind, operation)) throw new Error(`The fault ${kind} cannot strike ${operation}.`);
}
