import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import styles from './month-bar.module.css';
import { addMonths } from './month-days';
import { monthWords } from './time-words';

interface MonthBarProps {
  /** `yyyy-mm` */
  month: string;
  onMonth: (month: string) => void;
  onToday: () => void;
}

/** Which month is shown, spoken when it changes, and the ways to others. */
export function MonthBar({ month, onMonth, onToday }: MonthBarProps) {
  return (
    <div className={styles.bar}>
      <IconButton icon={ChevronLeft} label="Previous month" onClick={() => onMonth(addMonths(month, -1))} />
      <Button size="small" onClick={onToday}>
        Today
      </Button>
      <IconButton icon={ChevronRight} label="Next month" onClick={() => onMonth(addMonths(month, 1))} />
      <div role="status" className={styles.month}>
        <h2>{monthWords(month)}</h2>
      </div>
    </div>
  );
}
