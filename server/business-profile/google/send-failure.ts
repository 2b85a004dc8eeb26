import { AppError } from '../../errors/app-error.js';
import { PublishFailure } from '../remote-post.js';
import { GoogleFailure } from './google-errors.js';

/** The reasons for a refusal in words for the person who wrote it. */
export interface SendWords {
  /** Google does not know it, or the person may not see it. */
  gone: string;
  /** The person's account may not do it. */
  forbidden: string;
  /** Google objects to its content. */
  invalid(failure: GoogleFailure | undefined): string;
}

/**
 * Translates the error of a failed attempt to send something. Errors that did not come from Google are returned as they
 * are.
 * @param hasLeft whether sending had begun; before that, Google cannot have taken anything
 */
export function toSendFailure(error: unknown, hasLeft: boolean, words: SendWords): unknown {
  if (!(error instanceof AppError)) return error;
  const google = error.cause instanceof GoogleFailure ? error.cause : undefined;
  const retryAfterMs = google?.retryAfterMs;
  const cause = { cause: error };
  switch (error.code) {
    case 'google/reconnect':
    case 'connect/not-connected':
      return new PublishFailure({ kind: 'not_sent', code: 'reconnect' }, null, cause);
    case 'connect/held':
      return new PublishFailure({ kind: 'not_sent', code: 'held' }, null, cause);
    case 'google/no-quota':
      return new PublishFailure({ kind: 'not_sent', code: 'no_quota' }, null, cause);
    case 'google/busy':
      // Without an answer from Google it was our own limit that refused.
      return new PublishFailure(
        { kind: 'not_sent', code: google ? 'busy' : 'limited', retryAfterMs },
        null,
        cause,
      );
    case 'google/unavailable':
      if (google?.kind === 'unauthenticated')
        return new PublishFailure({ kind: 'not_sent', code: 'not_accepted' }, null, cause);
      if (!hasLeft || !google || google.isUnsent)
        return new PublishFailure({ kind: 'not_sent', code: 'unreachable', retryAfterMs }, null, cause);
      return new PublishFailure(
        { kind: 'ambiguous', code: isErrorAnswer(google) ? 'error_answer' : 'no_answer' },
        null,
        cause,
      );
    case 'not_found':
      return new PublishFailure({ kind: 'refused', code: 'gone' }, words.gone, cause);
    case 'google/refused':
      if (google?.kind === 'forbidden')
        return new PublishFailure({ kind: 'refused', code: 'forbidden' }, words.forbidden, cause);
      return new PublishFailure(
        { kind: 'refused', code: 'invalid', field: google?.violations[0]?.field },
        words.invalid(google),
        cause,
      );
    default:
      return error;
  }
}

/** Whether Google responded with an error. */
function isErrorAnswer({ status = 0 }: GoogleFailure): boolean {
  return status >= 500;
}
