import { useState } from 'react';
import { actionErrorMessage } from '../../posting/action-errors';
import { notify } from '../../ui/messages/notify';
import { useChangeActions } from '../use-changes';

/** Stops what of a set was not sent yet, and says so. */
export function useStopSet(onDone?: () => void) {
  const actions = useChangeActions();
  const [isBusy, setIsBusy] = useState(false);

  async function run(setId: string): Promise<void> {
    setIsBusy(true);
    try {
      await actions.stopSet(setId);
      notify.success('Sending stopped. Changes already on Google stay.');
      onDone?.();
    } catch (error) {
      notify.error(actionErrorMessage(error, 'Failed to stop. Please try again.'));
    }
    setIsBusy(false);
  }

  return { isBusy, run: (setId: string) => void run(setId) };
}
