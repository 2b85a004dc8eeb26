import { useId } from 'react';
import type { LucideIcon } from 'lucide-react';
import { cx } from './cx';
import { Icon } from './icon';
import styles from './segmented.module.css';
import { VisuallyHidden } from './visually-hidden';

interface SegmentedProps<Value extends string> {
  /** Names the choice; spoken, not shown. */
  legend: string;
  options: readonly { value: Value; label: string; icon: LucideIcon }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The words are spoken and shown as tooltips only. */
  iconsOnly?: boolean;
  vertical?: boolean;
}

/** One choice out of two or three in a bar, each an icon and a word; native radio buttons, so arrow keys move the choice. */
export function Segmented<Value extends string>({
  legend,
  options,
  value,
  onChange,
  iconsOnly = false,
  vertical = false,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={cx(styles.bar, iconsOnly && styles.iconsOnly, vertical && styles.vertical)}>
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice} title={iconsOnly ? option.label : undefined}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <Icon of={option.icon} />
          {iconsOnly ? <VisuallyHidden>{option.label}</VisuallyHidden> : option.label}
        </label>
      ))}
    </fieldset>
  );
}
