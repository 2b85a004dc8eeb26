import { retryWords } from './retry-words';
import type { components } from './schema';

type ErrorBody = components['schemas']['ErrorDto'];

/** A request that did not succeed: refused by the server (`status` 400 to 599) or never answered (`status` 0). */
export class ApiError extends Error {
  /** The HTTP status; 0 when there was no answer in time. */
  readonly status: number;
  /** The server's stable code, `network` without an answer. */
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

  /**
   * An answer that is an error; `body` may be anything, since a proxy may have written it. Where too much was asked, the
   * message also says when to try again.
   */
  static from({ status, headers }: Response, body: unknown): ApiError {
    if (!isErrorBody(body)) return new ApiError(status, 'unknown', '');
    const fields = Object.fromEntries((body.errors ?? []).map(({ field, message }) => [field, message]));
    const wait = status === 429 ? retryWords(headers.get('Retry-After')) : '';
    return new ApiError(status, body.code, body.message + wait, fields);
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
