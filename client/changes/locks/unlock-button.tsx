import { useState } from 'react';
import { type Lock, useLockActions } from '../../listings/use-locks';
import { actionErrorMessage } from '../../posting/action-errors';
import { Button } from '../../ui/basics/button';
import { focusHeading, VisuallyHidden } from '../../ui/basics/screen-reader';
import { AlertDialog } from '../../ui/layers/dialog';
import { Banner } from '../../ui/messages/banner';
import { notify } from '../../ui/messages/notify';
import { lockName } from './lock-words';

/** Takes a lock away, after a question. */
export function UnlockButton({ lock }: { lock: Lock }) {
  const { unlock } = useLockActions();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const name = lockName(lock);

  async function run(): Promise<void> {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await unlock(lock.id);
      notify.success(`Unlocked: ${name}.`);
      focusHeading();
    } catch (error) {
      setFailure(actionErrorMessage(error, 'The lock couldn’t be removed. Please try again.'));
    }
    setIsBusy(false);
    setIsAsking(false);
  }

  return (
    <>
      <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        <span>
          Unlock<VisuallyHidden> {name}</VisuallyHidden>
        </span>
      </Button>
      {failure && <Banner tone="error">{failure}</Banner>}
      <AlertDialog
        open={isAsking}
        title={`Unlock ${name}?`}
        confirmLabel="Unlock"
        confirmVariant="primary"
        busyText={isBusy && 'Unlocking...'}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => void run()}
      >
        <p>Nothing changes on Google now. What Google or the public changes from here on waits for you.</p>
      </AlertDialog>
    </>
  );
}
