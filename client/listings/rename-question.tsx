import { AlertDialog } from '../ui/alert-dialog';

interface RenameQuestionProps {
  open: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a new name goes to Google, which may want the business verified anew because of it. */
export function RenameQuestion(props: RenameQuestionProps) {
  return (
    <AlertDialog
      {...props}
      title="Change the business name?"
      confirmLabel="Change name"
      confirmVariant="primary"
      cancelLabel="Keep editing"
    >
      Google reviews a new name, and may ask you to verify the business again before customers see it.
    </AlertDialog>
  );
}
