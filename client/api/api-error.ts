import { type components } from './schema';

type ErrorBody = components['schemas']['ErrorDto'];

/** A request that did not succeed: refused by the server (`status` 400 to 599) or never answered (`status` 0). */
export class ApiError extends Error {
  /** The HTTP status; 0 when there was no answer in time. */
  readonly status: number;
  /** The server's stable code; `network` without an answer, `overtaken` where it came too late. */
  readonly code: string;
  /** The rule that each faulty field breaks, by the field's path. */
  readonly fields: Readonly<Record<string, string>>;

  private constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }

  /** No answer: the network failed, or 30 s went by. */
  static network(): ApiError {
    return new ApiError(0, 'network', '');
  }

  /** A failure that belongs to an earlier session than the present one: whatever it was, it is not reported any more. */
  static overtaken(): ApiError {
    return new ApiError(0, 'overtaken', '');
  }

  /**
   * An answer that is an error; `body` may be anything, since a proxy may have written it: its message counts all the
   * same. Where too much was asked, the message also says when to try again.
   */
  static from({ status, headers }: Response, body: unknown): ApiError {
    const { code, message, errors } = (body ?? {}) as Partial<Record<keyof ErrorBody, unknown>>;
    const words = typeof message === 'string' ? message : '';
    const wait = words && status === 429 ? retryWords(headers) : '';
    if (typeof code !== 'string') return new ApiError(status, 'unknown', words + wait);
    const faults = (errors ?? []) as NonNullable<ErrorBody['errors']>;
    const fields = Object.fromEntries(faults.map(({ field, message: rule }) => [field, rule]));
    return new ApiError(status, code, words + wait, fields);
  }
}

/** In how many ms a request may come again by `Retry-After`: seconds or an HTTP date. Undefined: that is not said. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // By the clock of the server that has said it.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const ms = Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The same in words, to follow the server's own; empty where the server does not say. */
export function retryWords(headers: Headers): string {
  const seconds = Math.ceil((retryAfterMs(headers) ?? 0) / 1000);
  if (seconds === 0) return '';
  if (seconds <= 90) return ` You can try again in ${seconds} second${seconds === 1 ? '' : 's'}.`;
  return ` You can try again in ${Math.ceil(seconds / 60)} minutes.`;
}
