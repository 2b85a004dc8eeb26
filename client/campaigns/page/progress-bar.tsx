import { PartsBar } from '../../ui/layout/parts-bar';
import type { Progress } from '../campaign-words';
import { countIn, statesIn, TARGET_STATES } from './target-states';

/** A bar with a part for each state. Words or tabs beside it say the same. */
export function Bar({ progress, isSlim = false }: { progress: Progress; isSlim?: boolean }) {
  const parts = statesIn(progress).map((state) => ({
    id: state,
    count: countIn(progress, state),
    tone: TARGET_STATES[state].tone,
    isStriped: state === 'left_out',
  }));
  return <PartsBar parts={parts} isSlim={isSlim} />;
}
