import { Info } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { afterTries } from '../../api/swr';
import { RequestFault } from '../../business-profile/connect';
import { useConnection } from '../../business-profile/use-connection';
import { useFirstReading } from '../../business-profile/use-mirror';
import { NothingRead } from '../../listings/nothing-read';
import { useLocks } from '../../listings/use-locks';
import { LocationFilter } from '../../posting/location-filter';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Icon } from '../../ui/basics/icon';
import { EmptyState } from '../../ui/layout/board';
import common from '../../ui/layout/common.module.css';
import { Panel } from '../../ui/layout/panel';
import { LoadMore } from '../../ui/layout/table';
import { Banner } from '../../ui/messages/banner';
import { Loading, SkeletonRows } from '../../ui/messages/loading';
import { useWhyNotNow } from '../undo-parts';
import { LockAField } from './lock-a-field';
import { HOW_LOCKS_WORK } from './lock-note';
import { LockRow } from './lock-row';
import { locksWords } from './lock-words';
import styles from './locks.module.css';

interface LocksProps {
  locationId: string | undefined;
  onFilter: (next: { locationId: string | undefined }) => void;
  timeZone: string;
  onOpenChange: (id: string) => void;
}

/** All locks, or those of a location, with what each has done. Those that wait for a person come first. */
export function Locks(props: LocksProps) {
  const { connection } = useConnection();
  const reading = useFirstReading();
  if (reading === 'stuck') return <NothingRead />;
  if (reading === 'pending')
    return (
      <EmptyState title="Your locations are being read from Google">
        You can lock fields as soon as they’re here.
      </EmptyState>
    );
  if (connection?.state === 'no_quota')
    return (
      <EmptyState title="Nothing can be locked yet">
        You can lock fields once Google lets Shingle read your locations.
      </EmptyState>
    );
  return <LockList {...props} />;
}

function LockList({ locationId, onFilter, timeZone, onOpenChange }: LocksProps) {
  const [loaded, setLoaded] = useState({ of: locationId, pages: 1 });
  const pages = loaded.of === locationId ? loaded.pages : 1;
  const { data, error: failed, isValidating, mutate } = useLocks({ locationId }, pages);
  const { error, isTrying } = afterTries(failed);
  const list = useRef<HTMLDivElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const whyNotNow = useWhyNotNow();
  const title = data && locksWords(data.counts);
  return (
    <div className={common.stack3}>
      {whyNotNow && <Banner tone="info">{whyNotNow} Until then, locks put nothing back.</Banner>}
      {(locationId !== undefined || (data && data.items.length > 0)) && (
        <div className={styles.filter}>
          <LocationFilter
            label="Filter locks by location"
            locationId={locationId}
            onChange={(id) => onFilter({ locationId: id })}
          />
        </div>
      )}
      {error !== undefined && (
        <RequestFault
          error={error}
          message="Failed to load the locks. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={!data && error === undefined}
        isTrying={isTrying}
        skeleton={<SkeletonRows rows={4} />}
        loadedMessage={title}
      >
        {data?.items.length === 0 && (
          <NoLocks
            onShowAll={locationId === undefined ? undefined : () => onFilter({ locationId: undefined })}
          />
        )}
        {data && title && data.items.length > 0 && (
          <Panel
            flush
            title={title}
            actions={
              <Button size="row" variant="quiet" onClick={() => note.current?.focus()}>
                How locks work
              </Button>
            }
          >
            <div ref={list} tabIndex={-1} role="group" aria-label={title} className={common.noRing}>
              <ul className={common.ruled}>
                {data.items.map((lock) => (
                  <li key={lock.id}>
                    <LockRow lock={lock} timeZone={timeZone} onOpenChange={onOpenChange} />
                  </li>
                ))}
              </ul>
            </div>
            {data.nextCursor !== null && (
              <div className={styles.more}>
                <LoadMore
                  isLoading={isValidating}
                  onClick={() => setLoaded({ of: locationId, pages: pages + 1 })}
                />
              </div>
            )}
          </Panel>
        )}
      </Loading>
      <div ref={note} tabIndex={-1} className={cx(common.noRing, styles.note)}>
        <Icon of={Info} />
        <p>{HOW_LOCKS_WORK}</p>
      </div>
    </div>
  );
}

function NoLocks({ onShowAll }: { onShowAll: (() => void) | undefined }): ReactNode {
  if (onShowAll)
    return (
      <EmptyState
        title="No locks at this location"
        action={<Button onClick={onShowAll}>Show all locks</Button>}
      />
    );
  return (
    <EmptyState title="No locks yet" action={<LockAField />}>
      Lock a field, and Shingle keeps it as it is when Google or the public changes it.
    </EmptyState>
  );
}
