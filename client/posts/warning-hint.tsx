import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Icon } from '../ui/icon';
import styles from './composer-form.module.css';

/** A warning as the hint of a Field: seen and spoken with it, but no error. */
export function warningHint(words: string | undefined): ReactNode {
  if (words === undefined) return undefined;
  return (
    <span className={styles.warning}>
      <Icon of={TriangleAlert} />
      {words}
    </span>
  );
}
