import type { ReactNode } from 'react';
import { Board } from './board';
import { cx } from '../basics/cx';
import common from './common.module.css';
import styles from './sign-page.module.css';

interface SignPageProps {
  /** The h1. */
  title: string;
  state?: 'painted' | 'bare' | 'loose';
  /** The name of the product above the title; by default its plain word. */
  name?: ReactNode;
  /** Below the title, on the board. */
  words?: ReactNode;
  /** Wider, for longer text. */
  wide?: boolean;
  /** In a card that hangs from the board; otherwise the next steps, side by side. */
  card?: boolean;
  children: ReactNode;
}

/** A page of its own, without the dashboard's frame: a board that hangs from the iron at the top, and what follows below it. */
export function SignPage({
  title,
  state = 'painted',
  name = 'Shingle',
  words,
  wide,
  card,
  children,
}: SignPageProps) {
  return (
    <main className={cx(styles.page, wide && styles.wide)}>
      <div className={styles.sign}>
        <Board state={state} drop="rail">
          <p className={styles.name}>{name}</p>
          <h1 tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {words && <div className={styles.words}>{words}</div>}
        </Board>
      </div>
      <div className={card ? styles.card : cx(common.line, styles.steps)}>{children}</div>
    </main>
  );
}
