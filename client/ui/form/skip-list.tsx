import { Button } from '../basics/button';
import styles from './skip-list.module.css';

/** Shown to people who come by keyboard, before a list with many stops: leads to the button below the list. */
export function SkipList({ targetId }: { targetId: string }) {
  return (
    <div className={styles.skip}>
      <Button size="row" onClick={() => document.getElementById(targetId)?.focus()}>
        Skip the list
      </Button>
    </div>
  );
}
