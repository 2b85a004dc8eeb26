import { Injectable } from '@nestjs/common';
import { Env } from '../../config/env.js';
import type { GoogleApiName } from '../../database/connection.schema.js';
import { AppError } from '../../errors/app-error.js';
import { readResponseJson } from '../../security/response-json.js';
import { watchDeparture } from './departures.js';
import { GoogleFailure, toFailure } from './google-errors.js';
import { GoogleClock } from './google-clock.js';
import { isGoogleId } from '../translation/google-names.js';

export interface GoogleRequest {
  service: GoogleApiName;
  method: 'GET' | 'PATCH' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the service's address, made by `googlePath`. */
  path: string;
  query?: Record<string, string | number | readonly string[] | undefined>;
  body?: object;
}

/** Far more than a page of 100 locations needs. */
const MAX_BODY_BYTES = 5_000_000;

/**
 * System errors of connecting (Node, `error.syscall`): there was no connection to send anything on. The same codes from
 * reading or writing prove nothing. No server listens; there is no route; one of several addresses did not answer in time.
 */
const NOT_CONNECTED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

/** Errors whose code proves that no connection was usable yet. */
const NOT_AGREED = [
  // Connecting, TLS included, took longer than undici allows (undici, Errors).
  'UND_ERR_CONNECT_TIMEOUT',
  // The certificate was refused, which TLS does before it carries any content (Node, X509 certificate error codes).
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/**
 * A path with ids in it; use it as the tag of a template.
 * @throws AppError `not_found` for anything that cannot be one of Google's ids, so that nothing else enters a path
 */
export function googlePath(parts: TemplateStringsArray, ...ids: string[]): string {
  if (!ids.every(isGoogleId)) throw AppError.of('not_found');
  return String.raw(parts, ...ids);
}

/** Sends single requests to Google, only to the configured addresses. */
@Injectable()
export class GoogleHttp {
  private readonly addresses: Record<GoogleApiName, string>;

  constructor(
    env: Env,
    private readonly googleClock: GoogleClock,
  ) {
    this.addresses = {
      accounts: env.GBP_ACCOUNTS_URL,
      information: env.GBP_INFORMATION_URL,
      verifications: env.GBP_VERIFICATIONS_URL,
      performance: env.GBP_PERFORMANCE_URL,
      v4: env.GBP_V4_URL,
    };
  }

  /**
   * Sends one request once and returns Google's JSON object, within the deadline.
   * Nothing from the user's own request is sent; redirects are not followed.
   * @param signal ends the request once it is aborted
   * @throws GoogleFailure, or the signal's reason
   */
  async send<T>(request: GoogleRequest, token: string, deadlineMs: number, signal?: AbortSignal): Promise<T> {
    const deadline = AbortSignal.timeout(Math.max(1, Math.ceil(deadlineMs)));
    const init: RequestInit = {
      method: request.method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        ...(request.body && { 'Content-Type': 'application/json' }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    };
    const sending = watchDeparture(async () => {
      const given = await fetch(this.addressOf(request), init);
      return { answer: given, content: await readResponseJson(given, MAX_BODY_BYTES) };
    });
    const { answer, content } = await sending.answer.catch((error: unknown) => {
      signal?.throwIfAborted();
      const fault = innermost(error as Fault);
      const isUnsent = sending.isSurelyUnsent() || wasNeverConnected(fault);
      throw new GoogleFailure('unavailable', { isUnsent, cause: fault.code ?? fault.name });
    });
    this.googleClock.note(answer.headers.get('Date'));
    if (!answer.ok) throw toFailure(answer.status, content, answer.headers);
    if (answer.status === 204) return {} as T;
    if (typeof content !== 'object' || content === null)
      throw new GoogleFailure('unavailable', {
        status: answer.status,
        cause: 'the answer is no JSON object',
      });
    return content as T;
  }

  private addressOf({ service, path, query = {} }: GoogleRequest): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) for (const single of [value].flat()) search.append(name, String(single));
    return `${this.addresses[service]}/${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
  }
}

/** A failure as undici, the operating system or a timer reports it. */
interface Fault {
  name: string;
  code?: string;
  syscall?: string;
  cause?: Fault;
  /** One error for each address of a name, when none of them worked. */
  errors?: Fault[];
}

function innermost(fault: Fault): Fault {
  return fault.cause === undefined ? fault : innermost(fault.cause);
}

/** Whether a failed request was certainly not sent, so that it can be sent again without checking at Google first. */
function wasNeverConnected({ code = '', syscall = '', errors }: Fault): boolean {
  if (errors) return errors.every(wasNeverConnected);
  // Any error of a look-up: there is no address yet.
  if (syscall === 'getaddrinfo') return true;
  return syscall === 'connect' ? NOT_CONNECTED.includes(code) : NOT_AGREED.includes(code);
}
