import { cx } from '../../ui/basics/cx';
import tones from '../../ui/basics/tones.module.css';
import common from '../../ui/layout/common.module.css';
import { progressWords, type ListedCampaign } from '../campaign-words';
import styles from './progress-bar.module.css';
import { statesIn, TARGET_STATES } from './target-states';

/** The progress of a campaign in words, and as a bar with a part for each state. The tabs below it name the parts. */
export function ProgressBar({ campaign }: { campaign: ListedCampaign }) {
  const { progress } = campaign;
  const parts = statesIn(progress).filter((state) => state !== 'left_out');
  return (
    <div className={common.stack2}>
      <p className={styles.words}>{progressWords(campaign)}</p>
      <div aria-hidden="true" className={styles.bar}>
        {parts.map((state) => (
          <span
            key={state}
            className={cx(styles.part, tones[TARGET_STATES[state].tone], styles[TARGET_STATES[state].tone])}
            style={{ flexGrow: progress[state] }}
          />
        ))}
      </div>
    </div>
  );
}
