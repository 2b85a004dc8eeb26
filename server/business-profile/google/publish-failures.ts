import { AppError } from '../../errors/app-error.js';
import { PublishFailure } from '../remote-post.js';
import { GoogleFailure } from './google-failure.js';

/** Google's names of fields (v4) in words, the longest beginning first. */
const FIELDS: [path: string, words: string][] = [
  ['call_to_action.url', "the button's link"],
  ['call_to_action', 'the button'],
  ['event.title', 'the title'],
  ['event', 'the dates'],
  ['offer.redeem_online_url', "the offer's link"],
  ['offer', 'the offer'],
  ['summary', 'the text'],
];

/**
 * What a failed try to publish means. Whatever is no failure of Google's stays as it is.
 * @param hasLeft whether the post was on its way; before, nothing can have been taken
 */
export function toPublishFailure(error: unknown, hasLeft: boolean): unknown {
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
      // Without an answer of Google's it was our own limit.
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
      return new PublishFailure(
        { kind: 'refused', code: 'gone' },
        'Google does not know this location any more, or no longer lets you manage it.',
        cause,
      );
    case 'google/refused':
      return google?.kind === 'forbidden' ? forbidden(cause) : invalid(google, cause);
    default:
      return error;
  }
}

/** A whole answer that says that something went wrong at Google. */
function isErrorAnswer({ status = 0 }: GoogleFailure): boolean {
  return status >= 500;
}

function forbidden(cause: ErrorOptions): PublishFailure {
  return new PublishFailure(
    { kind: 'refused', code: 'forbidden' },
    'Google does not allow your account to post for this location.',
    cause,
  );
}

function invalid(google: GoogleFailure | undefined, cause: ErrorOptions): PublishFailure {
  const [violation] = google?.violations ?? [];
  const field = violation && FIELDS.find(([path]) => violation.field.startsWith(path));
  const about = field ? `${field[1]} of this post` : 'this post';
  const words = violation ? `Google refused ${about}: ${violation.description}` : `Google refused ${about}.`;
  return new PublishFailure({ kind: 'refused', code: 'invalid', field: violation?.field }, words, cause);
}
