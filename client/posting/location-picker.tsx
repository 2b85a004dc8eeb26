import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift';
import { Search, X } from 'lucide-react';
import { figure } from '../lib/count-of';
import { splitByMatches } from '../lib/search-text';
import { useAccounts } from '../listings/use-listings';
import { Button, IconButton } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Field } from '../ui/form/field';
import { FieldIcon, TextInput } from '../ui/form/inputs';
import { Plate, StatusBadge } from '../ui/basics/labels';
import inputs from '../ui/form/inputs.module.css';
import common from '../ui/layout/common.module.css';
import { byAccount, refusalOf, type Location, type LocationChoices } from './location-choices';
import styles from './location-picker.module.css';

interface LocationPickerProps {
  locations: LocationChoices;
  /** The id of the chosen location; empty for none. */
  value: string;
  /** The name of the chosen location, shown until it is loaded. */
  name?: string | undefined;
  error?: string | undefined;
  /** Hidden while there is a message about the list. */
  hint?: ReactNode;
  label: string;
  hideLabel?: boolean;
  /** For a filter: the first choice, which is no location. Without it a location for a post is chosen, which Google must accept. */
  none?: string;
  onChange: (locationId: string) => void;
}

/** A location, or the choice of none. */
interface Choice {
  id: string;
  location?: Location;
}

/**
 * A field that finds one of the user's locations by name, address or store code (the combobox with a list of the ARIA
 * Authoring Practices). The focus stays in the field, which shows the chosen location while nothing is typed. Esc closes
 * only the list.
 */
export function LocationPicker({
  locations,
  value,
  name = 'Chosen location',
  error,
  hint,
  label,
  hideLabel = false,
  none,
  onChange,
}: LocationPickerProps) {
  const { items = [], chosen, search, setSearch } = locations;
  const box = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isTyping, setIsTyping] = useState(false);
  const [highlighted, setHighlighted] = useState<{ search: string; id: string }>();

  const groups = byAccount(items);
  const choices: Choice[] = groups.flatMap(([, group]) =>
    group.map((location) => ({ id: location.id, location })),
  );
  if (none !== undefined && search === '') choices.unshift({ id: '' });
  const canChoose = ({ location }: Choice) => none !== undefined || !location || !refusalOf(location);
  const indexOf = (id: string | undefined) => choices.findIndex((choice) => choice.id === id);
  // A new text highlights the first choice again. Results that load later do not move the highlight.
  const kept = highlighted?.search === search ? indexOf(highlighted.id) : -1;
  const first = search === '' && indexOf(value) >= 0 ? indexOf(value) : choices.findIndex(canChoose);
  const at = isOpen ? (kept >= 0 ? kept : first) : -1;

  const close = () => {
    setIsOpen(false);
    setIsTyping(false);
    setSearch('');
    setHighlighted(undefined);
  };
  const { getInputProps, getMenuProps, getItemProps } = useCombobox<Choice>({
    items: choices,
    itemToString: (choice) => choice?.id ?? '',
    isOpen,
    inputValue: search,
    // What is chosen belongs to the caller.
    selectedItem: null,
    highlightedIndex: at,
    stateReducer: (state, change) => reduce(state, change, canChoose),
    onIsOpenChange: ({ isOpen: opens }) => (opens ? setIsOpen(true) : close()),
    onHighlightedIndexChange({ highlightedIndex }) {
      const choice = choices[highlightedIndex];
      setHighlighted(choice && { search, id: choice.id });
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChange(selectedItem.id),
    scrollIntoView: (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' }),
  });

  // The list may go beyond the end of the dialog.
  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const chosenText = value && (chosen ? [chosen.name, chosen.address].filter(Boolean).join(', ') : name);
  // The Field gives the label and the id.
  const {
    id: _id,
    'aria-labelledby': _label,
    'aria-activedescendant': active,
    ...input
  } = getInputProps<ComponentProps<'input'>>({
    onChange(event) {
      setSearch(event.currentTarget.value);
      setIsTyping(true);
      setIsOpen(true);
    },
    onClick: (event) => isTyping || event.currentTarget.select(),
    onKeyDown: (event) => leaveToOthers(event, isOpen),
  });

  return (
    <Field label={label} hideLabel={hideLabel} error={error} hint={listMessage(locations) ?? hint}>
      <div ref={box} className={inputs.box}>
        <FieldIcon of={Search} />
        <TextInput
          {...input}
          name="locationId"
          value={isTyping ? search : chosenText}
          className={cx(inputs.withIcon, none !== undefined && inputs.withEnd, styles.input)}
          placeholder={none ?? 'Name, address or store code'}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-activedescendant={active || undefined}
        />
        {none !== undefined && value !== '' && (
          <IconButton
            icon={X}
            label={none}
            className={inputs.end}
            onClick={() => {
              onChange('');
              // The button disappears.
              box.current?.querySelector('input')?.focus();
            }}
          />
        )}
        <div ref={popup} className={styles.popup} hidden={!isOpen}>
          <div {...getMenuProps({ 'aria-label': 'Locations', className: styles.list })}>
            {isOpen && choices[0]?.id === '' && (
              <div {...getItemProps({ item: choices[0], index: 0, className: styles.option })}>{none}</div>
            )}
            {isOpen && (
              <Groups locations={locations} groups={groups}>
                {(location) => {
                  const index = indexOf(location.id);
                  const choice = choices[index];
                  return (
                    choice && (
                      <Option
                        key={location.id}
                        location={location}
                        search={search}
                        canChoose={canChoose(choice)}
                        {...getItemProps({ item: choice, index })}
                      />
                    )
                  );
                }}
              </Groups>
            )}
          </div>
          <p className={styles.status}>
            <span role="status">{isOpen && statusOf(locations)}</span>
            {items.length > 0 && <span className={styles.keys}> · Up and Down to move, Enter to choose</span>}
          </p>
        </div>
      </div>
    </Field>
  );
}

interface GroupsProps {
  locations: LocationChoices;
  groups: ReturnType<typeof byAccount>;
  children: (location: Location) => ReactNode;
}

/** The options under the names of their accounts, if there are several, with how many of each account match. */
function Groups({ locations: { matched, search, items = [] }, groups, children }: GroupsProps) {
  const { data: accounts } = useAccounts();
  const isWhole = items.length === matched;
  if (accounts?.length === 1) return groups.map(([, group]) => group.map(children));
  return groups.map(([accountId, group]) => {
    const account = accounts?.find(({ id }) => id === accountId);
    const all = account && figure(account.locationCount);
    const count = search && all ? `${group.length} of ${all}` : all;
    return (
      <div key={accountId} role="group" aria-label={account?.name}>
        <p className={styles.group} aria-hidden="true">
          {[account?.name ?? '\u00a0', isWhole && count].filter(Boolean).join(' · ')}
        </p>
        {group.map(children)}
      </div>
    );
  });
}

interface OptionProps extends ComponentProps<'div'> {
  location: Location;
  search: string;
  canChoose: boolean;
}

function Option({ location, search, canChoose, ...rest }: OptionProps) {
  const { name, address, storeCode, openStatus } = location;
  const refusal = canChoose ? undefined : refusalOf(location);
  const status = refusal?.status ?? (openStatus === 'OPEN' ? undefined : openStatus);
  return (
    <div {...rest} className={cx(styles.option, refusal && styles.refused)} aria-disabled={!canChoose}>
      <span className={styles.name}>
        <Marked text={name} search={search} />
      </span>
      {(status || storeCode) && (
        <span className={styles.tag}>
          {status && <StatusBadge status={status} />}
          {!refusal && storeCode && <Plate>{storeCode}</Plate>}
        </span>
      )}
      <span className={cx(common.small, styles.note)}>
        <Marked text={address} search={search} />
      </span>
      {refusal && <span className={cx(common.small, styles.note)}>{refusal.reason}</span>}
    </div>
  );
}

function Marked({ text, search }: { text: string; search: string }) {
  return splitByMatches(text, search).map(({ part, isMatch }, index) =>
    isMatch ? <mark key={index}>{part}</mark> : part,
  );
}

function statusOf({ items = [], matched, total, search, isSearching }: LocationChoices): string {
  if (items.length === 0)
    return isSearching ? 'Searching...' : search ? 'No location matches your search.' : '';
  if (items.length < matched && !isSearching)
    return `First ${figure(items.length)} of ${figure(matched)} locations · Type to narrow the list`;
  return `${figure(items.length)} of ${figure(total)} locations`;
}

function listMessage({ error, items, search, isRetrying, retry }: LocationChoices): ReactNode {
  if (error !== undefined)
    return (
      <span className={common.line}>
        Failed to load locations. Please try again.
        <Button size="small" onClick={retry} disabled={isRetrying}>
          Try Again
        </Button>
      </span>
    );
  return items?.length === 0 && search === '' ? 'You have no locations yet.' : undefined;
}

/** Which of downshift's changes happen. Leaving the field chooses nothing, and what Google refuses is not chosen. */
function reduce(
  state: UseComboboxState<Choice>,
  { type, changes }: UseComboboxStateChangeOptions<Choice>,
  canChoose: (choice: Choice) => boolean,
): Partial<UseComboboxState<Choice>> {
  const { stateChangeTypes: types } = useCombobox;
  switch (type) {
    case types.InputKeyDownArrowDown:
    case types.InputKeyDownArrowUp:
      return state.isOpen
        ? { ...state, highlightedIndex: changes.highlightedIndex ?? -1 }
        : { ...state, isOpen: true };
    case types.InputKeyDownPageDown:
    case types.InputKeyDownPageUp:
    case types.ItemMouseMove:
      return { ...state, highlightedIndex: changes.highlightedIndex ?? -1 };
    case types.InputKeyDownEnter:
    case types.ItemClick: {
      const chosen = changes.selectedItem;
      return chosen && canChoose(chosen) ? { ...state, isOpen: false, selectedItem: chosen } : state;
    }
    case types.InputKeyDownEscape:
    case types.InputBlur:
      return { ...state, isOpen: false };
    case types.InputClick:
      return { ...state, isOpen: true };
    default:
      return state;
  }
}

/** Leaves Home and End to the text, Esc to the dialog while no list is open, and all keys to an input method. */
function leaveToOthers({ key, nativeEvent }: KeyboardEvent, isOpen: boolean): void {
  if (nativeEvent.isComposing || ['Home', 'End'].includes(key) || (key === 'Escape' && !isOpen))
    Object.assign(nativeEvent, { preventDownshiftDefault: true });
}
