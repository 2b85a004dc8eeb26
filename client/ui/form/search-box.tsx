import { useId, useRef } from 'react';
import { Search, X } from 'lucide-react';
import { cx } from '../basics/cx';
import { IconButton } from '../basics/button';
import { FieldIcon, TextInput } from './inputs';
import { VisuallyHidden } from '../basics/screen-reader';
import inputs from './inputs.module.css';
import styles from './search-box.module.css';

interface SearchBoxProps {
  /** The accessible name, for example "Search locations"; also the default placeholder. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}

/** Filters while the user types. The X button and Esc clear the box and leave the focus in it. */
export function SearchBox({ label, placeholder = label, value, onChange }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div role="search" className={cx(inputs.box, styles.box)}>
      <label htmlFor={id}>
        <VisuallyHidden>{label}</VisuallyHidden>
      </label>
      <FieldIcon of={Search} />
      <TextInput
        ref={input}
        id={id}
        type="search"
        autoComplete="off"
        className={cx(inputs.withIcon, inputs.withEnd, styles.input)}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
      {value !== '' && (
        <IconButton
          icon={X}
          label="Clear search"
          className={inputs.end}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
