import { useState } from 'react';
import { actionErrorMessage } from '../../posts/action-errors';
import { Banner } from '../../ui/banner';
import { AlertDialog } from '../../ui/dialog';
import type { Campaign, Progress } from '../campaign-words';
import { useCampaignActions } from '../use-campaigns';
import { liveIn, waitingIn } from './target-states';
import styles from './campaign-dialogs.module.css';

interface UndoDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

/** Asks before a campaign is undone, and says what becomes of which posts. */
export function UndoDialog({ campaign, onClose }: UndoDialogProps) {
  const { undo } = useCampaignActions();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function confirm(): Promise<void> {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await undo(campaign.id);
      onClose();
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
      <div className={styles.text}>
        {consequences(campaign.progress).map((words) => (
          <p key={words}>{words}</p>
        ))}
        <p>An undone campaign can’t be started again.</p>
        {failure && <Banner tone="error">{failure}</Banner>}
      </div>
    </AlertDialog>
  );
}

/** What an undo does: '18 posts that wait are cancelled, 4 that are live are deleted at Google.' and more sentences. */
function consequences(progress: Progress): string[] {
  const [waiting, live] = [waitingIn(progress), liveIn(progress)];
  const { publishing, failed, unconfirmed } = progress;
  const parts = [
    waiting > 0 && `${postsThat(waiting, 'wait')} cancelled`,
    live > 0 &&
      `${waiting > 0 ? `${live} that ${live === 1 ? 'is' : 'are'} live ${live === 1 ? 'is' : 'are'}` : postsThat(live, 'live')} deleted at Google`,
  ].filter(Boolean);
  return [
    parts.length > 0 && `${parts.join(', ')}.`,
    publishing > 0 &&
      (publishing === 1
        ? '1 is on its way to Google, and is deleted there once it has arrived.'
        : `${publishing} are on their way to Google, and are deleted there once they have arrived.`),
    failed > 0 &&
      (failed === 1 ? '1 that failed is cancelled too.' : `${failed} that failed are cancelled too.`),
    unconfirmed > 0 &&
      (unconfirmed === 1
        ? '1 that Google hasn’t confirmed is looked for there, and deleted if it is live.'
        : `${unconfirmed} that Google hasn’t confirmed are looked for there, and deleted if they are live.`),
  ].filter((words) => words !== false);
}

function postsThat(count: number, what: 'wait' | 'live'): string {
  const isOne = count === 1;
  const words = what === 'live' ? (isOne ? 'is live' : 'are live') : isOne ? 'waits' : 'wait';
  return isOne ? `1 post that ${words} is` : `${count} posts that ${words} are`;
}
