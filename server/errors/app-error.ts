import { frozen } from '../config/frozen.js';
import { OWN_ERRORS } from './own-errors.js';
import { SERVICE_ERRORS } from './service-errors.js';

/** Every error that the API can answer. */
export const ERRORS = frozen({ ...OWN_ERRORS, ...SERVICE_ERRORS });

export type ErrorCode = keyof typeof ERRORS;

/** One faulty field of a request: its path (`postBody.event.title`) and the rule, as a sentence for the user. */
export interface FieldError {
  field: string;
  message: string;
}

/** A field whose value at Google is neither what the person saw nor what they want. */
export interface FieldConflict {
  field: string;
  /** What Google has now, and what was to be saved. */
  current: object;
  wanted: object;
}

/** How many faulty fields an answer names. */
const MAX_LISTED = 20;

/** The one error that services and adapters throw; `errors/error.filter.ts` turns it into an HTTP answer. */
export class AppError extends Error {
  readonly status: number;

  private constructor(
    readonly code: string,
    status: number,
    message: string,
    readonly errors?: FieldError[],
    options?: ErrorOptions,
    /** After how many seconds the request may be repeated. */
    readonly retryAfterS?: number,
    readonly conflicts?: FieldConflict[],
  ) {
    super(message, options);
    this.status = status;
  }

  /** An error of the table; `cause` is logged and never answered. */
  static of(code: ErrorCode, cause?: unknown): AppError {
    const [status, message] = ERRORS[code];
    return new AppError(code, status, message, undefined, { cause });
  }

  /** An error of the table with a `Retry-After` of so many seconds. @param message names the rule, in place of the table's */
  static until(code: ErrorCode, retryAfterS: number, message: string = ERRORS[code][1]): AppError {
    return new AppError(code, ERRORS[code][0], message, undefined, undefined, retryAfterS);
  }

  /** `google/refused` with words about this change; `cause` is logged and never answered. */
  static refused(message: string, cause: unknown): AppError {
    return new AppError('google/refused', ERRORS['google/refused'][0], message, undefined, { cause });
  }

  /** A 400 that names the faulty fields, up to 20 of them. */
  static invalid(errors: FieldError[]): AppError {
    const [status, message] = ERRORS.validation_failed;
    return new AppError('validation_failed', status, message, errors.slice(0, MAX_LISTED));
  }

  /** An error of the table with a sentence of its own, which says more precisely why. */
  static because(code: ErrorCode, message: string): AppError {
    return new AppError(code, ERRORS[code][0], message);
  }

  /** A 409 with both values of each field that has changed since it was shown. */
  static changedSince(conflicts: FieldConflict[]): AppError {
    const [status, message] = ERRORS.changed_since;
    return new AppError('changed_since', status, message, undefined, undefined, undefined, conflicts);
  }

  /** A 409 with the reply that there is, and the one that was to be sent; null: none. */
  static replyChanged(
    current: string | null,
    wanted: string | null,
    code: 'reply_changed' | 'review_changed' = 'reply_changed',
  ): AppError {
    const [status, message] = ERRORS[code];
    const conflict = { field: 'reply', current: { text: current }, wanted: { text: wanted } };
    return new AppError(code, status, message, undefined, undefined, undefined, [conflict]);
  }

  /** A sign-in refusal that the table does not know ("any other code", specification section 8). */
  static unknownAuth(code: string): AppError {
    return new AppError(code, 400, `Authentication error: ${code}. Please check your Firebase setup.`);
  }
}
