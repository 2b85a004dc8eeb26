import { useState } from 'react';
import { useKeptName } from '../auth/workspace';
import { readTabItem, writeTabItem } from '../lib/browser-storage';
import type { Filled } from './filled-answers';

const NAME = 'shingle.holidays';

/** What this tab keeps of the answers, so that a reload loses none. */
interface KeptAnswers {
  filled: Filled;
  /** The edit of many locations that was made of them; undefined: none yet. */
  draft?: { id: string; version: number } | undefined;
}

/** The answers that are not sent yet. */
export function useKeptAnswers() {
  const key = useKeptName(NAME);
  const [kept, setKept] = useState<KeptAnswers>(
    () => (readTabItem(key) as KeptAnswers | undefined) ?? { filled: {} },
  );
  return {
    ...kept,
    keep: (next: KeptAnswers): void => {
      writeTabItem(key, Object.keys(next.filled).length > 0 ? next : undefined);
      setKept(next);
    },
  };
}
