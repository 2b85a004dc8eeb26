import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { viewUrl } from '../../lib/views';
import { actionErrorMessage } from '../../posts/action-errors';
import { Button } from '../../ui/button';
import { AlertDialog } from '../../ui/dialog';
import { notify } from '../../ui/notify';
import type { Campaign } from '../campaign-words';
import { useCampaignActions } from '../use-campaigns';
import styles from './campaign-view.module.css';

interface DraftActionsProps {
  campaign: Campaign;
  /** Shows why an action failed; undefined takes the last message away. */
  onFailure: (words: string | undefined) => void;
}

/** What can be done with a plan that is not confirmed. */
export function DraftActions({ campaign, onFailure }: DraftActionsProps) {
  const { remove } = useCampaignActions();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function confirm(): Promise<void> {
    onFailure(undefined);
    setIsBusy(true);
    try {
      await remove(campaign.id);
      notify.success('Plan deleted.');
      await navigate(viewUrl('calendar'));
    } catch (error) {
      setIsAsking(false);
      setIsBusy(false);
      onFailure(actionErrorMessage(error, 'The plan couldn’t be deleted. Please try again.'));
    }
  }

  return (
    <div className={styles.actions}>
      <Button variant="quietDanger" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Delete plan
      </Button>
      <AlertDialog
        open={isAsking}
        title="Delete plan"
        confirmLabel="Delete"
        busyText={isBusy && 'Deleting...'}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
      >
        Are you sure you want to delete this plan? Nothing of it has been scheduled.
      </AlertDialog>
    </div>
  );
}
