import { useEffect, useId, useRef, useState } from 'react';
import { ChevronDown, Ellipsis, type LucideIcon } from 'lucide-react';
import { focusAfter } from '../../lib/draw-first';
import { Button, DownloadLink, IconButton } from '../basics/button';
import { cx } from '../basics/cx';
import { Icon } from '../basics/icon';
import styles from './action-menu.module.css';
import { useClosing } from './use-closing';

interface ActionMenuProps {
  /** The name of the button that opens the menu. */
  label: string;
  /** The id of that button. */
  id?: string;
  /** The id of the text that says what the actions are for. */
  describedBy?: string;
  /** Stand on the button, in place of three dots; `label` begins with them. */
  words?: string;
  icon?: LucideIcon;
  /** Of the box around the button and the actions. */
  className?: string | undefined;
  /** An action, or a file of ours to download. */
  actions: readonly (
    { label: string; isDanger?: boolean; onClick: () => void } | { label: string; href: string }
  )[];
}

/**
 * Actions behind one button, where there is no room for their words. Esc, a click elsewhere and moving the focus away close
 * them. An action begins with the focus on the button, so that a dialog returns it there.
 */
export function ActionMenu({ label, id, describedBy, words, icon, className, actions }: ActionMenuProps) {
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

  const opener = {
    id,
    'aria-describedby': describedBy,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    onClick: () => setIsOpen(!isOpen),
  };
  return (
    <div ref={box} className={cx(styles.box, className)}>
      {words === undefined ? (
        <IconButton icon={Ellipsis} label={label} {...opener} />
      ) : (
        <Button aria-label={label} {...(icon && { icon })} {...opener}>
          {words}
          <Icon of={ChevronDown} />
        </Button>
      )}
      {isOpen && (
        <ul id={listId} className={styles.actions}>
          {actions.map((action) => (
            <li key={action.label}>
              {'href' in action ? (
                <DownloadLink variant="quiet" href={action.href} onClick={close}>
                  {action.label}
                </DownloadLink>
              ) : (
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
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
