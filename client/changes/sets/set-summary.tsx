import { useEffect } from 'react';
import { countOf, figure } from '../../lib/count-of';
import { cx } from '../../ui/basics/cx';
import { Icon } from '../../ui/basics/icon';
import { announce } from '../../ui/basics/screen-reader';
import prose from '../../ui/basics/prose.module.css';
import tones from '../../ui/basics/tones.module.css';
import common from '../../ui/layout/common.module.css';
import { PartsBar } from '../../ui/layout/parts-bar';
import { useWhyNotNow } from '../undo-parts';
import styles from './set-view.module.css';
import { type ChangeSet, ON_HOLD, PROGRESS_PARTS, timeLeftWords } from './set-words';

/** How far a set is: as a bar, and below it in figures. */
export function SetSummary({ set }: { set: ChangeSet }) {
  const { progress, state } = set;
  const isRunning = state === 'running';
  const whyNotNow = useWhyNotNow({ isFollowed: isRunning });
  const whyHeld = isRunning ? whyNotNow : undefined;
  useEffect(() => {
    if (whyHeld) announce(`${whyHeld} ${ON_HOLD}`);
  }, [whyHeld]);
  const parts = PROGRESS_PARTS.map(({ id, word, look }) => ({
    id,
    word,
    icon: look.icon,
    // What is still to send has no colour of its own.
    tone: id === 'waiting' ? ('neutral' as const) : (look.tone ?? 'neutral'),
    count: progress[id],
    isStriped: id === 'notSent',
    isOpen: id === 'waiting',
  }));
  return (
    <section className={cx(common.box, styles.summary)} aria-label="Progress">
      <div className={common.spread}>
        <h2 className={prose.title}>
          {figure(progress.sent)} of {countOf(progress.total, 'location')} sent
        </h2>
        <p className={common.muted}>{whyHeld ? 'On hold' : timeLeftWords(set)}</p>
      </div>
      <PartsBar parts={parts} />
      <dl className={styles.figures}>
        {parts
          .filter(({ count }) => count > 0)
          .map(({ id, word, count, icon, tone }) => (
            <div key={id}>
              <dt className={prose.row}>
                <span className={cx(styles.mark, tones[tone])}>
                  <Icon of={icon} />
                </span>
                {word}
              </dt>
              <dd>{figure(count)}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
