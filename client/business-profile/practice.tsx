import { useState, type ComponentProps } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError } from '../api/api-error';
import { answer, api, requestWorkspace } from '../api/client';
import type { PracticeWorld } from '../api/embedded';
import { reportRefusal } from '../api/report-error';
import { notify } from '../ui/messages/notify';
import { Button } from '../ui/basics/button';
import { notifyOtherTabs } from './connection-channel';
import { connectionKey, useConnection } from './use-connection';

const FAILED = 'The practice Google couldn’t be connected. Please try again.';

/** Connects the user to the practice Google in one step, where this server offers it. A failure is shown as a toast. */
export function usePractice() {
  const { mutate } = useSWRConfig();
  const { connection } = useConnection();
  const [isBeginning, setIsBeginning] = useState(false);

  async function begin(world: PracticeWorld): Promise<void> {
    setIsBeginning(true);
    try {
      await answer(api.POST('/api/practice', { body: { world } }), { quiet: true });
      notifyOtherTabs(requestWorkspace());
      await mutate(connectionKey());
    } catch (error) {
      if (error instanceof ApiError) reportRefusal(error);
      notify.error((error instanceof ApiError && error.message) || FAILED);
    }
    setIsBeginning(false);
  }

  return {
    isOffered: connection?.offersPractice ?? false,
    isBeginning,
    begin: (world: PracticeWorld) => void begin(world),
  };
}

interface PracticeButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> {
  world?: PracticeWorld;
}

/** The button for it. Renders nothing where it is not offered. */
export function PracticeButton({ world = 'agency', ...look }: PracticeButtonProps) {
  const { isOffered, isBeginning, begin } = usePractice();
  return (
    isOffered && (
      <Button {...look} busyText={isBeginning && 'Connecting...'} onClick={() => begin(world)}>
        Try with a practice Google
      </Button>
    )
  );
}
