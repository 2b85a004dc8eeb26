import { type RefObject, useRef, useState } from 'react';
import { ChevronLeft, Undo2 } from 'lucide-react';
import { figure } from '../../lib/count-of';
import { ApiError } from '../../api/api-error';
import { afterTries } from '../../api/swr';
import { ClosedApiBanner } from '../../business-profile/closed-apis';
import { useNow } from '../../lib/use-now';
import { viewUrl } from '../../lib/views';
import { viewerTimeZone } from '../../lib/wall-time';
import { actionErrorMessage } from '../../posting/action-errors';
import { ActionMessages } from '../../posts/list/action-messages';
import { PostDialogs } from '../../posts/list/post-dialogs';
import { useRowActions } from '../../posts/list/use-row-actions';
import { fetchPost } from '../../posting/use-posts';
import common from '../../ui/layout/common.module.css';
import { ErrorState } from '../../ui/messages/banner';
import { EmptyState, FailedLoad } from '../../ui/layout/board';
import { Button, ButtonLink } from '../../ui/basics/button';
import { Loading, Skeleton } from '../../ui/messages/loading';
import { notify } from '../../ui/messages/notify';
import type { Campaign, Target } from '../campaign-words';
import { type CampaignAgain, useCampaign, useCampaignActions } from '../use-campaigns';
import { useLiveCampaigns } from '../use-live-campaigns';
import { CampaignActions } from './campaign-actions';
import { CampaignHead } from './campaign-head';
import { CampaignState } from './campaign-state';
import { CampaignTargets } from './campaign-targets';
import styles from './campaign-view.module.css';
import { DraftActions } from './draft-actions';
import { Bar } from './progress-bar';
import { UseAgain } from './use-again';

const EVERY_10_S = 10_000;
const FAILED_LOAD = 'Failed to load the campaign. Please try again.';

interface CampaignViewProps {
  campaignId: string;
  /** Opens the composer with a campaign that is used again. */
  onCompose: (preset: { again: CampaignAgain }) => void;
}

/** The page of one campaign: its progress, its locations, and all actions. */
export function CampaignView({ campaignId, onCompose }: CampaignViewProps) {
  return <CampaignPage key={campaignId} id={campaignId} onAgain={(again) => onCompose({ again })} />;
}

interface CampaignPageProps {
  id: string;
  onAgain: (again: CampaignAgain) => void;
}

function CampaignPage({ id, onAgain }: CampaignPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [timeZone] = useState(viewerTimeZone);
  const { data: campaign, error: failed, isValidating, mutate } = useCampaign(id);
  const { error, isTrying } = afterTries(failed);
  useLiveCampaigns(campaign && [campaign], error);
  const isUnknown = error instanceof ApiError && error.status === 404;
  const failure = { message: FAILED_LOAD, onRetry: () => void mutate(), retrying: isValidating };

  return (
    <div className={common.stack4}>
      <ButtonLink
        to={viewUrl('calendar', { status: 'campaigns' })}
        variant="quiet"
        size="row"
        icon={ChevronLeft}
        className={styles.back}
      >
        Campaigns
      </ButtonLink>
      <CampaignHead {...{ campaign, heading, timeZone }} />
      <ClosedApiBanner api="v4" />
      {isUnknown && !campaign && (
        <EmptyState
          title="Campaign not found"
          action={<ButtonLink to={viewUrl('calendar')}>Content Calendar</ButtonLink>}
        >
          It doesn’t exist, or it was a plan that was never confirmed.
        </EmptyState>
      )}
      {error !== undefined && !isUnknown && !campaign && <FailedLoad {...failure} />}
      {error !== undefined && campaign && <ErrorState {...failure} />}
      <Loading busy={!campaign && error === undefined} isTrying={isTrying} skeleton={<CampaignSkeleton />}>
        {campaign && <CampaignParts {...{ campaign, heading, timeZone, onAgain }} />}
      </Loading>
    </div>
  );
}

interface CampaignPartsProps extends Pick<CampaignPageProps, 'onAgain'> {
  campaign: Campaign;
  heading: RefObject<HTMLHeadingElement | null>;
  timeZone: string;
}

/** State, actions, progress and locations of a loaded campaign, and the dialogs of its posts. */
function CampaignParts({ campaign, heading, timeZone, onAgain }: CampaignPartsProps) {
  const now = useNow(EVERY_10_S);
  const { retry, undo } = useCampaignActions();
  const posts = useRowActions([], heading);
  const { id, state, isOfOtherAccount, removable } = campaign;
  const isOver = state === 'undoing' || state === 'undone';
  const focusHeading = () => heading.current?.focus({ preventScroll: true });

  async function attempt(work: () => Promise<void>, failure: string): Promise<void> {
    posts.setFailure(undefined);
    try {
      await work();
    } catch (error) {
      posts.setFailure(actionErrorMessage(error, failure));
    }
  }
  const view = ({ postId }: Target) =>
    attempt(async () => {
      if (postId !== null) posts.act('view', await fetchPost(postId));
    }, 'Failed to load this post. Please try again.');
  const retryOne = ({ locationId, locationName }: Target) =>
    attempt(async () => {
      focusHeading();
      await retry(id, [locationId]);
      notify.success(`Retrying the post at ${locationName}.`);
    }, 'The post couldn’t be retried. Please try again.');
  const removeAgain = () =>
    attempt(async () => {
      focusHeading();
      await undo(id);
    }, 'The posts couldn’t be deleted. Please try again.');

  const again = <UseAgain campaign={campaign} onAgain={onAgain} onFailure={posts.setFailure} />;

  return (
    <div className={common.stack4}>
      <CampaignState campaign={campaign} />
      {!isOfOtherAccount && state === 'draft' && (
        <DraftActions campaign={campaign} onFailure={posts.setFailure} onConfirmed={focusHeading} />
      )}
      {!isOfOtherAccount && !isOver && state !== 'draft' && (
        <CampaignActions campaign={campaign} onFailure={posts.setFailure} onDone={focusHeading}>
          {again}
        </CampaignActions>
      )}
      {!isOfOtherAccount && isOver && (
        <div className={common.wrap}>
          {state === 'undone' && removable > 0 && (
            <Button icon={Undo2} onClick={() => void removeAgain()}>
              Try to delete again ({figure(removable)})
            </Button>
          )}
          {again}
        </div>
      )}
      <ActionMessages actions={posts} onDismissed={focusHeading} />
      <Bar progress={campaign.progress} />
      <CampaignTargets
        campaign={campaign}
        timeZone={timeZone}
        onView={(target) => void view(target)}
        onRetry={isOver || isOfOtherAccount ? undefined : (target) => void retryOne(target)}
        onFailure={posts.setFailure}
        onTakenIn={focusHeading}
      />
      <PostDialogs actions={posts} now={now} timeZone={timeZone} />
    </div>
  );
}

function CampaignSkeleton() {
  return (
    <div className={common.stack4}>
      <Skeleton shape="control" />
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} shape="row" />
      ))}
    </div>
  );
}
