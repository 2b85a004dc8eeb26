import { useEffectEvent, useId, useLayoutEffect, useReducer, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { X } from 'lucide-react';
import { Announcer } from './screen-reader';
import { cx } from './cx';
import { IconButton, Button } from './button';
import { addModalLayer, isTopModalLayer } from './modal-layers';
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

interface AlertDialogProps {
  open: boolean;
  title: string;
  /** The question itself, spoken when the dialog opens; a Checkbox below it may ask for more. */
  children: ReactNode;
  confirmLabel: string;
  /** 'danger' unless given. */
  confirmVariant?: 'danger' | 'primary';
  /** While the confirmed work is under way, for example 'Deleting...'. */
  busyText?: string | false | undefined;
  cancelLabel?: string;
  onConfirm: () => void;
  /** Called for Cancel and Esc. A click on the overlay does nothing: the question wants an answer. */
  onCancel: () => void;
}

/** Asks before something that is hard to take back. The safe button has the focus. */
export function AlertDialog({ open, ...rest }: AlertDialogProps) {
  return open && createPortal(<OpenAlertDialog {...rest} />, document.body);
}

function OpenAlertDialog({
  title,
  children,
  confirmLabel,
  confirmVariant = 'danger',
  busyText,
  cancelLabel = 'Cancel',
  onConfirm,
  onCancel,
}: Omit<AlertDialogProps, 'open'>) {
  const dialog = useModal({ onDismiss: onCancel, overlayDismisses: false, focusOn: 'button' });
  const id = useId();
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.alert}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <h2 id={`${id}-title`} className={styles.alertTitle}>
        {title}
      </h2>
      <div id={`${id}-text`} className={styles.alertText}>
        {children}
      </div>
      {/* Cancel is the first button, which gets the focus. */}
      <div className={styles.alertActions}>
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button variant={confirmVariant} busyText={busyText} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
      <Announcer />
    </dialog>
  );
}

interface DrawerProps {
  open: boolean;
  /** The drawer's accessible name. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal panel at the inline start, for navigation on narrow screens. */
export function Drawer({ open, ...rest }: DrawerProps) {
  return open && createPortal(<OpenDrawer {...rest} />, document.body);
}

function OpenDrawer({ label, onClose, children }: Omit<DrawerProps, 'open'>) {
  const dialog = useModal({ onDismiss: onClose, overlayDismisses: true });
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label={label}>
      <div className={styles.drawerPanel}>
        <div className={styles.drawerClose}>
          <IconButton icon={X} label="Close" onClick={onClose} />
        </div>
        {children}
      </div>
      <Announcer />
    </dialog>
  );
}

interface ModalOptions {
  /** The person dismissed the dialog (Esc, the back gesture, the overlay). The caller decides whether it closes. */
  onDismiss: () => void;
  /** Whether a click on the overlay dismisses. */
  overlayDismisses: boolean;
  /** The selector of the element that gets the focus; the first field by default. */
  focusOn?: string;
}

/** Where typing starts. Of radio buttons only the checked one takes focus. */
const FIRST_FIELD = ':is(input, select, textarea):not(:disabled):not([type="radio"]:not(:checked))';

/**
 * Shows the `<dialog>` that gets the returned ref as a modal for as long as it is mounted. Focus moves to the first
 * field, or to the first match of `focusOn`, else to the first button; the platform makes the page inert and returns
 * focus to the opener. A dismissal is reported; the browser never closes the dialog by itself.
 */
export function useModal({ onDismiss, overlayDismisses, focusOn = FIRST_FIELD }: ModalOptions) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [timesClosed, reopen] = useReducer((count: number) => count + 1, 0);
  const dismiss = useEffectEvent(onDismiss);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    element.querySelector<HTMLElement>(focusOn)?.focus();
    const removeLayer = addModalLayer(element);
    return () => {
      removeLayer();
      element.close();
    };
  }, [timesClosed, focusOn]);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    let pressedOverlay = false;

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isTopModalLayer(element)) return;
      event.preventDefault();
      dismiss();
    };
    const onCancel = (event: Event) => {
      if (event.target !== element) return;
      event.preventDefault();
      dismiss();
    };
    // Browsers let a second back gesture close without asking; the caller still decides.
    const onClose = (event: Event) => {
      if (event.target !== element || element.open) return;
      dismiss();
      reopen();
    };
    // A text selection that only ends on the overlay is no click on it.
    const onMouseDown = (event: Event) => {
      pressedOverlay = event.target === element;
    };
    const onClick = (event: Event) => {
      if (overlayDismisses && pressedOverlay && event.target === element) dismiss();
    };

    // On the document, where React's own handlers have run: a search box may have used the key already.
    document.addEventListener('keydown', onKeyDown);
    element.addEventListener('cancel', onCancel);
    element.addEventListener('close', onClose);
    element.addEventListener('mousedown', onMouseDown);
    element.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('close', onClose);
      element.removeEventListener('mousedown', onMouseDown);
      element.removeEventListener('click', onClick);
    };
  }, [overlayDismisses]);

  return dialog;
}
