import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { countOf } from '../../lib/count-of';
import { drawFirst } from '../../lib/draw-first';
import { viewUrl } from '../../lib/views';
import { actionErrorMessage } from '../../posting/action-errors';
import { Button } from '../../ui/basics/button';
import { AlertDialog } from '../../ui/layers/dialog';
import common from '../../ui/layout/common.module.css';
import { notify } from '../../ui/messages/notify';
import type { Campaign } from '../campaign-words';
import { PlanDialog } from '../plan-dialog';
import { useCampaignActions } from '../use-campaigns';

interface DraftActionsProps {
  campaign: Campaign;
  /** Shows why an action failed; undefined takes the last message away. */
  onFailure: (words: string | undefined) => void;
  /** Called when the plan was confirmed, so that its buttons are gone. */
  onConfirmed: () => void;
}

/** The actions on a plan that is not confirmed. */
export function DraftActions({ campaign, onFailure, onConfirmed }: DraftActionsProps) {
  const { remove } = useCampaignActions();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'plan' | 'delete'>();
  const [isBusy, setIsBusy] = useState(false);

  async function confirm(): Promise<void> {
    onFailure(undefined);
    setIsBusy(true);
    try {
      await remove(campaign.id);
      notify.success('Plan deleted.');
      await navigate(viewUrl('calendar'));
    } catch (error) {
      setOpened(undefined);
      setIsBusy(false);
      onFailure(actionErrorMessage(error, 'The plan couldn’t be deleted. Please try again.'));
    }
  }

  return (
    <div className={common.wrap}>
      <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpened('plan')}>
        See the plan
      </Button>
      <Button variant="quietDanger" aria-haspopup="dialog" onClick={() => setOpened('delete')}>
        Delete plan
      </Button>
      {opened === 'plan' && (
        <PlanDialog
          planned={campaign}
          onClose={() => setOpened(undefined)}
          onConfirmed={({ posts }) => {
            drawFirst(() => setOpened(undefined));
            onConfirmed();
            notify.success(`${countOf(posts, 'post')} scheduled successfully!`);
          }}
        />
      )}
      <AlertDialog
        open={opened === 'delete'}
        title="Delete plan"
        confirmLabel="Delete"
        busyText={isBusy && 'Deleting...'}
        onCancel={() => setOpened(undefined)}
        onConfirm={() => void confirm()}
      >
        Are you sure you want to delete this plan? Nothing in it has been scheduled.
      </AlertDialog>
    </div>
  );
}
