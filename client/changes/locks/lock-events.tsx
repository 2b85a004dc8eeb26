import { useState } from 'react';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../../api/client';
import { readPages } from '../../api/pages';
import { dateTimeWords } from '../../lib/time-words';
import { useNow } from '../../lib/use-now';
import type { Lock, LockEvent } from '../../listings/use-locks';
import { CHANGES } from '../../listings/use-google-edits';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Plate } from '../../ui/basics/labels';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import { Dialog } from '../../ui/layers/dialog';
import common from '../../ui/layout/common.module.css';
import { LoadMore } from '../../ui/layout/table';
import { DialogLoading } from '../dialog-loading';
import { PlainValue } from '../undo-parts';
import styles from './lock-row.module.css';
import { eventDay, eventWords, lockName } from './lock-words';

const MINUTE = 60_000;

interface LockEventsProps {
  lock: Lock;
  events: readonly LockEvent[];
  timeZone: string;
  /** Opens the change that an event made; left out where none can be opened. */
  onOpenChange?: (id: string) => void;
}

/** What a lock did, the latest first. */
export function LockEvents({ lock, events, timeZone, onOpenChange }: LockEventsProps) {
  const now = useNow(MINUTE);
  const isMany = lock.locations.count > 1;
  return (
    <ul className={cx(common.small, styles.events)}>
      {events.map((event) => {
        const { id, at, storeCode, locationName, value, changeId, kind } = event;
        const shownValue = (kind === 'taken_over' || kind === 'changed') && value;
        return (
          <li key={id}>
            <time dateTime={at} title={dateTimeWords(new Date(at), timeZone)}>
              {eventDay(at, now, timeZone)}
            </time>
            <div>
              {eventWords(event, lock)}
              {isMany && (storeCode ?? locationName) && (
                <> at {storeCode ? <Plate>{storeCode}</Plate> : locationName}</>
              )}
              {shownValue && (
                <div className={styles.taken}>
                  <PlainValue field={lock.field} value={shownValue} />
                </div>
              )}
              {changeId && onOpenChange && (
                <>
                  {' '}
                  <Button size="row" variant="quiet" onClick={() => onOpenChange(changeId)}>
                    <span>
                      See it<VisuallyHidden> in the change log</VisuallyHidden>
                    </span>
                  </Button>
                </>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const PAGE_SIZE = 50;

function useAllEvents(id: string, pages: number) {
  return useSWR(
    [CHANGES, 'lock-events', id, pages] as const,
    async (): Promise<Schemas['LockEventListDto']> => {
      const part = (cursor?: string) =>
        answer(
          api.GET('/api/locks/{id}/events', {
            params: { path: { id }, query: { cursor, limit: PAGE_SIZE } },
          }),
          { quiet: true },
        );
      return readPages(part, pages);
    },
    { keepPreviousData: true },
  );
}

interface EventsDialogProps {
  lock: Lock;
  timeZone: string;
  onOpenChange: (id: string) => void;
  onClose: () => void;
}

/** All that a lock ever did. */
export function EventsDialog({ lock, timeZone, onOpenChange, onClose }: EventsDialogProps) {
  const [pages, setPages] = useState(1);
  const { data, error, isValidating, mutate } = useAllEvents(lock.id, pages);
  return (
    <Dialog
      open
      title={`Lock: ${lockName(lock)}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <DialogLoading
        isLoaded={data !== undefined}
        error={error}
        isRetrying={isValidating}
        onRetry={() => void mutate()}
      />
      {data && <LockEvents lock={lock} events={data.items} timeZone={timeZone} onOpenChange={onOpenChange} />}
      {data && data.nextCursor !== null && (
        <LoadMore isLoading={isValidating} onClick={() => setPages(pages + 1)} />
      )}
    </Dialog>
  );
}
