import { useState } from 'react';
import { afterTries } from '../../api/swr';
import { countOf, figure } from '../../lib/count-of';
import { Panel } from '../../ui/layout/panel';
import { AlertDialog } from '../../ui/layers/dialog';
import { ErrorState } from '../../ui/messages/banner';
import { useOnDemand } from '../../ui/messages/load-code';
import { Loading, SkeletonRows } from '../../ui/messages/loading';
import { notify } from '../../ui/messages/notify';
import { actionErrorMessage } from '../../posting/action-errors';
import type { Campaign } from '../campaign-words';
import { type LeftOutGroup as Group, useCampaignActions, useLeftOut } from '../use-campaigns';
import { LeftOutGroup } from './left-out-group';

const loadZones = () => import('../../zones/open-zones-dialog').then((module) => module.OpenZonesDialog);

export interface LeftOutActions {
  /** Shows why an action failed; undefined takes the last message away. */
  onFailure: (words: string | undefined) => void;
  /** Called when locations were taken in: their button is gone. */
  onTakenIn: () => void;
}

interface LeftOutProps extends LeftOutActions {
  campaign: Campaign;
  timeZone: string;
}

/** Locations that are to be taken in: all of a group that can be, or one. */
interface Asked {
  group: Group;
  one: Group['items'][number] | undefined;
}

/** The locations that a campaign leaves out, by reason, and what helps: the cure, and to take them in once the reason is gone. */
export function LeftOut({ campaign, timeZone, onFailure, onTakenIn }: LeftOutProps) {
  const { data: groups, error: failed, isValidating, mutate } = useLeftOut(campaign);
  const { error, isTrying } = afterTries(failed);
  const { takeIn } = useCampaignActions();
  const [asked, setAsked] = useState<Asked>();
  const [busy, setBusy] = useState<Asked>();
  const { Part: ZonesDialog, ...zones } = useOnDemand(
    loadZones,
    'The time zones couldn’t be loaded. Please try again.',
  );

  async function take(taken: Asked): Promise<void> {
    const { group, one } = taken;
    onFailure(undefined);
    setBusy(taken);
    try {
      await takeIn(campaign, group.rule, one && [one.locationId]);
      notify.success(`${countOf(one ? 1 : group.ready, 'location')} taken in.`);
      onTakenIn();
    } catch (failure) {
      onFailure(actionErrorMessage(failure, 'The locations couldn’t be taken in. Please try again.'));
      void mutate();
    } finally {
      setBusy(undefined);
      setAsked(undefined);
    }
  }

  function ask(wanted: Asked): void {
    if (dueIn(wanted) === 0 || campaign.isPaused) void take(wanted);
    else setAsked(wanted);
  }

  return (
    <Panel title="Left out" note={figure(campaign.progress.left_out)} flush>
      {error !== undefined && (
        <ErrorState
          message="Failed to load the locations that are left out. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading busy={!groups && error === undefined} isTrying={isTrying} skeleton={<SkeletonRows rows={3} />}>
        {groups?.map((group) => (
          <LeftOutGroup
            key={group.rule}
            group={group}
            isPaused={campaign.isPaused}
            timeZone={timeZone}
            isBusy={busy?.group.rule === group.rule && !busy.one}
            onTakeIn={(one) => ask({ group, one })}
            onSetZones={campaign.isOfOtherAccount ? undefined : zones.open}
          />
        ))}
      </Loading>
      <AlertDialog
        open={asked !== undefined}
        title="Take in"
        confirmLabel="Take in"
        confirmVariant="primary"
        busyText={busy !== undefined && 'Taking in...'}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => asked && void take(asked)}
      >
        {asked && questionOf(asked)}
      </AlertDialog>
      {ZonesDialog && (
        <ZonesDialog
          campaignId={campaign.id}
          onClose={() => {
            zones.close();
            void mutate();
          }}
        />
      )}
    </Panel>
  );
}

/** How many of the posts would go out right away. */
function dueIn({ group, one }: Asked): number {
  return (one ? [one] : group.items).filter(({ isReady, isDue }) => isReady && isDue).length;
}

function questionOf({ group, one }: Asked): string {
  if (one)
    return `The time of this campaign has passed at ${one.locationName}. Its post will be published right away.`;
  const due = dueIn({ group, one });
  const who =
    due === group.ready
      ? `${countOf(due, 'location')}`
      : `${figure(due)} of ${countOf(group.ready, 'location')}`;
  return `The time of this campaign has passed at ${who}. ${due === 1 ? 'Its post' : 'Their posts'} will be published right away.`;
}
