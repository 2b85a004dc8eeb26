import { Injectable } from '@nestjs/common';
import { Env } from '../../config/env.js';
import { AppError } from '../../errors/app-error.js';
import { readJson } from '../../security/json-answer.js';
import { Departure } from './departure.js';
import { GoogleFailure, toFailure } from './google-failure.js';
import { GoogleTime } from './google-time.js';

/** Google's APIs for Business Profiles; each has an address and a quota of its own. */
export type GoogleService = 'accounts' | 'information' | 'verifications' | 'performance' | 'v4';

export interface GoogleRequest {
  service: GoogleService;
  method: 'GET' | 'PATCH' | 'POST' | 'DELETE';
  /** Below the address of the service, made by `googlePath`. */
  path: string;
  query?: Record<string, string | number | readonly string[] | undefined>;
  body?: object;
}

/** Far more than a page of 100 locations needs. */
const MAX_BODY_BYTES = 5_000_000;

/** Failures before anything was sent: the name is unknown, nobody listens, TLS fails, connecting takes too long. */
const UNSENT =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*)$/;

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/**
 * A path with ids in it; use it as the tag of a template.
 * @throws AppError `not_found` for what cannot be an id of Google's, so that nothing else ever enters a path
 */
export function googlePath(parts: TemplateStringsArray, ...ids: string[]): string {
  if (!ids.every((id) => ID.test(id))) throw AppError.of('not_found');
  return String.raw(parts, ...ids);
}

/** Sends single requests to Google, to the configured addresses alone. */
@Injectable()
export class GoogleHttp {
  private readonly addresses: Record<GoogleService, string>;

  constructor(
    env: Env,
    private readonly time: GoogleTime,
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
   * Sends one request once and answers the JSON object that Google gives, no later than after the deadline.
   * Nothing of the person's own request goes along; redirects are not followed.
   * @throws GoogleFailure
   */
  async send<T>(request: GoogleRequest, token: string, deadlineMs: number): Promise<T> {
    const departure = new Departure();
    const init: RequestInit = {
      method: request.method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        ...(request.body && { 'Content-Type': 'application/json' }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(deadlineMs))),
    };
    const { answer, content } = await departure
      .watch(() => fetch(this.addressOf(request), init))
      .then(async (given) => ({ answer: given, content: await readJson(given, MAX_BODY_BYTES) }))
      .catch((cause: unknown) => {
        throw new GoogleFailure('unavailable', {
          isUnsent: departure.isUnsent || UNSENT.test(codeOf(cause)),
          cause: codeOf(cause),
        });
      });
    this.time.note(answer.headers.get('Date'));
    if (answer.status !== 200) throw toFailure(answer.status, content, answer.headers);
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

/** What undici, the operating system or a timer calls the failure: the innermost cause has the name. */
function codeOf(error: unknown): string {
  const { cause, code, name } = (error ?? {}) as { cause?: unknown; code?: unknown; name?: unknown };
  if (cause !== undefined) return codeOf(cause);
  return typeof code === 'string' ? code : String(name);
}
