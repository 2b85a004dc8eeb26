import type { Schemas } from '../api/client';
import { dayWords } from '../lib/time-words';
import common from '../ui/layout/common.module.css';
import { cx } from '../ui/basics/cx';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import styles from './task-row.module.css';
import { momentWords } from './task-words';

interface EvidenceLineProps {
  evidence: Schemas['EvidenceDto'];
  /** When it was read; undefined: that is said elsewhere. */
  readAt?: { instant: Date; now: Date; timeZone: string };
}

/** What was read: where Google keeps it, what it is, and when it was read. */
export function EvidenceLine({ evidence: { path, says }, readAt }: EvidenceLineProps) {
  return (
    <p className={cx(common.small, common.breaks)}>
      <code className={styles.path}>{path}</code> {says}
      {readAt && `, read ${momentWords(readAt.instant, readAt.now, readAt.timeZone)}.`}
    </p>
  );
}

/** Where it is written, and when that was last compared. */
export function SourceLine({ source }: { source: Schemas['AdviceSourceDto'] }) {
  const { title, url, comparedOn, isGoogle } = source;
  return (
    <p className={cx(common.small, common.breaks)}>
      {isGoogle ? 'Google' : 'Others advise it, Google doesn’t ask for it'}:{' '}
      <a href={url} target="_blank" rel="noreferrer">
        {title}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
      . Compared {dayWords(new Date(comparedOn), 'UTC')}.
    </p>
  );
}
