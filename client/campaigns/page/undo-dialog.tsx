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

/** What becomes of one post, or of several. */
type Fate = readonly [count: number, one: string, many: string];

/** What an undo does: '18 posts that wait are cancelled, 4 that are live are deleted on Google.' and more sentences. */
function consequences(progress: Progress): string[] {
  const main: Fate[] = [
    [waitingIn(progress), 'that waits is cancelled', 'that wait are cancelled'],
    [progress.published, 'that is live is deleted on Google', 'that are live are deleted on Google'],
  ];
  const others: Fate[] = [
    [
      underWayIn(progress),
      'is on its way to Google, and is deleted there once it has arrived',
      'are on their way to Google, and are deleted there once they have arrived',
    ],
    [progress.failed, 'that failed is cancelled too', 'that failed are cancelled too'],
    [
      progress.unconfirmed,
      'that Google hasn’t confirmed is looked for there, and deleted if it is live',
      'that Google hasn’t confirmed are looked for there, and deleted if they are live',
    ],
  ];
  const happens = ([count]: Fate) => count > 0;
  // Only the first number names what it counts.
  const [first] = [...main, ...others].filter(happens);
  const words = (fate: Fate) => {
    const [count, one, many] = fate;
    return `${fate === first ? countOf(count, 'post') : count} ${count === 1 ? one : many}`;
  };
  const sentences = [main.filter(happens).map(words).join(', '), ...others.filter(happens).map(words)];
  return sentences.filter((sentence) => sentence !== '').map((sentence) => `${sentence}.`);
}
