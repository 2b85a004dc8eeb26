import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error';
import { countOf } from '../lib/count-of';
import { focusAfter } from '../lib/draw-first';
import { viewerTimeZone } from '../lib/wall-time';
import { actionErrorMessage } from '../posting/action-errors';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import { announce } from '../ui/basics/screen-reader';
import { useZoneAnswers } from '../zones/use-zone-answers';
import type { Campaign, Target } from './campaign-words';
import styles from './plan-dialog.module.css';
import { PlanLeftOut } from './plan-left-out';
import { PlanTargets } from './plan-targets';
import { PlanTimes } from './plan-times';
import { whenWords } from './plan-words';
import { PlanZones } from './plan-zones';
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
  const [isRenewing, setIsRenewing] = useState(false);
  /** Whether time zones were set that the plan does not have yet. */
  const [isOutdated, setIsOutdated] = useState(false);
  const zones = useZoneAnswers(asksForZones ? planned.id : null);
  const zonesHead = useRef<HTMLDivElement>(null);
  const planHead = useRef<HTMLParagraphElement>(null);
  const { plan } = campaign;
  const { posts } = plan;
  const rule = [...plan.leftOut, ...plan.warnings].find((each) => each.rule === shownRule);

  /** Whether all texts are saved; else it says which is not. */
  function areTextsSaved(): boolean {
    const [unsaved] = edited;
    if (!unsaved) return true;
    const words = `You’re still writing the text for ${unsaved.locationName}. Save it or cancel it first.`;
    setNotice({ tone: 'error', words });
    return false;
  }

  async function schedule(): Promise<void> {
    if (!areTextsSaved()) return;
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

  function fixZones(): void {
    if (!areTextsSaved()) return;
    setNotice(undefined);
    focusAfter(
      () => setAsksForZones(true),
      () => zonesHead.current,
    );
  }

  async function setZones(): Promise<void> {
    const said = await zones.say();
    if (!said) return;
    setIsOutdated(true);
    announce(`${countOf(zones.count, 'time zone')} set.`);
    if (said === 'all') await showPlan({ isOutdated: true });
  }

  /** Shows the plan again, made again if time zones were set since. */
  async function showPlan(since = { isOutdated }): Promise<void> {
    if (since.isOutdated) {
      setIsRenewing(true);
      await renew();
      setIsRenewing(false);
      setIsOutdated(false);
    }
    focusAfter(
      () => setAsksForZones(false),
      () => planHead.current,
    );
  }

  const shownNotice: Notice | undefined =
    asksForZones && zones.failure !== undefined ? { tone: 'error', words: zones.failure } : notice;
  return (
    <Dialog
      open
      size="large"
      title={asksForZones ? 'Time zones for this plan' : 'Campaign plan'}
      onClose={onClose}
      message={shownNotice && <Banner tone={shownNotice.tone}>{shownNotice.words}</Banner>}
      footer={
        asksForZones ? (
          <>
            <div className={styles.back}>
              <Button variant="quiet" onClick={() => void showPlan()}>
                Back to the plan
              </Button>
            </div>
            {zones.count > 0 && (
              <Button
                variant="primary"
                busyText={(zones.isBusy || isRenewing) && 'Setting...'}
                onClick={() => void setZones()}
              >
                Set {countOf(zones.count, 'time zone')}
              </Button>
            )}
          </>
        ) : (
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
        )
      }
    >
      {asksForZones && (
        <div ref={zonesHead} tabIndex={-1} className={common.noRing}>
          <PlanZones answers={zones} wallTime={campaign.wallTime} />
        </div>
      )}
      {/* Still there, so that its list keeps its place. */}
      <div hidden={asksForZones}>
        <p ref={planHead} tabIndex={-1} className={cx(common.noRing, styles.sum)}>
          {countOf(posts, 'post')} at {countOf(posts, 'location')}
        </p>
        <p className={styles.when}>
          {whenWords(campaign, viewerTimeZone())}. Nothing is scheduled until you confirm.
        </p>
        <div className={styles.parts}>
          {posts > 0 ? <PlanTimes plan={plan} /> : <p>No location can get a post.</p>}
          <PlanLeftOut plan={plan} shown={shownRule} onShow={show} onFixZones={fixZones} />
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
      </div>
    </Dialog>
  );
}
