import { Search } from 'lucide-react';
import { Icon } from '../ui/icon';
import { KeyCap } from '../ui/key-cap';
import styles from './search-button.module.css';
import { PALETTE_KEYS } from './shortcuts';

/** Opens the palette: on wide screens with words and keys, on narrow ones an icon. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-keyshortcuts={PALETTE_KEYS.aria}
      title="Search or jump to"
      onClick={onClick}
    >
      <Icon of={Search} />
      <span className={styles.label}>Search or jump to</span>
      <span className={styles.keys} aria-hidden="true">
        <KeyCap keys={PALETTE_KEYS.caps} />
      </span>
    </button>
  );
}
