import { useId, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Announcer } from './announcer';
import { Button } from './button';
import { useModal } from './use-modal';
import styles from './alert-dialog.module.css';

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
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      <div id={`${id}-text`} className={styles.text}>
        {children}
      </div>
      {/* Cancel is the first button, which gets the focus. */}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button variant={confirmVariant} busyText={busyText} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
      <Announcer />
    </dialog>
  );
}
