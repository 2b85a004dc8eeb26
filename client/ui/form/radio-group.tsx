import { useId, useContext, type ReactNode } from 'react';
import { type LucideIcon } from 'lucide-react';
import { cx } from '../basics/cx';
import { Icon } from '../basics/icon';
import prose from '../basics/prose.module.css';
import styles from './radio-group.module.css';
import { VisuallyHidden } from '../basics/screen-reader';
import { FieldContext, FieldGroup } from './field';

interface SegmentedProps<Value extends string> {
  /** The accessible name of the group; not shown. */
  legend: string;
  options: readonly { value: Value; label: string; icon: LucideIcon; disabled?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Shows the labels only as tooltips and to screen readers. */
  iconsOnly?: boolean;
  vertical?: boolean;
  /** As high as the label of a field. */
  small?: boolean;
  /** The id of the text that says why a choice is disabled. */
  describedBy?: string | undefined;
}

/** A bar of two or three choices with icon and label. Native radio buttons, so arrow keys change the choice. */
export function Segmented<Value extends string>({
  legend,
  options,
  value,
  onChange,
  iconsOnly = false,
  vertical = false,
  small = false,
  describedBy,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset
      className={cx(
        styles.segments,
        iconsOnly && styles.iconsOnly,
        vertical && styles.vertical,
        small && styles.small,
      )}
      aria-describedby={describedBy}
    >
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(prose.row, styles.segment)}
          title={iconsOnly ? option.label : undefined}
        >
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <Icon of={option.icon} />
          {iconsOnly ? <VisuallyHidden>{option.label}</VisuallyHidden> : option.label}
        </label>
      ))}
    </fieldset>
  );
}

interface RadioRowProps<Value extends string> {
  legend: string;
  /** The descriptions are tooltips, and read by screen readers. */
  options: readonly { value: Value; label: string; description: string; icon: LucideIcon }[];
  value: Value;
  onChange: (value: Value) => void;
  error?: string | undefined;
  hint?: ReactNode;
}

/** A form's field of three or four choices in one row; on phones three below each other, four two by two. Native radio buttons, so arrow keys change the choice. */
export function RadioRow<Value extends string>({
  legend,
  options,
  value,
  onChange,
  error,
  hint,
}: RadioRowProps<Value>) {
  const name = useId();
  return (
    <FieldGroup legend={legend} error={error} hint={hint}>
      <div className={cx(styles.segments, styles.row)}>
        {options.map((option) => (
          <RowChoice
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

interface RowChoiceProps {
  /** Shared by the choices of one group. */
  name: string;
  option: { value: string; label: string; description: string; icon: LucideIcon };
  checked: boolean;
  onChange: () => void;
}

function RowChoice({ name, option: { value, label, description, icon }, checked, onChange }: RowChoiceProps) {
  const group = useContext(FieldContext);
  const id = `${name}-${value}`;
  return (
    <label className={cx(prose.row, styles.segment)} title={description}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={value}
        checked={checked}
        onChange={onChange}
        aria-labelledby={`${id}-label`}
        aria-describedby={[`${id}-text`, group.describedBy].filter(Boolean).join(' ')}
        data-invalid={(checked && group.invalid) || undefined}
      />
      <Icon of={icon} />
      <span id={`${id}-label`}>{label}</span>
      <span id={`${id}-text`} hidden>
        {description}
      </span>
    </label>
  );
}
