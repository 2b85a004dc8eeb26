import { useId, type ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { FieldGroup } from './field-group';
import { Icon } from './icon';
import styles from './radio-cards.module.css';

interface RadioCardsProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; description?: string; icon?: LucideIcon }[];
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
  const id = useId();
  return (
    <FieldGroup legend={legend} error={error} hint={hint}>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              className={styles.radio}
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-labelledby={`${id}-${option.value}-label`}
              aria-describedby={option.description && `${id}-${option.value}-text`}
            />
            {option.icon && <Icon of={option.icon} size={20} />}
            <span className={styles.text}>
              <span id={`${id}-${option.value}-label`} className={styles.label}>
                {option.label}
              </span>
              {option.description && (
                <span id={`${id}-${option.value}-text`} className={styles.description}>
                  {option.description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
