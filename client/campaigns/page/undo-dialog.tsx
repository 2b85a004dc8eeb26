import { useState } from 'react';
import { countOf } from '../../lib/count-of';
import { actionErrorMessage } from '../../posting/action-errors';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { AlertDialog } from '../../ui/layers/dialog';
import type { Campaign, Progress } from '../campaign-words';
import { useCampaignActions } from '../use-campaigns';
import { underWayIn, waitingIn } from './target-states';

interface UndoDialogProps {
  campaign: Campaign;
  onClose: () => void;
  /** Called when the undo has begun. */
  onUndone: () => void;
}

/** Asks before a campaign is undone, and says what becomes of which posts. */
export function UndoDialog({ campaign, onClose, onUndone }: UndoDialogProps) {
  const { undo } = useCampaignActions();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function confirm(): Promise<void> {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await undo(campaign.id);
      onUndone();
    } catch (error) {
      setFailure(actionErrorMessage(error, 'The campaign couldn’t be undone. Please try again.'));
      setIsBusy(false);
    }
  }

  return (
    <AlertDialog
      open
      title="Undo campaign"
      confirmLabel="Undo campaign"
      busyText={isBusy && 'Starting...'}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <div className={common.stack2}>
        {consequences(campaign.progress).map((words) => (
          <p key={words}>{words}</p>
        ))}
        <p>An undone campaign can’t be started again.</p>
        {failure && <Banner tone="error">{failure}</Banner>}
      </div>
    </AlertDialog>
  );
}

/** What becomes of some of the posts. */
type Fate = readonly [count: number, noun: string, words: string];

/** What an undo does: '18 scheduled posts will be cancelled and 4 live posts deleted from Google.' and more sentences. */
function consequences(progress: Progress): string[] {
  const main: Fate[] = [
    [waitingIn(progress), 'scheduled post', 'cancelled'],
    [progress.published, 'live post', 'deleted from Google'],
  ];
  const others: Fate[] = [
    [underWayIn(progress), 'post', 'being sent to Google will be deleted there on arrival.'],
    [progress.failed, 'failed post', 'will be cancelled.'],
    [progress.unconfirmed, 'post', 'not confirmed by Google will be looked for there, and deleted if live.'],
  ];
  const happens = ([count]: Fate) => count > 0;
  const [first, ...more] = main
    .filter(happens)
    .map(([count, noun, words], index) => `${countOf(count, noun)} ${index === 0 ? 'will be ' : ''}${words}`);
  return [
    ...(first === undefined ? [] : [`${[first, ...more].join(' and ')}.`]),
    ...others.filter(happens).map(([count, noun, words]) => `${countOf(count, noun)} ${words}`),
  ];
}
