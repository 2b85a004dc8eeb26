import { GoogleRefusal } from '../../auth/google-oauth.js';
import { AppError } from '../../errors/app-error.js';
import { WriteFailure } from '../port/remote-post.js';
import { GoogleFailure } from './google-errors.js';

/** What was sent, in words for the user. */
export interface SentThing {
  /** Such as `this post`. */
  name: string;
  /** A sentence for when Google does not find where it belongs. */
  gone: string;
  /** A sentence for when the user may not send it. */
  forbidden: string;
  /** Google's names of fields (v4) in words; the first matching prefix counts. */
  fields: readonly [path: string, words: string][];
}

/**
 * Translates the error of a failed attempt to send a post or a reply. Errors that did not come from Google are returned as
 * they are.
 * @param hasLeft whether sending had begun; before that, Google cannot have accepted it
 */
export function toWriteFailure(error: unknown, hasLeft: boolean, thing: SentThing): unknown {
  if (!(error instanceof AppError)) return error;
  const google = error.cause instanceof GoogleFailure ? error.cause : undefined;
  const retryAfterMs = google?.retryAfterMs;
  const cause = { cause: error };
  switch (error.code) {
    case 'google/reconnect':
    case 'connect/not-connected':
      return new WriteFailure({ kind: 'not_sent', code: 'reconnect' }, null, cause);
    case 'connect/held':
      return new WriteFailure({ kind: 'not_sent', code: 'held' }, null, cause);
    case 'google/no-quota':
      return new WriteFailure({ kind: 'not_sent', code: 'no_quota' }, null, cause);
    case 'google/busy':
      // Without an answer from Google it was our own limit that refused.
      return new WriteFailure(
        { kind: 'not_sent', code: google ? 'busy' : 'limited', retryAfterMs },
        null,
        cause,
      );
    case 'google/unavailable':
      if (google?.kind === 'unauthenticated' || error.cause instanceof GoogleRefusal)
        return new WriteFailure({ kind: 'not_sent', code: 'not_accepted' }, null, cause);
      if (!hasLeft || !google || google.isUnsent)
        return new WriteFailure({ kind: 'not_sent', code: 'unreachable', retryAfterMs }, null, cause);
      return new WriteFailure(
        { kind: 'ambiguous', code: isErrorAnswer(google) ? 'error_answer' : 'no_answer' },
        null,
        cause,
      );
    case 'not_found':
      return new WriteFailure({ kind: 'refused', code: 'gone' }, thing.gone, cause);
    case 'google/refused':
      return google?.kind === 'forbidden'
        ? new WriteFailure({ kind: 'refused', code: 'forbidden' }, thing.forbidden, cause)
        : invalid(google, thing, cause);
    default:
      return error;
  }
}

/** Whether Google responded with an error. */
function isErrorAnswer({ status = 0 }: GoogleFailure): boolean {
  return status >= 500;
}

function invalid(
  google: GoogleFailure | undefined,
  { name, fields }: SentThing,
  cause: ErrorOptions,
): WriteFailure {
  const [violation] = google?.violations ?? [];
  if (violation && PHOTO_NOT_FETCHED.test(violation.description))
    return new WriteFailure({ kind: 'refused', code: 'invalid', field: violation.field }, NO_PHOTO, cause);
  const field = violation && fields.find(([path]) => violation.field.startsWith(path));
  const about = field ? `${field[1]} of ${name}` : name;
  const words = violation ? `Google refused ${about}: ${violation.description}` : `Google refused ${about}.`;
  return new WriteFailure({ kind: 'refused', code: 'invalid', field: violation?.field }, words, cause);
}

/** Google's code 1000, PHOTO_FETCH_FAILED, comes with these words. */
const PHOTO_NOT_FETCHED = /fetching image failed/i;
const NO_PHOTO =
  'Google couldn’t load the photo of this post, so it didn’t accept the post. Retry sends both again; if that fails too, choose another photo.';
