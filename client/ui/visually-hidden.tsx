import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Content for screen readers only. */
export function VisuallyHidden({ as: Tag = 'span', children }: { as?: 'span' | 'div'; children: ReactNode }) {
  return <Tag className={styles.hidden}>{children}</Tag>;
}
