import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Search, type LucideIcon } from 'lucide-react';
import styles from './combobox.module.css';
import { Icon } from './icon';
import { TextInput } from './text-input';
import { VisuallyHidden } from './visually-hidden';

export interface ComboboxOption {
  /** Unique among all groups. */
  id: string;
  label: string;
  /** What tells it from others of the same name, for example an address. */
  note?: string | undefined;
  icon: LucideIcon;
}

export interface ComboboxGroup<Option extends ComboboxOption> {
  title: string;
  options: readonly Option[];
}

interface ComboboxProps<Option extends ComboboxOption> {
  /** The accessible name, also shown as the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What fits the value; groups without options are left out. */
  groups: readonly ComboboxGroup<Option>[];
  /** How many options there are, or why there is none; spoken when it changes. */
  status: string;
  onChoose: (option: Option) => void;
}

/**
 * A box to type in above a list that is always in sight (the combobox with a listbox of the ARIA Authoring Practices).
 * Focus stays in the box; arrow keys move through the options, Enter chooses. The first option is marked from the start.
 */
export function Combobox<Option extends ComboboxOption>({
  label,
  value,
  onChange,
  groups,
  status,
  onChoose,
}: ComboboxProps<Option>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState<{ of: string; id: string }>();

  const options = groups.flatMap((group) => group.options);
  // Another text begins at the top again; options that arrive later leave the mark where it is.
  const markedAt = marked?.of === value ? options.findIndex((option) => option.id === marked.id) : 0;
  const at = Math.max(markedAt, 0);
  const current = options[at];
  const mark = (option: Option | undefined) => setMarked(option && { of: value, id: option.id });
  const elementId = (option: Option) => `${id}-${option.id}`;

  const currentId = current && elementId(current);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
    // The group's title above the first option should be seen too.
    if (at === 0 && list.current) list.current.scrollTop = 0;
  }, [currentId, at]);

  function handleKey(event: KeyboardEvent) {
    // Enter that ends the composing of a character is not meant for the list.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') mark(options[(at + 1) % options.length]);
    else if (event.key === 'ArrowUp') mark(options.at(at - 1));
    else if (event.key === 'Enter') {
      if (current) onChoose(current);
    } else return;
    event.preventDefault();
  }

  return (
    <div className={styles.combobox}>
      <label htmlFor={id}>
        <VisuallyHidden>{label}</VisuallyHidden>
      </label>
      <div className={styles.box}>
        <Icon of={Search} />
        <TextInput
          id={id}
          role="combobox"
          className={styles.input}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={currentId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={handleKey}
        />
      </div>
      <p role="status" className={styles.status}>
        {status}
      </p>
      {options.length > 0 && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
          {groups
            .filter((group) => group.options.length > 0)
            .map((group, index) => (
              <div key={group.title} role="group" aria-labelledby={`${id}-group-${index}`}>
                <p id={`${id}-group-${index}`} className={styles.group}>
                  {group.title}
                </p>
                {group.options.map((option) => (
                  <Choice
                    key={option.id}
                    id={elementId(option)}
                    option={option}
                    isMarked={option === current}
                    onMark={() => mark(option)}
                    onChoose={() => onChoose(option)}
                  />
                ))}
              </div>
            ))}
        </div>
      )}
    </div>
  );
}

interface ChoiceProps {
  id: string;
  option: ComboboxOption;
  isMarked: boolean;
  onMark: () => void;
  onChoose: () => void;
}

function Choice({ id, option: { label, note, icon }, isMarked, onMark, onChoose }: ChoiceProps) {
  return (
    // The keys are handled where the focus is: in the box.
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      className={styles.option}
      onPointerMove={isMarked ? undefined : onMark}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon of={icon} size={20} />
      <span className={styles.words}>
        {label}
        {note && <span className={styles.note}> {note}</span>}
      </span>
    </button>
  );
}
