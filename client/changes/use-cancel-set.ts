import { useState } from 'react';
import { actionErrorMessage } from '../posting/action-errors';
import { notify } from '../ui/messages/notify';
import { useChangeActions } from './use-changes';

/** Cancels the changes of a set that were not sent yet, and says so. */
export function useCancelSet(onDone?: () => void) {
  const actions = useChangeActions();
  const [isBusy, setIsBusy] = useState(false);

  async function run(setId: string): Promise<void> {
    setIsBusy(true);
    try {
      await actions.stopSet(setId);
      notify.success('Sending cancelled. Changes already on Google stay.');
      onDone?.();
    } catch (error) {
      notify.error(actionErrorMessage(error, 'Failed to cancel. Please try again.'));
    }
    setIsBusy(false);
  }

  return { isBusy, run: (setId: string) => void run(setId) };
}
