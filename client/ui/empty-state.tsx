import { type ReactNode } from 'react';
import { type LucideIcon } from 'lucide-react';
import { Icon } from './icon';
import styles from './empty-state.module.css';
import { VisuallyHidden } from './screen-reader';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** One sentence: why there is nothing, or what comes next. */
  children?: ReactNode;
  /** The next step: a Button or ButtonLink. */
  action?: ReactNode;
}

/** Says that there is nothing here, and offers the next step. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon of={icon} size={20} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** Shown instead of a figure that is not available. */
export function NotAvailable() {
  return (
    <>
      <span aria-hidden="true">--</span>
      <VisuallyHidden>not available yet</VisuallyHidden>
    </>
  );
}
