import { cx } from '../../ui/basics/cx';
import tones from '../../ui/basics/tones.module.css';
import type { Progress } from '../campaign-words';
import styles from './progress-bar.module.css';
import { countIn, statesIn, TARGET_STATES } from './target-states';

/** A bar with a part for each state. Words or tabs beside it say the same. */
export function Bar({ progress, isSlim = false }: { progress: Progress; isSlim?: boolean }) {
  return (
    <div aria-hidden="true" className={cx(styles.bar, isSlim && styles.slim)}>
      {statesIn(progress).map((state) => (
        <span
          key={state}
          className={cx(
            styles.part,
            tones[TARGET_STATES[state].tone],
            styles[TARGET_STATES[state].tone],
            state === 'left_out' && styles.leftOut,
          )}
          style={{ flexGrow: countIn(progress, state) }}
        />
      ))}
    </div>
  );
}
