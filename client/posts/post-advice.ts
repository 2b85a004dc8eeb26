import type { Schemas } from '../api/client';

type PostDetails = Schemas['PostDetailsDto'];
type Outcome = NonNullable<Schemas['PublishAttemptDto']['outcome']>;

const OUTCOMES: Record<Outcome, string> = {
  published: 'published',
  in_review: 'taken by Google, which reviews it',
  rejected: 'rejected by Google after its review',
  refused: 'refused',
  not_sent: 'not sent',
  unconfirmed: 'not confirmed',
  not_found: 'not confirmed, and not found at Google',
};

const OF_OTHER_ACCOUNT =
  'Until then it can only be looked at, or deleted here. One that is long overdue by then fails instead, and can be retried.';

/** What is to be known beside the reason, by what a queued post waits for; without a detail it is being sent. */
const QUEUED: Record<NonNullable<PostDetails['detail']> | 'sending', string | undefined> = {
  sending: 'It is being sent to Google right now, and cannot be changed until the outcome is known.',
  waiting_for_quota: 'Nothing has been sent yet. It is tried again by itself, and can still be changed.',
  in_review: 'Google has taken it. It counts as published once Google shows it.',
  unconfirmed:
    'It is looked for at Google, and is not sent again meanwhile. Look at the location on Google if you cannot wait.',
  connection_lost: undefined,
  connection_held: undefined,
};

/** What a failed post needs, by how its last attempt ended; where the reason itself says it, nothing. */
const FAILED: Partial<Record<Outcome, string>> = {
  refused: 'Correct it with Edit, and it is scheduled again. Retry sends it as it is.',
  rejected: 'Correct it with Edit, and it is scheduled again. Retry sends it as it is.',
};

/** What became of one attempt, with the reason where there is one. */
export function outcomeWords({ outcome, error }: Schemas['PublishAttemptDto']): string {
  const words = outcome ? OUTCOMES[outcome] : 'under way';
  return error ? `${words}. ${error}` : words;
}

/** What a post's state means for its owner and what can be done, beside its reason; undefined: nothing more. */
export function adviceOn({ status, detail, attempts, isOfOtherAccount }: PostDetails): string | undefined {
  if (isOfOtherAccount) return OF_OTHER_ACCOUNT;
  if (status === 'QUEUED') return QUEUED[detail ?? 'sending'];
  const outcome = attempts.at(-1)?.outcome;
  return status === 'FAILED' && outcome ? FAILED[outcome] : undefined;
}

/** Whether Google may show a post of which it is not known: only a look at the location tells. */
export function mayBeLive({ status, detail, attempts }: PostDetails): boolean {
  const outcome = attempts.at(-1)?.outcome;
  const wasLost = outcome === 'unconfirmed' || outcome === 'not_found';
  return detail === 'unconfirmed' || (status === 'FAILED' && wasLost);
}
