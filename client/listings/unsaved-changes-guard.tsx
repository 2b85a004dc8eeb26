import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { AlertDialog } from '../ui/alert-dialog';

interface UnsavedChangesGuardProps {
  /** There is something to lose. */
  when: boolean;
  /** Whose changes they are. */
  name: string;
}

/** Asks before unsaved changes are left: within the product by a dialog, on reload or close by the browser's own. */
export function UnsavedChangesGuard({ when, name }: UnsavedChangesGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );

  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);

  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      Your changes to {name} have not been saved.
    </AlertDialog>
  );
}
