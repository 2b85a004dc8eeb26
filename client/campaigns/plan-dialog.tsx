import { useState } from 'react';
import { ApiError } from '../api/api-error';
import { countOf } from '../lib/count-of';
import { viewerTimeZone } from '../lib/wall-time';
import { actionErrorMessage } from '../posting/action-errors';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import { OpenZonesDialog } from '../zones/open-zones-dialog';
import type { Campaign, Target } from './campaign-words';
import styles from './plan-dialog.module.css';
import { PlanLeftOut } from './plan-left-out';
import { PlanTargets } from './plan-targets';
import { PlanTimes } from './plan-times';
import { whenWords } from './plan-words';
import { useCampaign, useCampaignActions } from './use-campaigns';

interface PlanDialogProps {
  /** The campaign as it was planned last. */
  planned: Campaign;
  /** Undefined where there is no form to go back to. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
  onConfirmed: (campaign: Campaign) => void;
}

interface Notice {
  tone: 'error' | 'info';
  words: string;
}

/** Shows which posts would go out, where and when, and which locations are left out. Nothing is scheduled until it is confirmed here. */
export function PlanDialog({ planned, onBack, onClose, onConfirmed }: PlanDialogProps) {
  const { data: campaign = planned } = useCampaign(planned.id);
  const { confirm, planAgain } = useCampaignActions();
  const [isConfirming, setIsConfirming] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const [shownRule, setShownRule] = useState<string>();
  const [isListAsked, setIsListAsked] = useState(false);
  const [edited, setEdited] = useState<readonly Target[]>([]);
  const [asksForZones, setAsksForZones] = useState(false);
  const { plan } = campaign;
  const { posts } = plan;
  const rule = [...plan.leftOut, ...plan.warnings].find((each) => each.rule === shownRule);

  async function schedule(): Promise<void> {
    const [unsaved] = edited;
    if (unsaved) {
      const words = `You’re still writing the text for ${unsaved.locationName}. Save it or cancel it first.`;
      return setNotice({ tone: 'error', words });
    }
    setIsConfirming(true);
    setNotice(undefined);
    try {
      onConfirmed(await confirm(campaign));
    } catch (error) {
      const words = actionErrorMessage(error, 'The posts couldn’t be scheduled. Please try again.');
      setNotice({ tone: 'error', words });
      if (error instanceof ApiError && error.code === 'plan_outdated') await renew();
      setIsConfirming(false);
    }
  }

  function show(wanted: string | undefined): void {
    setShownRule(wanted);
    setEdited([]);
    setIsListAsked(true);
  }

  /** Plans again with the current data of the locations. */
  async function renew(): Promise<void> {
    try {
      await planAgain(planned.id);
    } catch (error) {
      const words = actionErrorMessage(error, 'The posts couldn’t be planned again. Please try again.');
      setNotice({ tone: 'error', words });
    }
  }

  return (
    <Dialog
      open
      size="large"
      title="Campaign plan"
      onClose={onClose}
      message={notice && <Banner tone={notice.tone}>{notice.words}</Banner>}
      footer={
        <>
          {onBack && (
            <div className={styles.back}>
              <Button variant="quiet" onClick={onBack}>
                Back to the text
              </Button>
            </div>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={posts === 0}
            busyText={isConfirming && 'Scheduling...'}
            onClick={() => void schedule()}
          >
            Schedule {countOf(posts, 'post')}
          </Button>
        </>
      }
    >
      <p className={styles.sum}>
        {countOf(posts, 'post')} at {countOf(posts, 'location')}
      </p>
      <p className={styles.when}>
        {whenWords(campaign, viewerTimeZone())}. Nothing is scheduled until you confirm.
      </p>
      <div className={styles.parts}>
        {posts > 0 ? <PlanTimes plan={plan} /> : <p>No location can get a post.</p>}
        <PlanLeftOut plan={plan} shown={shownRule} onShow={show} onFixZones={() => setAsksForZones(true)} />
      </div>
      <PlanTargets
        key={shownRule}
        campaign={campaign}
        rule={rule}
        isAsked={isListAsked}
        onShowAll={() => show(undefined)}
        edited={edited}
        onEdited={setEdited}
        onFailure={(words) => setNotice(words === undefined ? undefined : { tone: 'error', words })}
      />
      {asksForZones && (
        <OpenZonesDialog
          onClose={() => {
            setAsksForZones(false);
            void renew();
          }}
        />
      )}
    </Dialog>
  );
}
