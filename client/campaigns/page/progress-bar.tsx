import { cx } from '../../ui/basics/cx';
import tones from '../../ui/basics/tones.module.css';
import common from '../../ui/layout/common.module.css';
import { progressWords, type ListedCampaign, type Progress } from '../campaign-words';
import styles from './progress-bar.module.css';
import { statesIn, TARGET_STATES } from './target-states';

/** The progress of a campaign in words, and as a bar. The tabs below it name the parts. */
export function ProgressBar({ campaign }: { campaign: ListedCampaign }) {
  const { left_out: _leftOut, ...progress } = campaign.progress;
  return (
    <div className={common.stack2}>
      <p className={styles.words}>{progressWords(campaign)}</p>
      <Bar progress={{ ...progress, left_out: 0 }} />
    </div>
  );
}

/** A bar with a part for each state. Words beside it say the same. */
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
          style={{ flexGrow: progress[state] }}
        />
      ))}
    </div>
  );
}
