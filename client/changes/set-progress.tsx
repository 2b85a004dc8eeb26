import { X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { countOf, figure } from '../lib/count-of';
import { Banner } from '../ui/messages/banner';
import { Button, IconButton } from '../ui/basics/button';
import { announce } from '../ui/basics/screen-reader';
import { useCancelSet } from './use-cancel-set';
import { useChangeSet, useRefreshChanges } from './use-changes';

interface SetProgressProps {
  setId: string;
  /** Called when no change of the set waits any longer. */
  onDone: () => void;
  onDismiss: () => void;
}

/** How far changes of many locations are, until all are done, and how they ended. */
export function SetProgress({ setId, onDone, onDismiss }: SetProgressProps) {
  const { data: set } = useChangeSet(setId, { isFollowed: true });
  const refresh = useRefreshChanges();
  const cancelling = useCancelSet();
  const { waiting = 0, total = 0, sent: done = 0 } = set?.progress ?? {};
  const failed = total - waiting - done;
  const isDone = set !== undefined && waiting === 0;
  const words =
    failed > 0
      ? `${figure(done)} of ${countOf(total, 'location')} changed. ${figure(failed)} couldn’t be changed; the log says why.`
      : `${countOf(total, 'location')} changed.`;
  const finish = useEffectEvent(() => {
    announce(words);
    refresh();
    onDone();
  });
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);

  if (!isDone)
    return (
      <Banner
        tone="info"
        action={
          set && (
            <Button
              size="small"
              busyText={cancelling.isBusy && 'Cancelling...'}
              onClick={() => cancelling.run(setId)}
            >
              Cancel sending
            </Button>
          )
        }
      >
        {set
          ? `Sending to Google: ${figure(done + failed)} of ${countOf(total, 'location')} done.`
          : 'Sending to Google...'}
      </Banner>
    );
  return (
    <Banner
      tone={failed > 0 ? 'warning' : 'success'}
      action={<IconButton icon={X} label="Dismiss" onClick={onDismiss} />}
    >
      {words}
    </Banner>
  );
}
