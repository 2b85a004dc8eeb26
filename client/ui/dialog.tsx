import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { X } from 'lucide-react';
import { Announcer } from './announcer';
import { cx } from './cx';
import { IconButton } from './icon-button';
import { useModal } from './use-modal';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  title: string;
  /** The id of what is said when it opens, after the title. */
  describedBy?: string | undefined;
  /** Called for X, Esc, the back gesture and a click on the overlay; the dialog goes when `open` does. */
  onClose: () => void;
  /** 480, 640 or 960 px wide; a full-screen sheet under 640 px. */
  size?: 'small' | 'medium' | 'large';
  /** Stays in sight below the scrolling content; buttons of a form in the content join it by their `form` attribute. */
  footer?: ReactNode;
  /** Stands beside what is in the footer: a Banner about what its buttons do. */
  message?: ReactNode;
  children: ReactNode;
}

const CONTROL = 'a[href], button, input, select, textarea';

/** A modal dialog. Focus moves to the first field, else to the close button, and returns to the opener afterwards. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open && createPortal(<OpenDialog {...rest} />, document.body);
}

function OpenDialog({
  title,
  describedBy,
  onClose,
  size = 'medium',
  footer,
  message,
  children,
}: Omit<DialogProps, 'open'>) {
  const dialog = useModal({ onDismiss: onClose, overlayDismisses: true });
  const content = useRef<HTMLDivElement>(null);
  const titleId = useId();

  // Where nothing inside takes the focus the content does, so that the keyboard can scroll it. After every render:
  // what is inside may have arrived later.
  useLayoutEffect(() => {
    if (content.current?.querySelector(CONTROL)) content.current.removeAttribute('tabindex');
    else content.current?.setAttribute('tabindex', '0');
  });

  return (
    <dialog
      ref={dialog}
      className={cx(styles.dialog, styles[size])}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
    >
      <div className={styles.frame}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton icon={X} label="Close" onClick={onClose} />
        </header>
        <div ref={content} className={styles.content}>
          {children}
        </div>
        {footer && (
          <footer className={styles.footer}>
            {message && <div className={styles.message}>{message}</div>}
            {footer}
          </footer>
        )}
      </div>
      <Announcer />
    </dialog>
  );
}
