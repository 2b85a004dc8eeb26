import { LogOut as Leave } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/basics/button';
import { AlertDialog } from '../../ui/layers/dialog';

interface LogoutButtonProps {
  logOut: LogOut;
  /** Ends the sessions on all devices. */
  everywhere?: boolean;
}

/** Logs out, and asks first if unsaved changes would be lost. */
export function LogoutButton({ logOut: { step, begin, confirm, stay }, everywhere }: LogoutButtonProps) {
  const label = everywhere ? 'Log out everywhere' : 'Logout';
  return (
    <>
      <Button
        variant={everywhere ? 'secondary' : 'quiet'}
        icon={Leave}
        busyText={step === 'leaving' && 'Logging out...'}
        onClick={begin}
      >
        {label}
      </Button>
      <AlertDialog
        open={step === 'asking'}
        title={everywhere ? 'Log out everywhere without saving?' : 'Log out without saving?'}
        confirmLabel={everywhere ? label : 'Log out'}
        cancelLabel="Stay"
        onConfirm={confirm}
        onCancel={stay}
      >
        Your changes haven’t been saved.
      </AlertDialog>
    </>
  );
}

/** The steps of logging out. @param end ends the session, or all sessions */
export function useLogOut(end: () => Promise<void>) {
  const [step, setStep] = useState<'asking' | 'leaving'>();

  const leave = (): void => {
    setStep('leaving');
    void end().finally(() => setStep(undefined));
  };

  return {
    step,
    begin: () => (hasUnsavedChanges() ? setStep('asking') : leave()),
    confirm: leave,
    stay: () => setStep(undefined),
  };
}

type LogOut = ReturnType<typeof useLogOut>;

/** A form with unsaved changes cancels `beforeunload`, so dispatching that event finds out without closing the tab. */
function hasUnsavedChanges(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
