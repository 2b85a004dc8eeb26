import { Copy } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/basics/button';
import { Checkbox } from '../../ui/form/inputs';
import styles from './hours-editor.module.css';
import { type Day, dayName, DAYS } from '../opening-hours';

interface CopyProps {
  /** The name of the day, as in `HoursEditorDay`. */
  name: string;
  /** Whether the row asks which days to copy its hours to. */
  isCopying: boolean;
  onCopying: (isCopying: boolean) => void;
  onCopy: (to: Day[]) => void;
}

/** Opens and closes the choice of days. It has the focus again when the choice is gone. */
export function CopyButton({
  name,
  isCopying,
  onCopying,
  tabIndex,
}: Omit<CopyProps, 'onCopy'> & { tabIndex: -1 | undefined }) {
  const box = useRef<HTMLSpanElement>(null);
  const wasCopying = useRef(false);

  useEffect(() => {
    const focusIsLost = document.activeElement === document.body;
    if (wasCopying.current && !isCopying && focusIsLost) box.current?.querySelector('button')?.focus();
    wasCopying.current = isCopying;
  }, [isCopying]);

  return (
    <span ref={box}>
      <IconButton
        className={styles.button}
        icon={Copy}
        label={`Copy ${name}’s hours to other days`}
        aria-expanded={isCopying}
        tabIndex={tabIndex}
        onClick={() => onCopying(!isCopying)}
      />
    </span>
  );
}

/** Asks in the row which days get its hours. */
export function CopyChoice({ day, name, onCopying, onCopy }: Omit<CopyProps, 'isCopying'> & { day: Day }) {
  const [chosen, setChosen] = useState<Day[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const others = DAYS.filter((other) => other !== day);
  const to = others.filter((other) => chosen.includes(other));
  const id = useId();

  useEffect(() => box.current?.querySelector('input')?.focus(), []);

  function toggle(other: Day) {
    setChosen(chosen.includes(other) ? chosen.filter((each) => each !== other) : [...chosen, other]);
  }

  /** Without this, Enter in a box would save the whole form. */
  function copyOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (to.length > 0) onCopy(to);
  }

  return (
    <div
      ref={box}
      className={styles.copy}
      role="group"
      aria-label={`Copy ${name}’s hours to`}
      aria-describedby={id}
    >
      <p>
        Copy {dayName(day)}’s hours to: <span id={id}>This replaces the current hours on these days.</span>
      </p>
      <div className={styles.days}>
        <Checkbox
          checked={to.length === others.length}
          onKeyDown={copyOnEnter}
          onChange={() => setChosen(to.length === others.length ? [] : others)}
        >
          All other days
        </Checkbox>
        {others.map((other) => (
          <Checkbox
            key={other}
            checked={to.includes(other)}
            onKeyDown={copyOnEnter}
            onChange={() => toggle(other)}
          >
            {dayName(other)}
          </Checkbox>
        ))}
      </div>
      <div className={styles.days}>
        <Button size="row" variant="primary" disabled={to.length === 0} onClick={() => onCopy(to)}>
          Copy hours
        </Button>
        <Button size="row" onClick={() => onCopying(false)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
