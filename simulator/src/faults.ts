import {
  internal,
  invalidArgument,
  notFound,
  OAuthError,
  permissionDenied,
  requestTimeout,
  serviceDisabled,
  unauthenticated,
  unavailable,
  type FieldViolation,
  type GoogleError,
} from './errors.js';
import { createRandom } from './random.js';
import { API_HOSTS, OPERATIONS, type Api, type Operation } from './operations.js';
import type { OddValues } from './odd-values.js';
import { quotaExceeded } from './quotas.js';

const DEFAULT_RETRY_SECONDS = 30;
const ANY_LIMIT = 300;

/** Where a fault can be injected. `server`: everything that a server calls, but no pages. `api`: the business APIs. */
type Reach = 'server' | 'api' | readonly Operation[];

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
  /** 403 as a project gets it in which the API is not enabled, nothing done. */
  'service-disabled': 'api',
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
  /** It strikes all matching requests for so long by the simulator's clock, in place of so many `times`. */
  forMs?: number;
  /**
   * Only requests of this API, of this person, of this location (its id), under this account (its id), or edits whose mask
   * names this field: then a refusal names it too.
   */
  match?: { api?: Api; email?: string; location?: string; account?: string; field?: string };
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
  api?: Api;
  email?: string;
  location?: string;
  account?: string;
  query?: URLSearchParams;
}

interface Rule extends Fault {
  operation: Operation | '*';
  strikes: () => boolean;
  /** How many more matching requests pass. */
  passing: number;
  left: number;
  /** When it ends (ms since 1970). */
  endsAt: number;
}

/** The faults that are to come. */
export class Faults {
  private rules: Rule[] = [];

  /** @param now the simulator's clock */
  constructor(private readonly now: () => Date) {}

  /**
   * The next matching requests go wrong in this way.
   * @throws Error when the kind cannot strike that operation.
   */
  next(operation: Operation | '*', kind: FaultKind, options: FaultOptions = {}): void {
    const most = options.forMs === undefined ? 1 : Infinity;
    this.add({ operation, kind, options, strikes: () => true }, most);
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
    const random = createRandom(seed);
    this.add({ operation, kind, options, strikes: () => random() < share }, Infinity);
  }

  clear(): void {
    this.rules = [];
  }

  /** Takes the fault for this request and counts it as used. */
  take(target: Target): Fault | undefined {
    const now = this.now().getTime();
    this.rules = this.rules.filter(({ endsAt }) => endsAt > now);
    const rule = this.rules.find(
      (candidate) => isMeant(candidate, target) && candidate.passing-- <= 0 && candidate.strikes(),
    );
    if (!rule) return undefined;
    rule.left -= 1;
    this.rules = this.rules.filter(({ left }) => left > 0);
    return { kind: rule.kind, options: rule.options };
  }

  /** @param most how many requests it strikes, unless its options say so */
  private add(rule: Pick<Rule, 'operation' | 'kind' | 'options' | 'strikes'>, most: number): void {
    const { times = most, after = 0, forMs = Infinity, match } = rule.options;
    check(rule.operation, rule.kind);
    if (match?.api !== undefined && !Object.hasOwn(API_HOSTS, match.api))
      throw new Error(`There is no API ${match.api}.`);
    this.rules.push({ ...rule, left: times, passing: after, endsAt: this.now().getTime() + forMs });
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
    'service-disabled': () => serviceDisabled(api),
    'stale-data': () => invalidArgument(api, [refusedBy('STALE_DATA', options)]),
    throttled: () => invalidArgument(api, [refusedBy('THROTTLED', options)]),
    'error-before': unavailable,
    'timeout-before': requestTimeout,
  };
  return refusals[kind]?.();
}

/** A refusal of a field, or of the whole location, by a rule. */
function refusedBy(reason: string, { match }: FaultOptions): FieldViolation {
  return { field: match?.field ?? 'location', description: reason, reason };
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
  const { api, email, location, account, field } = rule.options.match ?? {};
  return (
    (rule.operation === '*' || rule.operation === target.operation) &&
    canStrike(rule.kind, target.operation) &&
    (api === undefined || api === target.api) &&
    (email === undefined || email === target.email) &&
    (location === undefined || location === target.location) &&
    (account === undefined || account === target.account) &&
    (field === undefined || (target.query?.get('updateMask')?.split(',').includes(field) ?? false))
  );
}

function canStrike(kind: FaultKind, operation: Operation): boolean {
  const reach: Reach = REACH[kind];
  if (reach === 'api') return OPERATIONS[operation] === 'api';
  return reach === 'server' ? OPERATIONS[operation] !== 'page' : reach.includes(operation);
}

function check(operation: Operation | '*', kind: FaultKind): void {
  if (!Object.hasOwn(REACH, kind)) throw new Error(`There is no fault ${kind}.`);
  if (operation === '*') return;
  if (!Object.hasOwn(OPERATIONS, operation)) throw new Error(`There is no operation ${operation}.`);
  if (!canStrike(kind, operation)) throw new Error(`The fault ${kind} cannot strike ${operation}.`);
}
