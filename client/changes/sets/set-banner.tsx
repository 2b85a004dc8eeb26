import { X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { countOf, figure } from '../../lib/count-of';
import { viewUrl } from '../../lib/views';
import { Banner } from '../../ui/messages/banner';
import { ButtonLink, IconButton } from '../../ui/basics/button';
import { announce } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import { useRefreshChanges } from '../use-changes';
import { outcomeWords } from './set-words';
import { useChangeSet } from './use-sets';

interface SetBannerProps {
  setId: string;
  /** Called when no change of the set waits any longer. */
  onDone: () => void;
  onDismiss: () => void;
}

/** How far a set is that was begun here, in one line, with the way to its page. */
export function SetBanner({ setId, onDone, onDismiss }: SetBannerProps) {
  const { data: set } = useChangeSet(setId, { isFollowed: true });
  const refresh = useRefreshChanges();
  const isDone = set !== undefined && set.state !== 'running';
  const finish = useEffectEvent(() => {
    if (set) announce(outcomeWords(set));
    refresh();
    onDone();
  });
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);

  const details = (
    <ButtonLink size="small" to={viewUrl('change-log', { set: setId })}>
      See each location
    </ButtonLink>
  );
  if (!isDone)
    return (
      <Banner tone="info" action={details}>
        {set
          ? `Sending to Google: ${figure(set.progress.total - set.progress.waiting)} of ${countOf(set.progress.total, 'location')} done.`
          : 'Sending to Google...'}
      </Banner>
    );
  const isWhole = set.progress.sent === set.progress.total;
  return (
    <Banner
      tone={isWhole ? 'success' : 'warning'}
      action={
        <div className={common.line}>
          {details}
          <IconButton icon={X} label="Dismiss" onClick={onDismiss} />
        </div>
      }
    >
      {outcomeWords(set)}
    </Banner>
  );
}
