import { useNavigate } from 'react-router-dom';
import type { Campaign } from '../../campaigns/campaign-words';
import { countOf } from '../../lib/count-of';
import { viewUrl } from '../../lib/views';
import { Dialog } from '../../ui/layers/dialog';
import { useCode, useOnDemand } from '../../ui/messages/load-code';
import { SkeletonRows } from '../../ui/messages/loading';
import { notify } from '../../ui/messages/notify';
import { choiceOf } from './post-body';
import type { Composer } from './use-composer';

const loadChooser = () => import('../../campaigns/location-chooser').then((module) => module.LocationChooser);
const loadPlan = () => import('../../campaigns/plan-dialog').then((module) => module.PlanDialog);

/** The dialog to choose many locations, above the composer. */
export function useChooser({ draft, edit }: Composer) {
  const { Part: LocationChooser, ...chooser } = useOnDemand(
    loadChooser,
    'The locations couldn’t be loaded. Please try again.',
  );
  return {
    open: chooser.open,
    /** Set while it is open. */
    dialog: LocationChooser && (
      <LocationChooser
        choice={choiceOf(draft)}
        onClose={chooser.close}
        onChoose={(choice) => {
          edit({ choice: JSON.stringify(choice) });
          chooser.close();
        }}
      />
    ),
  };
}

interface CampaignPlanProps {
  composer: Composer;
  plan: Campaign;
  onClose: () => void;
}

/** The plan of a campaign, in place of the composer until it is confirmed. Then the campaign's page opens. */
export function CampaignPlan({ composer, plan, onClose }: CampaignPlanProps) {
  const navigate = useNavigate();
  const { backToText } = composer;
  const { Part: PlanDialog } = useCode(loadPlan, true, () => {
    notify.error('The plan couldn’t be loaded. Please try again.');
    backToText();
  });
  if (PlanDialog === undefined)
    return (
      <Dialog open size="large" title="Campaign plan" onClose={onClose}>
        <SkeletonRows rows={6} />
      </Dialog>
    );
  return (
    <PlanDialog
      planned={plan}
      onBack={backToText}
      onClose={onClose}
      onConfirmed={({ id, posts }) => {
        composer.confirmed();
        notify.success(`${countOf(posts, 'post')} scheduled successfully!`);
        onClose();
        void navigate(viewUrl('campaign', { campaign: id }));
      }}
    />
  );
}
