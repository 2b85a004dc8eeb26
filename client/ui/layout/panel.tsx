import { useId, type ReactNode } from 'react';
import { cx } from '../basics/cx';
import prose from '../basics/prose.module.css';
import common from './common.module.css';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** Shown beside the title: a number, or a Badge. */
  note?: ReactNode;
  /** Shown at the end of the title's line. */
  actions?: ReactNode;
  /** Whether the content reaches the panel's edges, as rows do. */
  flush?: boolean;
  /** Whether it is only its line, since its content is empty. */
  isLine?: boolean;
  children: ReactNode;
}

/** A section of a view with a title. */
export function Panel({ title, note, actions, flush = false, isLine = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={cx(common.box, styles.panel)} aria-labelledby={id}>
      <div className={cx(common.line, styles.head, isLine && styles.only)}>
        <h2 id={id} className={prose.title}>
          {title}
        </h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {actions !== undefined && <div className={cx(common.line, styles.actions)}>{actions}</div>}
      </div>
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
