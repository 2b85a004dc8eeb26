import { cx } from '../basics/cx';
import type { StatusTone } from '../basics/labels';
import tones from '../basics/tones.module.css';
import styles from './parts-bar.module.css';

interface Part {
  id: string;
  count: number;
  tone: StatusTone | 'neutral';
  /** Whether it is no part of the work itself. */
  isStriped?: boolean;
  /** Whether nothing has become of it yet. */
  isOpen?: boolean;
}

/** A bar with a piece for each part that has something. Words or tabs beside it say the same. */
export function PartsBar({ parts, isSlim = false }: { parts: readonly Part[]; isSlim?: boolean }) {
  return (
    <div aria-hidden="true" className={cx(styles.bar, isSlim && styles.slim)}>
      {parts
        .filter(({ count }) => count > 0)
        .map(({ id, count, tone, isStriped, isOpen }) => (
          <span
            key={id}
            className={cx(
              styles.part,
              tones[tone],
              styles[tone],
              isStriped && styles.striped,
              isOpen && styles.open,
            )}
            style={{ flexGrow: count }}
          />
        ))}
    </div>
  );
}
