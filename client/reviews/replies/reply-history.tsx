import { countOf } from '../../lib/count-of';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import styles from './reply-history.module.css';
import type { ReviewDetails } from '../data/review-types';
import { momentWords } from '../data/review-words';

interface ReplyHistoryProps {
  history: ReviewDetails['history'];
  timeZone: string;
}

/** What happened to the reply, folded. */
export function ReplyHistory({ history, timeZone }: ReplyHistoryProps) {
  if (history.length === 0) return null;
  return (
    <details className={cx(prose.fold, styles.fold)}>
      <summary>{`History of the reply (${countOf(history.length, 'step')})`}</summary>
      <ol className={styles.list}>
        {history.map(({ state, at, words }) => (
          <li key={`${at} ${state}`}>
            <time dateTime={at}>{momentWords(at, timeZone)}</time>
            <span>{words}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
