import { countOf } from '../lib/count-of';
import { viewerTimeZone } from '../lib/wall-time';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { ErrorState } from '../ui/messages/banner';
import { Loading, SkeletonRows } from '../ui/messages/loading';
import type { useZoneAnswers } from '../zones/use-zone-answers';
import { ZoneGroups } from '../zones/zone-groups';
import { clocksOf } from './plan-words';

interface PlanZonesProps {
  answers: ReturnType<typeof useZoneAnswers>;
  /** The time of day at each location. */
  wallTime: string | null;
}

/** The time zones that a plan lacks, in place of the plan: what is suggested, and when the posts would go out with it. */
export function PlanZones({ answers, wallTime }: PlanZonesProps) {
  const { items, rest, chosenFor, choose, loading } = answers;
  const viewerZone = viewerTimeZone();
  if (items === undefined)
    return loading.hasFailed ? (
      <ErrorState
        message="Failed to load the time zones. Please try again."
        onRetry={loading.retry}
        retrying={loading.isRetrying}
      />
    ) : (
      <Loading busy skeleton={<SkeletonRows rows={4} />}>
        {null}
      </Loading>
    );
  const all = items.length + rest;
  const areSuggested = items.every(({ suggestion }) => suggestion !== null);
  return (
    <div className={common.stack4}>
      {all === 0 ? (
        <p>All locations in this plan have a time zone.</p>
      ) : (
        <p>
          <b className={prose.strong}>{countOf(all, 'location')}</b> in this plan {all === 1 ? 'has' : 'have'}{' '}
          no time zone. Google doesn’t share it, so we suggested one from{' '}
          {areSuggested ? 'each address' : 'the address where we could'}.
          {rest > 0 && ` The first ${items.length} are shown, and the others follow.`}
        </p>
      )}
      <div>
        <ZoneGroups
          items={items}
          chosenFor={chosenFor}
          onChoose={choose}
          proofOf={(timeZone) => {
            const { there, here } = clocksOf(wallTime, timeZone, viewerZone);
            return (
              <>
                <b className={prose.strong}>{there}</b> there, {here} for you
              </>
            );
          }}
        />
      </div>
    </div>
  );
}
