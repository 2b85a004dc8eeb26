import { Plus } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Schemas } from '../api/client';
import { ErrorState } from '../ui/error-state';
import { Field } from '../ui/field';
import { Icon } from '../ui/icon';
import { TextInput } from '../ui/text-input';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './category-search.module.css';
import { MAX_CATEGORIES } from './location-rules';
import { useCategories } from './use-categories';
import { useSettled } from './use-settled';

type Category = Schemas['CategoryDto'];

interface CategorySearchProps {
  /** These are not offered again. */
  chosen: Category[];
  error: string | undefined;
  onAdd: (category: Category) => void;
}

/** Finds a category by its name and adds it. Arrow keys move between the box and what was found, Esc empties the box. */
export function CategorySearch({ chosen, error, onAdd }: CategorySearchProps) {
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
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
    <div ref={box} className={styles.search}>
      <Field
        label="Add a category"
        error={error}
        hint={isFull ? `At most ${MAX_CATEGORIES} categories are possible` : 'Type a part of its name'}
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
      <p role="status" className={styles.count}>
        {found && wordsFor(found.length, search)}
      </p>
      {found && found.length > 0 && (
        <ul className={styles.found} aria-label="Matching categories">
          {found.map((category) => (
            <li key={category.id}>
              <button
                type="button"
                className={styles.match}
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
  if (count === 0) return `No further category contains “${search}”.`;
  return count === 1 ? '1 category found' : `${count} categories found`;
}
