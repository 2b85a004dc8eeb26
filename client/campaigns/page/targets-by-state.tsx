import { afterTries } from '../../api/swr';
import { figure } from '../../lib/count-of';
import { Button } from '../../ui/basics/button';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import { Panel } from '../../ui/layout/panel';
import { ErrorState } from '../../ui/messages/banner';
import { Loading, SkeletonRows } from '../../ui/messages/loading';
import type { Campaign } from '../campaign-words';
import { useTargets } from '../use-campaigns';
import { LeftOut, type LeftOutActions } from './left-out';
import { countIn, partsIn, type ShownState, TARGET_STATES } from './target-states';
import { type TargetActions, TargetTable } from './target-table';

/** How many locations of a state are shown at first. */
const FIRST = 5;

interface PartsProps extends TargetActions, LeftOutActions {
  campaign: Campaign;
  timeZone: string;
  onShowAll: (state: ShownState) => void;
}

/** All locations of a campaign by their state: those that need a person, those that are left out, then the first of the others. */
export function TargetsByState(props: PartsProps) {
  const { campaign } = props;
  return (
    <div className={common.stack4}>
      {partsIn(campaign.progress).map((state) =>
        state === 'left_out' ? (
          <LeftOut key={state} {...props} />
        ) : (
          <Part key={state} state={state} {...props} />
        ),
      )}
    </div>
  );
}

function Part({ state, campaign, timeZone, onShowAll, onView, onRetry }: PartsProps & { state: ShownState }) {
  const { data, error: failed, isValidating, mutate } = useTargets(campaign.id, { state, limit: FIRST });
  const { error, isTrying } = afterTries(failed);
  const { label } = TARGET_STATES[state];
  const count = countIn(campaign.progress, state);
  return (
    <Panel
      title={label}
      note={figure(count)}
      flush
      actions={
        count > FIRST && (
          <Button size="row" variant="quiet" onClick={() => onShowAll(state)}>
            Show all<VisuallyHidden> {label}</VisuallyHidden>
          </Button>
        )
      }
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load the locations of this campaign. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={!data && error === undefined}
        isTrying={isTrying}
        skeleton={<SkeletonRows rows={Math.min(count, FIRST)} />}
      >
        {data && data.items.length > 0 && (
          <TargetTable targets={data.items} {...{ timeZone, onView, onRetry }} of={state} />
        )}
      </Loading>
    </Panel>
  );
}
