import { useState } from 'react';
import { useSession } from '../auth/session';
import { draftOf } from './post-body';
import { emptyDraft, withPreset, type PostDraft, type Preset } from './post-draft';
import type { WholePost } from './post-words';
import { readDraft, writeDraft } from './stored-draft';

/**
 * The draft of the open composer. That of a new post is kept in this tab from the first change on, so that closing or
 * reloading loses nothing; it is found again here the next time. Of a post being edited nothing is kept.
 */
export function useDraft(post: WholePost | undefined, preset: Preset, timeZone: string) {
  const session = useSession();
  const uid = session.status === 'signed-in' ? session.user.uid : '';
  const [{ initial, left }] = useState(() => {
    const now = new Date();
    if (post) return { initial: draftOf(post, now, timeZone), left: undefined };
    const empty = emptyDraft(now, timeZone);
    const found = readDraft(uid, empty);
    return {
      initial: withPreset(empty, preset, now, timeZone),
      left: found && withPreset(found, preset, now, timeZone),
    };
  });
  const [draft, setDraft] = useState(left ?? initial);
  const [isRestored, setIsRestored] = useState(left !== undefined);
  const keep = (kept: PostDraft | undefined) => post === undefined && writeDraft(uid, kept);

  return {
    draft,
    /** Whether it was found from before. */
    isRestored,
    isChanged: !isSame(draft, initial),
    change(change: Partial<PostDraft>): void {
      const changed = { ...draft, ...change };
      setDraft(changed);
      keep(isSame(changed, initial) ? undefined : changed);
    },
    /** Starts anew. */
    discard(): void {
      setDraft(initial);
      setIsRestored(false);
      keep(undefined);
    },
    /** The draft was sent: unless another one was begun meanwhile, none is kept any more. */
    forget(sent: PostDraft): void {
      const kept = readDraft(uid, initial);
      if (kept && isSame(kept, sent)) keep(undefined);
    },
  };
}

function isSame(one: PostDraft, other: PostDraft): boolean {
  return JSON.stringify(one) === JSON.stringify({ ...one, ...other });
}
