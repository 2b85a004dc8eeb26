import styles from './key-cap.module.css';

/** A key, or keys pressed together, as the caps on a keyboard: "Ctrl K". */
export function KeyCap({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => (
    <kbd key={key} className={styles.key}>
      {key}
    </kbd>
  ));
}
