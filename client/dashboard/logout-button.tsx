import { LogOut as Leave } from 'lucide-react';
import { AlertDialog } from '../ui/alert-dialog';
import { Button } from '../ui/button';
import type { LogOut } from './use-log-out';

interface LogoutButtonProps {
  logOut: LogOut;
  /** It ends the sessions of all devices. */
  everywhere?: boolean;
}

/** Logs out, with the question that may come first. */
export function LogoutButton({ logOut: { step, begin, confirm, stay }, everywhere }: LogoutButtonProps) {
  const label = everywhere ? 'Sign out everywhere' : 'Logout';
  const busyText = everywhere ? 'Signing out...' : 'Logging out...';
  return (
    <>
      <Button
        variant={everywhere ? 'secondary' : 'quiet'}
        icon={Leave}
        busyText={step === 'leaving' && busyText}
        onClick={begin}
      >
        {label}
      </Button>
      <AlertDialog
        open={step === 'asking'}
        title={everywhere ? 'Sign out everywhere without saving?' : 'Log out without saving?'}
        confirmLabel={everywhere ? label : 'Log out'}
        cancelLabel="Stay"
        onConfirm={confirm}
        onCancel={stay}
      >
        Your changes have not been saved.
      </AlertDialog>
    </>
  );
}
