import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../basics/button';
import styles from './board.module.css';
import { cx } from '../basics/cx';
import common from './common.module.css';

interface BoardProps {
  /** Painted: this is yours. Bare: nothing here yet. Loose, by one hook: something broke. */
  state: 'painted' | 'bare' | 'loose';
  /**
   * Regular: from the line below the header, as the first part of a view. Chained: under another board. Long: from a bar
   * of its own. Rail: from the iron at the top of a page without a header.
   */
  drop?: 'regular' | 'chained' | 'long' | 'rail';
  children: ReactNode;
}

/**
 * The sign that says the one sentence of a page, where a person arrives. It hangs by two rods from the line above it.
 * A screen has one painted board at most. Tables, dialogs and forms have none.
 */
export function Board({ state, drop = 'regular', children }: BoardProps) {
  return (
    <div className={cx(styles.hang, styles[drop], state === 'loose' && styles.byOneHook)} data-drop={drop}>
      <div className={cx(styles.board, state === 'bare' && styles.bare)}>{children}</div>
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  /** One sentence: why there is nothing, or what comes next. */
  children?: ReactNode;
  /** The next step: a Button or ButtonLink. */
  action?: ReactNode;
}

/** A bare board that says that there is nothing here, with the next step below it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.alone}>
      <Board state="bare" drop="long">
        <h2 className={styles.title}>{title}</h2>
        {children && <p className={styles.text}>{children}</p>}
      </Board>
      {action && <div className={cx(common.line, styles.next)}>{action}</div>}
    </div>
  );
}

interface FailedLoadProps {
  /** In the specification's words. */
  message: string;
  onRetry: () => void;
  retrying: boolean;
  /** Where to go instead; nothing where there is no other way. */
  back?: { to: string; label: string };
}

/** A board by one hook, in place of a view that could not be loaded. With old data on screen, use ErrorState instead. */
export function FailedLoad({ message, onRetry, retrying, back }: FailedLoadProps) {
  return (
    <div className={styles.alone}>
      <div role="alert">
        <Board state="loose" drop="long">
          <p className={styles.title}>{message}</p>
        </Board>
      </div>
      <div className={cx(common.line, styles.next)}>
        <Button variant="primary" onClick={onRetry} disabled={retrying}>
          Try Again
        </Button>
        {back && (
          <ButtonLink variant="quiet" to={back.to}>
            {back.label}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
