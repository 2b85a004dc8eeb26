import { useBlocker } from 'react-router-dom';
import { useUnloadQuestion } from '../../lib/use-unload-question';
import { AlertDialog } from '../../ui/layers/dialog';

interface QuestionProps {
  open: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a new name is sent to Google, which may then require the business to verify again. */
export function RenameQuestion(props: QuestionProps) {
  return (
    <AlertDialog
      {...props}
      title="Change the business name?"
      confirmLabel="Change name"
      confirmVariant="primary"
      cancelLabel="Keep editing"
    >
      Google reviews name changes, and may ask you to verify the business again before customers see the new
      name.
    </AlertDialog>
  );
}

/** Asks before a location is closed for good, which Google may not let the owner take back. */
export function CloseQuestion({ name, ...props }: QuestionProps & { name: string }) {
  return (
    <AlertDialog
      {...props}
      title="Close this location permanently?"
      confirmLabel="Close permanently"
      cancelLabel="Keep editing"
    >
      Google will show {name} as permanently closed, and won’t publish posts for it. Google may not let you
      reopen it. For a break or a renovation, choose “Temporarily closed”.
    </AlertDialog>
  );
}

interface UnsavedChangesGuardProps {
  /** Whether there are unsaved changes. */
  when: boolean;
  /** The location's name. */
  name: string;
}

/** Asks before unsaved changes are lost: with our dialog on navigation, with the browser's on reload or close. */
export function UnsavedChangesGuard({ when, name }: UnsavedChangesGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );

  useUnloadQuestion(when);

  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      Your changes to {name} haven’t been saved.
    </AlertDialog>
  );
}
