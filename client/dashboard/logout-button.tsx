import { LogOut as Leave } from 'lucide-react';
import { AlertDialog } from '../ui/alert-dialog';
import { Button } from '../ui/button';
import type { LogOut } from './use-log-out';

/** Logs out, with the question that may come first. */
export function LogoutButton({ logOut: { step, begin, confirm, stay } }: { logOut: LogOut }) {
  return (
    <>
      <Button variant="quiet" icon={Leave} busyText={step === 'leaving' && 'Logging out...'} onClick={begin}>
        Logout
      </Button>
      <AlertDialog
        open={step === 'asking'}
        title="Log out without saving?"
        confirmLabel="Log out"
        cancelLabel="Stay"
        onConfirm={confirm}
        onCancel={stay}
      >
        Your changes have not been saved.
      </AlertDialog>
    </>
  );
}
