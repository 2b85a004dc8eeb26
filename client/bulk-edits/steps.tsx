import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Icon } from '../ui/basics/icon';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import styles from './steps.module.css';
import { STEPS, type Step, useBulkAddress } from './use-bulk-address';

const NAMES: Readonly<Record<Step | 'result', string>> = Object.freeze({
  locations: 'Locations',
  changes: 'What changes',
  preview: 'Preview',
  result: 'Result',
});

/** The steps of an edit: those that are done lead back, and the others only say what comes. */
export function Steps({ current }: { current: Step }) {
  const { linkTo } = useBulkAddress();
  const at = STEPS.indexOf(current);
  return (
    <ol className={styles.steps} aria-label="Steps">
      {[...STEPS, 'result' as const].map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined}>
          {index < at && step !== 'result' ? (
            <Link to={linkTo({ step })} className={styles.done}>
              <span className={styles.mark} aria-hidden="true">
                <Icon of={Check} size={12} />
              </span>
              <span className={styles.name}>{NAMES[step]}</span>
              <VisuallyHidden>, done</VisuallyHidden>
            </Link>
          ) : (
            <>
              <span className={styles.mark} aria-hidden="true">
                {index + 1}
              </span>
              <span className={styles.name}>{NAMES[step]}</span>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
