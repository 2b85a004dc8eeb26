import { ListFilter } from 'lucide-react';
import { Button } from '../basics/button';
import styles from './filter-button.module.css';

interface FilterButtonProps {
  /** How many filters are set. */
  count: number;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Shows and hides the filters on a narrow screen. */
export function FilterButton({ count, isOpen, onChange }: FilterButtonProps) {
  return (
    <Button
      icon={ListFilter}
      className={styles.button}
      aria-expanded={isOpen}
      onClick={() => onChange(!isOpen)}
    >
      {count > 0 ? `Filter (${count})` : 'Filter'}
    </Button>
  );
}
