import { type components } from './schema';

type Schemas = components['schemas'];
type ErrorBody = Schemas['ErrorDto'];

/** A field that has changed since the person saw it: as it is now, and as it was to be saved. */
export interface Conflict {
  field: string;
  current: Schemas['ChangeValueDto'];
  wanted: Schemas['ChangeValueDto'];
}

/** The message for a failure without a code (specification, section 8). */
export const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/** The message for a request without an answer (specification, section 8, network-request-failed). */
export const NO_NETWORK = 'Network error. Please check your internet connection.';

/** A request that did not succeed: refused by the server (`status` 400 to 599) or never answered (`status` 0). */
export class ApiError extends Error {
  /** The HTTP status; 0 when there was no answer in time. */
  readonly status: number;
  /** The server's stable code; `network` if no answer came, `overtaken` if the session had changed by then. */
  readonly code: string;
  /** The message of the broken rule for each invalid field, by the field's path. */
  readonly fields: Readonly<Record<string, string>>;
  /** The fields of a 409 `changed_since`. Nothing was saved. */
  readonly conflicts: readonly Conflict[];

  private constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, string> = {},
    conflicts: readonly Conflict[] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.conflicts = conflicts;
  }

  /** No answer: the network failed, or the request timed out after 30 s. */
  static network(): ApiError {
    return new ApiError(0, 'network', '');
  }

  /** The failure of a request from an earlier session. It is not reported. */
  static overtaken(): ApiError {
    return new ApiError(0, 'overtaken', '');
  }

  /**
   * An error answer. A proxy may have written `body`, so it can be anything; a message in it is used all the same. After
   * too many requests the message also says when to try again.
   */
  static from({ status, headers }: Response, body: unknown): ApiError {
    const { code, message, errors, conflicts } = (body ?? {}) as Partial<
      Record<keyof ErrorBody | 'conflicts', unknown>
    >;
    const words = typeof message === 'string' ? message : '';
    const wait = words && status === 429 ? retryWords(headers) : '';
    if (typeof code !== 'string') return new ApiError(status, 'unknown', words + wait);
    const faults = (errors ?? []) as NonNullable<ErrorBody['errors']>;
    const fields = Object.fromEntries(faults.map(({ field, message: rule }) => [field, rule]));
    return new ApiError(status, code, words + wait, fields, conflicts as Conflict[] | undefined);
  }
}

/** The ms to wait by `Retry-After`, which holds seconds or an HTTP date. Undefined without that header. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // An HTTP date is compared with the server's own clock.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const ms = Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The wait in words, added to the server's message; empty without `Retry-After`. */
function retryWords(headers: Headers): string {
  const seconds = Math.ceil((retryAfterMs(headers) ?? 0) / 1000);
  if (seconds === 0) return '';
  if (seconds <= 90) return ` You can try again in ${seconds} second${seconds === 1 ? '' : 's'}.`;
  return ` You can try again in ${Math.ceil(seconds / 60)} minutes.`;
}
