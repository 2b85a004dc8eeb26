import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countOf, figure } from '../../lib/count-of';
import { viewUrl } from '../../lib/views';
import { FIELD_NAMES, valueLines } from '../../listings/field-values';
import type { Lock } from '../../listings/use-locks';
import { Button, ButtonLink } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Plate } from '../../ui/basics/labels';
import { OneLine } from '../../ui/basics/one-line';
import prose from '../../ui/basics/prose.module.css';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import { FORM_PARTS } from '../form-parts';
import { Budget } from './budget';
import { ExcludeButton } from './exclude-button';
import { EventsDialog, LockEvents } from './lock-events';
import styles from './lock-row.module.css';
import { lockName } from './lock-words';
import { UnlockButton } from './unlock-button';
import { Waiting } from './waiting-edit';

interface LockRowProps {
  lock: Lock;
  timeZone: string;
  onOpenChange: (id: string) => void;
}

/** How many events a row shows. */
const SHOWN_EVENTS = 3;

/** One lock: its field and locations, what it keeps, what it did, how much it may still do, and what waits for a person. */
export function LockRow({ lock, timeZone, onOpenChange }: LockRowProps) {
  const { field, title, locations, waiting, waitingCount, events } = lock;
  const { count, first } = locations;
  const [showsAll, setShowsAll] = useState(false);
  const isMany = count > 1;
  const more = waitingCount - waiting.length;
  return (
    <div className={cx(styles.row, waitingCount > 0 && styles.stopped)}>
      <div className={styles.what}>
        <h3 className={prose.minorTitle}>
          {FIELD_NAMES[field]}
          <VisuallyHidden> of {isMany ? countOf(count, 'location') : first.name}</VisuallyHidden>
        </h3>
        {isMany ? (
          <>
            <p>{countOf(count, 'location')}</p>
            {title && <p className={prose.meta}>{title}</p>}
          </>
        ) : (
          <>
            <p>
              <Link
                to={viewUrl('location-details', { account: first.accountId, location: first.locationId })}
                className={prose.plainLink}
              >
                {first.name}
              </Link>
            </p>
            {first.storeCode && <Plate>{first.storeCode}</Plate>}
          </>
        )}
      </div>
      <div className={styles.middle}>
        {waitingCount === 0 && <Kept lock={lock} />}
        {waiting.map((edit) => (
          <Waiting key={edit.editId} lock={lock} edit={edit} />
        ))}
        {more > 0 && (
          <p>
            <Link to={viewUrl('change-log', { tab: 'google-edits' })}>
              {figure(more)} more in Google’s edits
            </Link>
          </p>
        )}
        <LockEvents lock={lock} events={events} timeZone={timeZone} />
        {events.length === 1 && waitingCount === 0 && events[0]?.kind === 'locked' && (
          <p className={common.small}>Nothing has changed since.</p>
        )}
        {events.length >= SHOWN_EVENTS && (
          <Button size="row" variant="quiet" aria-haspopup="dialog" onClick={() => setShowsAll(true)}>
            <span>
              See all<VisuallyHidden> that the lock on {lockName(lock)} did</VisuallyHidden>
            </span>
          </Button>
        )}
      </div>
      <Budget lock={lock} />
      <div className={styles.actions}>
        {isMany ? <ExcludeButton lock={lock} /> : <EditLink lock={lock} />}
        <UnlockButton lock={lock} />
      </div>
      {showsAll && (
        <EventsDialog
          lock={lock}
          timeZone={timeZone}
          onOpenChange={(id) => {
            setShowsAll(false);
            onOpenChange(id);
          }}
          onClose={() => setShowsAll(false)}
        />
      )}
    </div>
  );
}

/** A longer value is folded. */
const LONG = 120;

/** The value that a lock keeps. Of several locations each has its own. */
function Kept({ lock: { field, kept } }: { lock: Lock }) {
  if (!kept) return <p className={common.muted}>Keeps each location’s own value</p>;
  const words = `Kept: ${valueLines(field, kept).join('; ') || 'not set'}`;
  return words.length > LONG ? <OneLine>{words}</OneLine> : <p className={common.breaks}>{words}</p>;
}

/** Leads to the form with the field. The lock keeps what is saved there. */
function EditLink({ lock }: { lock: Lock }) {
  const { accountId, locationId } = lock.locations.first;
  const part = FORM_PARTS[lock.field];
  if (!part) return null;
  return (
    <ButtonLink
      size="small"
      to={viewUrl('location-details', { account: accountId, location: locationId, edit: part })}
    >
      <span>
        Change<VisuallyHidden> {lockName(lock)}</VisuallyHidden>
      </span>
    </ButtonLink>
  );
}
