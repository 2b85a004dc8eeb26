import { useId, useContext, type ReactNode } from 'react';
import { type LucideIcon } from 'lucide-react';
import { cx } from './cx';
import { Icon } from './icon';
import styles from './radio-group.module.css';
import { VisuallyHidden } from './screen-reader';
import { FieldContext, FieldGroup } from './field';

interface SegmentedProps<Value extends string> {
  /** The accessible name of the group; not shown. */
  legend: string;
  options: readonly { value: Value; label: string; icon: LucideIcon }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Shows the labels only as tooltips and to screen readers. */
  iconsOnly?: boolean;
  vertical?: boolean;
}

/** A bar of two or three choices with icon and label. Native radio buttons, so arrow keys change the choice. */
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
    <fieldset className={cx(styles.segments, iconsOnly && styles.iconsOnly, vertical && styles.vertical)}>
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segment} title={iconsOnly ? option.label : undefined}>
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

interface RadioCard<Value extends string> {
  value: Value;
  label: string;
  description?: string;
  icon?: LucideIcon;
}

interface RadioCardsProps<Value extends string> {
  legend: string;
  options: readonly RadioCard<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  error?: string | undefined;
  hint?: ReactNode;
}

/** A few choices, each shown as a card. Native radio buttons, so arrow keys change the choice. */
export function RadioCards<Value extends string>({
  legend,
  options,
  value,
  onChange,
  error,
  hint,
}: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <FieldGroup legend={legend} error={error} hint={hint}>
      <div className={styles.cards}>
        {options.map((option) => (
          <Card
            key={option.value}
            name={name}
            option={option}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

interface CardProps {
  /** Shared by the cards of one group. */
  name: string;
  option: RadioCard<string>;
  checked: boolean;
  onChange: () => void;
}

function Card({ name, option, checked, onChange }: CardProps) {
  const group = useContext(FieldContext);
  const id = `${name}-${option.value}`;
  const describedBy = [option.description && `${id}-text`, group.describedBy].filter(Boolean).join(' ');
  return (
    <label className={styles.card}>
      <input
        type="radio"
        className={styles.cardRadio}
        name={name}
        value={option.value}
        checked={checked}
        onChange={onChange}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy || undefined}
        data-invalid={(checked && group.invalid) || undefined}
      />
      {option.icon && <Icon of={option.icon} size={20} />}
      <span className={styles.cardText}>
        <span id={`${id}-label`} className={styles.cardLabel}>
          {option.label}
        </span>
        {option.description && (
          <span id={`${id}-text`} className={styles.cardDescription}>
            {option.description}
          </span>
        )}
      </span>
    </label>
  );
}
