import { X } from 'lucide-react';
import { useRef } from 'react';
import type { Schemas } from '../api/client';
import { announce } from '../ui/announcer';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './category-picker.module.css';
import { CategorySearch } from './category-search';

type Category = Schemas['CategoryDto'];

interface CategoryPickerProps {
  /** The first is the primary category. */
  value: Category[];
  error: string | undefined;
  onChange: (categories: Category[]) => void;
}

/** The categories of a location: take away, make primary, and add by name. */
export function CategoryPicker({ value, error, onChange }: CategoryPickerProps) {
  const list = useRef<HTMLUListElement>(null);

  /** The button that was pressed goes or moves, so the list takes the focus. */
  function changeInList(categories: Category[], message: string) {
    onChange(categories);
    announce(message);
    list.current?.focus();
  }

  return (
    <div className={styles.picker}>
      <ul ref={list} className={styles.chosen} aria-label="Chosen categories" tabIndex={-1}>
        {value.map((category, index) => {
          const others = value.filter(({ id }) => id !== category.id);
          return (
            <li key={category.id} className={styles.category}>
              <span className={styles.name}>{category.name}</span>
              {index === 0 ? (
                <Badge>Primary</Badge>
              ) : (
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() =>
                    changeInList([category, ...others], `${category.name} is the primary category now`)
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
