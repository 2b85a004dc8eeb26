import { useRef, useState, type KeyboardEvent } from 'react';
import { Plus, X } from 'lucide-react';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../../api/client';
import { useDebouncedValue } from '../../lib/use-search';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { ErrorState } from '../../ui/messages/banner';
import { Button, IconButton } from '../../ui/basics/button';
import { Field } from '../../ui/form/field';
import { Icon } from '../../ui/basics/icon';
import { TextInput } from '../../ui/form/inputs';
import { Badge } from '../../ui/basics/labels';
import { announce, VisuallyHidden } from '../../ui/basics/screen-reader';
import styles from './category-picker.module.css';
import { MAX_CATEGORIES } from './location-faults';

type Category = Schemas['CategoryDto'];

interface CategoryPickerProps {
  /** The first is the primary category. */
  value: Category[];
  error: string | undefined;
  onChange: (categories: Category[]) => void;
}

/** Edits the categories of a location: removes them, makes one primary, and adds them by name. */
export function CategoryPicker({ value, error, onChange }: CategoryPickerProps) {
  const list = useRef<HTMLUListElement>(null);

  /** The pressed button disappears or moves, so the list takes the focus. */
  function changeInList(categories: Category[], message: string) {
    onChange(categories);
    announce(message);
    list.current?.focus();
  }

  return (
    <div className={common.stack4}>
      <ul ref={list} className={styles.chosen} aria-label="Chosen categories" tabIndex={-1}>
        {value.map((category, index) => {
          const others = value.filter(({ id }) => id !== category.id);
          return (
            <li key={category.id} className={cx(prose.row, styles.category)}>
              <span className={styles.name}>{category.name}</span>
              {index === 0 ? (
                <Badge>Primary</Badge>
              ) : (
                <Button
                  size="row"
                  variant="quiet"
                  onClick={() =>
                    changeInList([category, ...others], `${category.name} is now the primary category`)
                  }
                >
                  <span>
                    Make primary<VisuallyHidden> ({category.name})</VisuallyHidden>
                  </span>
                </Button>
              )}
              <IconButton
                icon={X}
                label={`Remove ${category.name}`}
                onClick={() => changeInList(others, `${category.name} removed`)}
              />
            </li>
          );
        })}
      </ul>
      <CategorySearch
        chosen={value}
        error={error}
        onAdd={(category) => {
          onChange([...value, category]);
          announce(`${category.name} added`);
        }}
      />
    </div>
  );
}

interface CategorySearchProps {
  /** Categories that are not offered. */
  chosen: Category[];
  error: string | undefined;
  onAdd: (category: Category) => void;
}

/** Finds a category by name and adds it. Arrow keys move the focus between the box and the results, Esc clears the box. */
function CategorySearch({ chosen, error, onAdd }: CategorySearchProps) {
  const [text, setText] = useState('');
  const search = useDebouncedValue(text.trim());
  const { data, error: failure, isValidating, mutate } = useCategories(search);
  const box = useRef<HTMLDivElement>(null);

  const isFull = chosen.length >= MAX_CATEGORIES;
  const isOpen = text.trim() !== '' && search !== '' && !isFull;
  const found = isOpen ? data?.filter(({ id }) => chosen.every((category) => category.id !== id)) : undefined;

  function add(category: Category) {
    onAdd(category);
    clear();
  }

  function clear() {
    setText('');
    box.current?.querySelector('input')?.focus();
  }

  function handleKey(event: KeyboardEvent) {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    // Enter in the box must not save the whole form.
    if (event.key === 'ArrowDown' || (event.key === 'Enter' && at === 0)) stops[at + 1]?.focus();
    else if (event.key === 'ArrowUp') stops[at - 1]?.focus();
    else if (event.key === 'Escape' && text !== '') clear();
    else return;
    event.preventDefault();
  }

  return (
    <div ref={box} className={cx(common.stack2, styles.search)}>
      <Field
        label="Add a category"
        error={error}
        hint={isFull ? `You can have at most ${MAX_CATEGORIES} categories` : 'Type part of its name'}
      >
        <TextInput
          type="search"
          autoComplete="off"
          value={text}
          readOnly={isFull}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
        />
      </Field>
      {failure && isOpen && (
        <ErrorState
          message="Failed to load categories. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <p role="status" className={cx(common.small, styles.count)}>
        {found && wordsFor(found.length, search)}
      </p>
      {found && found.length > 0 && (
        <ul className={styles.found} aria-label="Matching categories">
          {found.map((category) => (
            <li key={category.id}>
              <button
                type="button"
                className={cx(prose.row, styles.match)}
                onClick={() => add(category)}
                onKeyDown={handleKey}
              >
                <Icon of={Plus} />
                <span>
                  <VisuallyHidden>Add </VisuallyHidden>
                  {category.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function wordsFor(count: number, search: string): string {
  if (count === 0) return `No other category has “${search}” in its name.`;
  return count === 1 ? '1 category found' : `${count} categories found`;
}

/** Google's categories whose name contains the text, at most 20, best match first. Nothing is read without a text. */
function useCategories(search: string) {
  return useSWR(
    search === '' ? null : ['categories', search],
    async () =>
      (await answer(api.GET('/api/categories', { params: { query: { search } } }), { quiet: true })).items,
    { keepPreviousData: true },
  );
}
