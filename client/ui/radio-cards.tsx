import { useContext, useId, type ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { FieldContext } from './field-context';
import { FieldGroup } from './field-group';
import { Icon } from './icon';
import styles from './radio-cards.module.css';

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

/** One choice out of a few, each shown as a card; native radio buttons, so arrow keys move the choice. */
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
  /** What the cards of one choice share. */
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
        className={styles.radio}
        name={name}
        value={option.value}
        checked={checked}
        onChange={onChange}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy || undefined}
        data-invalid={(checked && group.invalid) || undefined}
      />
      {option.icon && <Icon of={option.icon} size={20} />}
      <span className={styles.text}>
        <span id={`${id}-label`} className={styles.label}>
          {option.label}
        </span>
        {option.description && (
          <span id={`${id}-text`} className={styles.description}>
            {option.description}
          </span>
        )}
      </span>
    </label>
  );
}
