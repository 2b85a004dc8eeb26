import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../auth/session';
import { AlertDialog } from '../ui/alert-dialog';
import { Button } from '../ui/button';

/** Logs out; where unsaved changes would be lost it asks first, as every other way out does. */
export function LogoutButton() {
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  const [asking, setAsking] = useState(false);

  const logOut = () => {
    setAsking(false);
    setLeaving(true);
    void session.logOut().finally(() => setLeaving(false));
  };

  return (
    <>
      <Button
        variant="quiet"
        icon={LogOut}
        busyText={leaving && 'Logging out...'}
        onClick={() => (hasUnsavedChanges() ? setAsking(true) : logOut())}
      >
        Logout
      </Button>
      <AlertDialog
        open={asking}
        title="Log out without saving?"
        confirmLabel="Log out"
        cancelLabel="Stay"
        onConfirm={logOut}
        onCancel={() => setAsking(false)}
      >
        Your changes have not been saved.
      </AlertDialog>
    </>
  );
}

/** Whoever has something to lose objects to `beforeunload`, so the same question finds them without closing the tab. */
function hasUnsavedChanges(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
