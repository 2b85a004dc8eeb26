import { useEffect, useId, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift';
import { Search, type LucideIcon } from 'lucide-react';
import { cx } from '../basics/cx';
import common from '../layout/common.module.css';
import styles from './combobox.module.css';
import { Icon } from '../basics/icon';
import { FieldIcon, TextInput } from './inputs';
import { VisuallyHidden } from '../basics/screen-reader';
import inputs from './inputs.module.css';

export interface ComboboxOption {
  /** Unique in all groups. */
  id: string;
  label: string;
  /** Distinguishes options with the same name, for example an address. */
  note?: string | undefined;
  icon: LucideIcon;
}

interface ComboboxGroup<Option extends ComboboxOption> {
  title: string;
  options: readonly Option[];
}

interface ComboboxProps<Option extends ComboboxOption> {
  /** The accessible name, also shown as the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The options that match the value. Groups without options are left out. */
  groups: readonly ComboboxGroup<Option>[];
  /** How many options there are, or why there are none; announced when it changes. */
  status: string;
  onChoose: (option: Option) => void;
}

/**
 * A text box above a list that is always visible (the combobox with a listbox of the ARIA Authoring Practices). Focus
 * stays in the box. Arrow keys move through the options, Enter chooses. The first option is highlighted at first.
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
  const menuId = `${id}-list`;
  const [highlighted, setHighlighted] = useState<{ of: string; id: string }>();

  const options = groups.flatMap((group) => group.options);
  const isOpen = options.length > 0;
  // A new text highlights the first option again. Options that load later do not move the highlight.
  const foundAt = highlighted?.of === value ? options.findIndex(({ id }) => id === highlighted.id) : 0;
  const at = isOpen ? Math.max(foundAt, 0) : -1;

  const { getLabelProps, getInputProps, getMenuProps, getItemProps } = useCombobox<Option>({
    id,
    menuId,
    items: options,
    itemToString: (option) => option?.label ?? '',
    isOpen,
    inputValue: value,
    // The caller acts on a choice; nothing stays selected.
    selectedItem: null,
    highlightedIndex: at,
    stateReducer: onlyHighlightAndChoose,
    onHighlightedIndexChange({ highlightedIndex }) {
      const option = options[highlightedIndex];
      setHighlighted(option && { of: value, id: option.id });
    },
    onSelectedItemChange({ selectedItem }) {
      // After downshift's effect, so that the caller can draw at once.
      if (selectedItem) queueMicrotask(() => onChoose(selectedItem));
    },
    // The browser's own scrolling respects the list's scroll padding.
    scrollIntoView: (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' }),
  });

  const currentId = options[at]?.id;
  useEffect(() => {
    const list = document.getElementById(menuId);
    // Also shows the group's title above the first option.
    if (at === 0 && list) list.scrollTop = 0;
  }, [currentId, at, menuId]);

  const input = getInputProps<ComponentProps<'input'>>({
    onChange: (event) => onChange(event.currentTarget.value),
    onKeyDown: skipOtherKeys,
  });
  return (
    <div className={styles.combobox}>
      <label {...getLabelProps()}>
        <VisuallyHidden>{label}</VisuallyHidden>
      </label>
      <div className={inputs.box}>
        <FieldIcon of={Search} />
        <TextInput
          {...input}
          className={inputs.withIcon}
          placeholder={label}
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          aria-controls={isOpen ? menuId : undefined}
          aria-activedescendant={input['aria-activedescendant'] || undefined}
        />
      </div>
      <p role="status" className={cx(common.small, styles.status)}>
        {status}
      </p>
      {isOpen && (
        <div {...getMenuProps({ className: styles.list })}>
          {groups
            .filter((group) => group.options.length > 0)
            .map((group, index) => (
              <div key={group.title} role="group" aria-labelledby={`${id}-group-${index}`}>
                <p id={`${id}-group-${index}`} className={styles.group}>
                  {group.title}
                </p>
                {group.options.map((option) => (
                  <button
                    key={option.id}
                    type="button"
                    tabIndex={-1}
                    className={styles.option}
                    {...getItemProps({ item: option, index: options.indexOf(option) })}
                  >
                    <Icon of={option.icon} size={20} />
                    <span className={styles.words}>
                      {option.label}
                      {option.note && <span className={cx(common.small, styles.note)}> {option.note}</span>}
                    </span>
                  </button>
                ))}
              </div>
            ))}
        </div>
      )}
    </div>
  );
}

/** Keeps only moving and choosing of downshift's state changes: the list never closes, and blur chooses nothing. */
function onlyHighlightAndChoose<Option>(
  state: UseComboboxState<Option>,
  { type, changes }: UseComboboxStateChangeOptions<Option>,
): Partial<UseComboboxState<Option>> {
  switch (type) {
    case useCombobox.stateChangeTypes.InputKeyDownArrowDown:
    case useCombobox.stateChangeTypes.InputKeyDownArrowUp:
    case useCombobox.stateChangeTypes.ItemMouseMove:
      return changes;
    case useCombobox.stateChangeTypes.InputKeyDownEnter:
    case useCombobox.stateChangeTypes.ItemClick:
      return { ...state, selectedItem: changes.selectedItem };
    default:
      return state;
  }
}

const LIST_KEYS = ['ArrowDown', 'ArrowUp', 'Enter'];

/** Leaves Home, End and the like to the text, Esc to the dialog around, and all keys to an input method. */
function skipOtherKeys({ key, nativeEvent }: KeyboardEvent): void {
  if (nativeEvent.isComposing || !LIST_KEYS.includes(key))
    Object.assign(nativeEvent, { preventDownshiftDefault: true });
}
