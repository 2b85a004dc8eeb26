import { useEffect, useId, useRef, useState } from 'react';
import { Ellipsis } from 'lucide-react';
import { focusAfter } from '../../lib/draw-first';
import { Button, IconButton } from '../basics/button';
import styles from './action-menu.module.css';
import { useClosing } from './use-closing';

interface ActionMenuProps {
  /** The name of the button that opens the menu. */
  label: string;
  /** The id of that button. */
  id?: string;
  /** The id of the text that says what the actions are for. */
  describedBy?: string;
  actions: readonly { label: string; isDanger?: boolean; onClick: () => void }[];
}

/**
 * Actions behind one button, where there is no room for their words. Esc, a click elsewhere and moving the focus away close
 * them. An action begins with the focus on the button, so that a dialog returns it there.
 */
export function ActionMenu({ label, id, describedBy, actions }: ActionMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const close = () =>
    focusAfter(
      () => setIsOpen(false),
      () => box.current?.querySelector('button'),
    );
  useClosing(box, isOpen, (byKey) => (byKey ? close() : setIsOpen(false)));
  useEffect(() => {
    if (isOpen) box.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  return (
    <div ref={box} className={styles.box}>
      <IconButton
        icon={Ellipsis}
        label={label}
        id={id}
        aria-describedby={describedBy}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <ul id={listId} className={styles.actions}>
          {actions.map((action) => (
            <li key={action.label}>
              <Button
                variant={action.isDanger ? 'quietDanger' : 'quiet'}
                aria-describedby={describedBy}
                onClick={() => {
                  close();
                  action.onClick();
                }}
              >
                {action.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
