import type { Reply } from './exchange.js';
import type { Fault, FaultKind } from './faults.js';
import {
  internal,
  invalidArgument,
  notFound,
  permissionDenied,
  requestTimeout,
  unauthenticated,
  unavailable,
  type GoogleError,
} from './google-error.js';
import { OAuthError } from './oauth/client-authentication.js';
import type { Api } from './operations.js';
import { quotaExceeded } from './quotas.js';

const DEFAULT_RETRY_SECONDS = 30;
const ANY_LIMIT = 300;

/** What an API answers to a request that a fault keeps from being done; undefined for other kinds of fault. */
export function refusalOfApi({ kind, options }: Fault, api: Api): GoogleError | undefined {
  const refusals: Partial<Record<FaultKind, () => GoogleError>> = {
    unauthenticated: () => unauthenticated(api, 'ACCESS_TOKEN_EXPIRED'),
    forbidden: permissionDenied,
    'not-found': notFound,
    'bad-request': () => invalidArgument(api, []),
    'rate-limited': () => quotaExceeded(api, ANY_LIMIT, options.retryAfter ?? DEFAULT_RETRY_SECONDS),
    'zero-quota': () => quotaExceeded(api, 0, 0),
    'error-before': unavailable,
    'timeout-before': requestTimeout,
  };
  return refusals[kind]?.();
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

/** What is answered after the request was accepted all the same; undefined: its own answer. */
export function replyAfter(kind: FaultKind | undefined, isApi: boolean): Reply | undefined {
  switch (kind) {
    case 'error-after':
      if (isApi) return { status: 500, json: internal().toJson() };
      return new OAuthError(500, 'internal_failure', 'Internal error encountered.').toReply();
    case 'timeout-after':
      if (isApi) return { status: 408, json: requestTimeout().toJson() };
      return new OAuthError(408, 'request_timeout', 'Request Timeout').toReply();
    case 'garbled':
      return { headers: { 'Content-Type': 'application/json; charset=UTF-8' }, body: '{"name":"accounts/' };
    default:
      return undefined;
  }
}
