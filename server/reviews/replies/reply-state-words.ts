import type { ReviewReplyRow } from '../../database/reviews.schema.js';

const PUT_WORDS: Readonly<Record<ReviewReplyRow['state'], string>> = Object.freeze({
  waiting: 'The reply is waiting to be sent.',
  sending: 'The reply is being sent.',
  unconfirmed: 'The reply was sent, and we don’t know yet whether Google has it.',
  in_review: 'Google is reviewing the reply.',
  public: 'The reply is public.',
  rejected: 'Google rejected the reply.',
  removed: 'The reply was removed.',
  failed: 'The reply couldn’t be sent.',
  conflict: 'The reply wasn’t sent.',
  superseded: 'The reply was replaced by a newer one.',
});

const DELETE_WORDS: Readonly<Partial<Record<ReviewReplyRow['state'], string>>> = Object.freeze({
  waiting: 'The reply is waiting to be removed.',
  sending: 'The reply is being removed.',
  unconfirmed: 'The removal was sent, and we don’t know yet whether Google has it.',
  failed: 'The reply couldn’t be removed.',
  conflict: 'The reply wasn’t removed.',
  superseded: 'The removal was replaced by something newer.',
});

/** What became of a reply or of its removal, as a sentence. Why is said by the words of its failure or its rejection. */
export function replyStateWords({ kind, state }: Pick<ReviewReplyRow, 'kind' | 'state'>): string {
  return (kind === 'DELETE' ? DELETE_WORDS[state] : undefined) ?? PUT_WORDS[state];
}
