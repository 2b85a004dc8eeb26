import { useEffectEvent, useId, useLayoutEffect, useReducer, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { X } from 'lucide-react';
import { Announcer } from '../basics/screen-reader';
import { cx } from '../basics/cx';
import { IconButton, Button } from '../basics/button';
import common from '../layout/common.module.css';
import { addModalLayer, isModalLayerOpen, isTopModalLayer } from './modal-layers';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  title: string;
  /** The id of the text that is read after the title when the dialog opens. */
  describedBy?: string | undefined;
  /** Called for X, Esc, the back gesture and a click on the overlay. The dialog closes when `open` becomes false. */
  onClose: () => void;
  /** 480, 640 or 960 px wide; full screen below 640 px. */
  size?: 'small' | 'medium' | 'large';
  /** Stays visible below the scrolling content. Its buttons belong to a form in the content by their `form` attribute. */
  footer?: ReactNode;
  /** Shown in the footer: a Banner about the result of its buttons. */
  message?: ReactNode;
  children: ReactNode;
}

const CONTROL = 'a[href], button, input, select, textarea';

/** A modal dialog. Focus moves to the first field, or to the close button, and later returns to the opener. */
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

  // If nothing in the content can take the focus, the content itself does, so that the keyboard can scroll it. Checked
  // after every render, since the content may load later.
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
      // React would let it go on to a form that the dialog was opened from, which would be sent too.
      onSubmit={(event) => event.stopPropagation()}
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
          <footer className={cx(common.line, styles.footer)}>
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
  /** The question, which is read when the dialog opens, and perhaps a Checkbox. */
  children: ReactNode;
  confirmLabel: string;
  /** 'danger' by default. */
  confirmVariant?: 'danger' | 'primary';
  /** Shown while the confirmed work is running, for example 'Deleting...'. */
  busyText?: string | false | undefined;
  cancelLabel?: string;
  onConfirm: () => void;
  /** Called for Cancel and Esc. A click on the overlay does nothing, since the question needs an answer. */
  onCancel: () => void;
}

/** Asks before something that is hard to undo. The safe button has the focus. */
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
      {/* The first button gets the focus, so Cancel comes first. */}
      <div className={cx(common.wrap, styles.alertActions)}>
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

/** A modal panel at the side, for navigation on narrow screens. */
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
  /** Called when the user dismissed the dialog (Esc, back gesture, overlay). The caller decides whether it closes. */
  onDismiss: () => void;
  /** Whether a click on the overlay dismisses. */
  overlayDismisses: boolean;
  /** The selector of the element that gets the focus; by default the first field. */
  focusOn?: string;
}

/** The first field to type in. Of radio buttons only the checked one takes focus. */
const FIRST_FIELD = ':is(input, select, textarea):not(:disabled):not([type="radio"]:not(:checked))';

/** If the opener of a dialog is gone, focuses what has its id by now, or else the heading of the view. */
function findLostFocus(opener: Element | null): void {
  const isLost = document.activeElement === document.body && opener?.isConnected === false;
  if (!isLost || isModalLayerOpen()) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  (document.getElementById(opener.id) ?? heading)?.focus({ preventScroll: true });
}

/**
 * Shows the `<dialog>` with the returned ref as a modal while it is mounted. Focus moves to the first match of `focusOn`,
 * or to the first button. The browser makes the page inert and returns the focus to the opener; if that is gone, the
 * heading of the view gets it. A dismissal is reported, but the browser never closes the dialog by itself.
 */
function useModal({ onDismiss, overlayDismisses, focusOn = FIRST_FIELD }: ModalOptions) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [timesClosed, reopen] = useReducer((count: number) => count + 1, 0);
  const dismiss = useEffectEvent(onDismiss);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const opener = document.activeElement;
    element.showModal();
    element.querySelector<HTMLElement>(focusOn)?.focus();
    const removeLayer = addModalLayer(element);
    return () => {
      removeLayer();
      element.close();
      // Once all of the change is drawn, with which the opener may have gone.
      queueMicrotask(() => findLostFocus(opener));
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
    // Browsers close the dialog on a second back gesture without asking. The caller still decides.
    const onClose = (event: Event) => {
      if (event.target !== element || element.open) return;
      dismiss();
      reopen();
    };
    // Selecting text with the mouse may end on the overlay, which is not a click on it.
    const onMouseDown = (event: Event) => {
      pressedOverlay = event.target === element;
    };
    const onClick = (event: Event) => {
      if (overlayDismisses && pressedOverlay && event.target === element) dismiss();
    };

    // On the document, after React's handlers, since a search box may have used the key already.
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
