import { useState } from 'react';
import { useKeptName } from '../auth/workspace';
import { readTabItem, writeTabItem } from '../lib/browser-storage';
import { filledOf, type LongRun, runsOf } from './answer-runs';
import type { Filled } from './filled-answers';

const NAME = 'shingle.holidays';

interface KeptAnswers {
  filled: Filled;
  /** The edit of many locations that was made of them; undefined: none yet. */
  draft?: { id: string; version: number } | undefined;
}

/** What this tab keeps of the answers, so that a reload loses none: as runs, since there may be 100,000 of them. */
interface StoredAnswers extends Pick<KeptAnswers, 'draft'> {
  runs: LongRun[];
}

/** The answers that are not sent yet. */
export function useKeptAnswers() {
  const key = useKeptName(NAME);
  const [kept, setKept] = useState<KeptAnswers>(() => {
    const { runs = [], draft } = (readTabItem(key) ?? {}) as Partial<StoredAnswers>;
    return { filled: filledOf(runs), draft };
  });
  return {
    ...kept,
    keep: (next: KeptAnswers): void => {
      const runs = runsOf(next.filled);
      writeTabItem(key, runs.length > 0 ? ({ runs, draft: next.draft } satisfies StoredAnswers) : undefined);
      setKept(next);
    },
  };
}
