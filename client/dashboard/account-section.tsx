import { useId, type ReactNode } from 'react';
import styles from './account-section.module.css';

interface AccountSectionProps {
  title: string;
  /** What it says, in a sentence or two. */
  children: ReactNode;
  /** What can be done about it. */
  action: ReactNode;
}

/** One matter of the account: what it is, and below what can be done. */
export function AccountSection({ title, children, action }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <p className={styles.text}>{children}</p>
      <div className={styles.action}>{action}</div>
    </section>
  );
}
