import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { afterTries } from '../../api/swr';
import { countOf, figure } from '../../lib/count-of';
import { choicePart, useAddress } from '../../lib/use-address';
import { actionErrorMessage } from '../../posting/action-errors';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import { Panel } from '../../ui/layout/panel';
import { LoadMore } from '../../ui/layout/table';
import { Tabs } from '../../ui/layout/tabs';
import { ErrorState } from '../../ui/messages/banner';
import { Loading, SkeletonRows } from '../../ui/messages/loading';
import { notify } from '../../ui/messages/notify';
import { useWhyNotNow } from '../undo-parts';
import { useChangeActions } from '../use-changes';
import styles from './set-table.module.css';
import { SetTable } from './set-table';
import { type ChangeSet, needing, PART_NAMES, SET_PARTS, type SetPart } from './set-words';
import { useSetLocations } from './use-sets';

const FAILED = 'Failed to load the locations. Please try again.';
const ADDRESS = { show: choicePart('show', SET_PARTS) };

const NONE: Readonly<Record<SetPart, string>> = Object.freeze({
  need: 'Nothing needs you.',
  sent: 'Nothing was sent yet.',
  waiting: 'Nothing is left to send.',
  all: 'There are no locations yet.',
});

interface SetLocationsProps {
  set: ChangeSet;
  timeZone: string;
  onOpen: (changeId: string) => void;
  /** Called when the button is gone that had the focus. */
  onRetried: () => void;
}

/** What became of each location: first those that need a person, if there are any. */
export function SetLocations({ set, timeZone, onOpen, onRetried }: SetLocationsProps) {
  const { address, change } = useAddress(ADDRESS);
  // Decided once: what a person looks at does not move away when something fails later.
  const [usual] = useState<SetPart>(needing(set.progress) > 0 ? 'need' : 'all');
  const part = address.show ?? usual;
  const [loaded, setLoaded] = useState({ of: part, pages: 1 });
  const pages = loaded.of === part ? loaded.pages : 1;
  const { data, error: failed, isValidating, mutate } = useSetLocations(set, part, pages);
  const { error, isTrying } = afterTries(failed);
  const counts = data?.counts;
  const unplanned = data && data.nextCursor === null ? data.counts[part] - data.items.length : 0;

  return (
    <Tabs
      label="Locations of these changes"
      tabs={SET_PARTS.map((id) => ({ id, label: PART_NAMES[id], count: counts?.[id] }))}
      value={part}
      onChange={(show) => change({ show })}
    >
      <Panel
        flush
        title={titleOf(part, counts?.[part])}
        actions={part === 'need' && set.canRetry > 0 && <Retry set={set} onRetried={onRetried} />}
      >
        {error !== undefined && (
          <ErrorState message={FAILED} onRetry={() => void mutate()} retrying={isValidating} />
        )}
        <Loading
          busy={!data && error === undefined}
          isTrying={isTrying}
          skeleton={<SkeletonRows rows={4} />}
          loadedMessage={data && `${countOf(data.items.length, 'location')} loaded`}
        >
          {data && data.items.length > 0 && (
            <SetTable locations={data.items} timeZone={timeZone} onOpen={onOpen} part={part} />
          )}
          {data?.counts[part] === 0 && <p className={cx(common.muted, styles.none)}>{NONE[part]}</p>}
          {unplanned > 0 && (part === 'waiting' || part === 'all') && (
            <p className={cx(common.muted, styles.none)}>
              {countOf(unplanned, 'more location')} will be listed here before{' '}
              {unplanned === 1 ? 'it is' : 'they are'} sent.
            </p>
          )}
          {data && data.nextCursor !== null && (
            <div className={styles.more}>
              <LoadMore isLoading={isValidating} onClick={() => setLoaded({ of: part, pages: pages + 1 })} />
            </div>
          )}
        </Loading>
      </Panel>
    </Tabs>
  );
}

function titleOf(part: SetPart, count: number | undefined): string {
  if (part !== 'need' || count === undefined) return PART_NAMES[part];
  return `${countOf(count, 'location')} ${count === 1 ? 'needs' : 'need'} you`;
}

/** Tries all that failed once more. What was left alone stays so. */
function Retry({ set: { id, canRetry }, onRetried }: Pick<SetLocationsProps, 'set' | 'onRetried'>) {
  const { retrySet } = useChangeActions();
  const whyNotNow = useWhyNotNow();
  const [isBusy, setIsBusy] = useState(false);
  if (whyNotNow) return null;

  async function retry(): Promise<void> {
    setIsBusy(true);
    try {
      const locations = await retrySet(id);
      notify.success(`Retrying ${countOf(locations, 'location')}.`);
      onRetried();
    } catch (error) {
      notify.error(actionErrorMessage(error, 'Failed to retry. Please try again.'));
    }
    setIsBusy(false);
  }

  return (
    <Button
      variant="primary"
      size="small"
      icon={RotateCcw}
      busyText={isBusy && 'Retrying...'}
      onClick={() => void retry()}
    >
      Retry {figure(canRetry)} failed
    </Button>
  );
}
