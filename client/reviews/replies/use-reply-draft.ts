import { useSyncExternalStore } from 'react';
import { useKeptName } from '../../auth/workspace';
import { onTextChange, readText, writeText } from '../../lib/kept-texts';

/** A reply that is being written. */
export interface ReplyDraft {
  text: string;
  /** The review and its reply as the person saw them when they began to write. */
  basedOn: string;
}

/**
 * The unfinished reply to a review, kept in this browser: closing the tab, reloading, a refusal and another reader of the
 * inbox lose nothing. A logout removes it.
 */
export function useReplyDraft(reviewId: string) {
  const key = `${useKeptName('reply')}.${reviewId}`;
  const stored = useSyncExternalStore(onTextChange, () => readText(key));
  return {
    draft: stored === null ? undefined : parseDraft(stored),
    keep: (draft: ReplyDraft) => writeText(key, JSON.stringify(draft)),
    drop: () => writeText(key, null),
    /** Drops the draft after it was sent, unless it has been changed since. */
    forget(sent: string): void {
      const kept = readText(key);
      if (kept !== null && parseDraft(kept)?.text === sent) writeText(key, null);
    },
  };
}

function parseDraft(stored: string): ReplyDraft | undefined {
  try {
    const { text, basedOn } = JSON.parse(stored) as Partial<ReplyDraft>;
    return typeof text === 'string' && typeof basedOn === 'string' ? { text, basedOn } : undefined;
  } catch {
    return undefined;
  }
}
