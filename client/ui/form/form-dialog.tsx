import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from '../basics/button';
import { announce } from '../basics/screen-reader';
import { Dialog } from '../layers/dialog';
import { Banner } from '../messages/banner';
import common from '../layout/common.module.css';

/** The message for saving an unchanged form. */
export const NOTHING_TO_SAVE = 'Nothing has changed, so there’s nothing to save.';

/** Whether a form was sent unchanged and not edited since. The form then says so beside its button. */
export function useNothingToSave() {
  const [isShown, setIsShown] = useState(false);
  return {
    isShown,
    /** For sending it unchanged. */
    say(): void {
      setIsShown(true);
      announce(NOTHING_TO_SAVE);
    },
    /** For each edit. */
    forget: () => setIsShown(false),
  };
}

interface FormButtonsProps {
  formId: string;
  /** The words of the button that sends the form. */
  label: ReactNode;
  /** Replaces them while the form is being sent. */
  busyText?: string | false | undefined;
  /** Whether sending it destroys something. */
  isDanger?: boolean;
  onCancel: () => void;
  /** Whether it cannot be cancelled now. */
  cancelDisabled?: boolean;
}

/** The buttons of a form in a dialog, for its footer. */
export function FormButtons({
  formId,
  label,
  busyText,
  isDanger = false,
  onCancel,
  cancelDisabled,
}: FormButtonsProps) {
  return (
    <>
      <Button onClick={onCancel} disabled={cancelDisabled}>
        Cancel
      </Button>
      <Button type="submit" form={formId} variant={isDanger ? 'danger' : 'primary'} busyText={busyText}>
        {label}
      </Button>
    </>
  );
}

interface FormMessagesProps {
  /** An error that belongs to no field. */
  fault?: string | undefined;
  hasNothingToSave?: boolean | undefined;
}

/** What became of sending a form, beside its buttons. */
export function FormMessages({ fault, hasNothingToSave }: FormMessagesProps) {
  return (
    <>
      {fault && <Banner tone="error">{fault}</Banner>}
      {hasNothingToSave && <Banner tone="info">{NOTHING_TO_SAVE}</Banner>}
    </>
  );
}

interface FormDialogProps
  extends
    Pick<ComponentProps<typeof Dialog>, 'title' | 'describedBy' | 'size'>,
    Omit<FormButtonsProps, 'formId' | 'onCancel'>,
    FormMessagesProps {
  /** The attributes of the form around `children`. */
  form: ComponentProps<'form'>;
  /** More about the result, below the error. */
  message?: ReactNode;
  /** The question that is asked before changes are lost (`useDiscardQuestion`). */
  question?: ReactNode;
  /** Called for Cancel and every other way to close the dialog. */
  onClose: () => void;
  children: ReactNode;
}

/** An open dialog with one form. Its buttons and the error of the whole form are in the footer. */
export function FormDialog({
  title,
  describedBy,
  size = 'small',
  form,
  fault,
  hasNothingToSave,
  message,
  question,
  onClose,
  children,
  ...buttons
}: FormDialogProps) {
  const ownId = useId();
  const { id = ownId, onSubmit, ...attributes } = form;
  return (
    <Dialog
      open
      size={size}
      title={title}
      describedBy={describedBy}
      onClose={onClose}
      message={
        <>
          <FormMessages fault={fault} hasNothingToSave={hasNothingToSave} />
          {message}
        </>
      }
      footer={<FormButtons {...buttons} formId={id} onCancel={onClose} />}
    >
      <form
        {...attributes}
        id={id}
        className={common.stack4}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.(event);
        }}
      >
        {children}
      </form>
      {question}
    </Dialog>
  );
}
