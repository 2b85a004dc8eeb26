import { ChevronLeft, CircleCheck, Plus } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { useLocation as useRouterLocation } from 'react-router-dom';
import { ApiError } from '../../api/api-error';
import { RefreshBar } from '../../business-profile/refresh-bar';
import { useConnection } from '../../business-profile/use-connection';
import { choicePart, textPart, useAddress } from '../../lib/use-address';
import { useNow } from '../../lib/use-now';
import { viewUrl } from '../../lib/views';
import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import { ErrorState } from '../../ui/messages/banner';
import { EmptyState, FailedLoad } from '../../ui/layout/board';
import { Button, ButtonLink } from '../../ui/basics/button';
import { Icon } from '../../ui/basics/icon';
import { Plate, StatusBadge } from '../../ui/basics/labels';
import { useCode } from '../../ui/messages/load-code';
import { Loading, Skeleton } from '../../ui/messages/loading';
import styles from './location-details-view.module.css';
import shared from '../view.module.css';
import { LocationFacts } from './location-facts';
import { LocationForm } from './location-form';
import { ALL_PARTS } from './form-parts';
import { type EditedPart, type ProposedValue, proposedPart } from './location-draft';
import { StateNotice } from '../location-notices';
import { ClosedNotice, DuplicateNotice } from './closed-notice';
import { LocationSidebar } from './location-sidebar';
import { formatToday } from '../opening-hours';
import { fieldInSentence } from '../field-values';
import { type LocationDetails, useLocation } from '../use-listings';
import { useLocks } from '../use-locks';

/** Specification, section 9, in ms. */
const MESSAGE_SHOWN = 3000;
const MINUTE = 60_000;
const NOTHING_WANTED: ProposedValue = Object.freeze({ field: null, after: null });

/** The part of the form that the address opens. */
const DETAILS_ADDRESS = {
  edit: choicePart('edit', ALL_PARTS),
  /** The field in it that gets the focus. */
  field: textPart('field'),
};

interface LocationDetailsViewProps {
  locationId: string;
  /** The account whose list the user came from. The Back link leads there. */
  accountId?: string | undefined;
  onSchedulePost: (locationId: string) => void;
  /** Loads what offers to undo a save. */
  loadUndo: () => Promise<ComponentType<{ locationId: string; save: number }>>;
  /** Loads the panel of what the location could do better. */
  loadTasks: () => Promise<
    ComponentType<{ locationId: string; onEdit: (part: EditedPart, value: ProposedValue) => void }>
  >;
}

/** Shows and edits one location. */
export function LocationDetailsView(props: LocationDetailsViewProps) {
  return <Details key={props.locationId} {...props} />;
}

function Details({ locationId, accountId, onSchedulePost, loadUndo, loadTasks }: LocationDetailsViewProps) {
  const { data: location, error, isValidating, mutate } = useLocation(locationId);
  const { address } = useAddress(DETAILS_ADDRESS);
  const [editing, setEditing] = useState(address.edit);
  /** The field that is edited, and the value that another view proposes for it. */
  const [wanted, setWanted] = useState<ProposedValue>(
    (useRouterLocation().state as { proposed?: ProposedValue } | null)?.proposed ?? {
      field: address.field ?? null,
      after: null,
    },
  );
  const [lastEdited, setLastEdited] = useState<EditedPart>();
  const [justSaved, setJustSaved] = useState(false);
  /** The fields of the last save, as long as it can be undone here. */
  const [savedFields, setSavedFields] = useState<readonly string[]>([]);
  /** The number of the last save, until something else is edited. */
  const [undoable, setUndoable] = useState<number>();
  const { connection } = useConnection();
  // Sample data has no change log. Where the code can't be loaded, the change log still has the undo.
  const offersUndo = undoable !== undefined && connection?.source === 'google';
  const { Part: UndoSave } = useCode(loadUndo, offersUndo, () => undefined);
  // Without the code the view of the tasks still has them.
  const { Part: Tasks } = useCode(loadTasks, connection?.source === 'google', () => undefined);

  useEffect(() => {
    if (!justSaved) return;
    const timer = setTimeout(() => setJustSaved(false), MESSAGE_SHOWN);
    return () => clearTimeout(timer);
  }, [justSaved]);

  function edit(part: EditedPart, value: ProposedValue = NOTHING_WANTED) {
    setWanted(value);
    setJustSaved(false);
    setUndoable(undefined);
    setSavedFields([]);
    setLastEdited(part);
    setEditing(part);
  }

  const back = viewUrl('locations', { account: accountId });
  const isUnknown = error instanceof ApiError && error.status === 404;
  const schedulePost = () => onSchedulePost(locationId);
  const failure = {
    message: 'Failed to load locations. Please try again.',
    onRetry: () => void mutate(),
    retrying: isValidating,
  };

  return (
    <div className={cx(common.stack4, shared.view)}>
      <div className={shared.top}>
        <ButtonLink to={back} variant="quiet" size="row" icon={ChevronLeft} className={styles.back}>
          Back to Locations
        </ButtonLink>
        <div className={cx(common.line, styles.outcome)}>
          <p role="status">
            {justSaved && (
              <span className={styles.saved}>
                <Icon of={CircleCheck} />
                Location updated successfully!
              </span>
            )}
          </p>
          <KeptByLocks locationId={locationId} fields={savedFields} />
          {offersUndo && UndoSave && <UndoSave locationId={locationId} save={undoable} />}
        </div>
      </div>
      <div className={cx(common.line, styles.head)}>
        {location?.storeCode && <Plate large>{location.storeCode}</Plate>}
        <div className={styles.title}>
          <h1 tabIndex={-1}>{location?.name ?? 'Location Details'}</h1>
          {location && <AddressAndHours location={location} />}
        </div>
        {location && (
          <div className={cx(common.line, styles.actions)}>
            <StatusBadge status={location.state} />
            {location.openStatus !== 'OPEN' && <StatusBadge status={location.openStatus} />}
            <Button icon={Plus} onClick={schedulePost}>
              Schedule Post
            </Button>
          </div>
        )}
      </div>
      <RefreshBar readAt={location?.readAt} />
      {error && !isUnknown && (location ? <ErrorState {...failure} /> : <FailedLoad {...failure} />)}
      {isUnknown && !location && (
        <EmptyState
          title="Location not found"
          action={<ButtonLink to={back}>Choose another location</ButtonLink>}
        >
          It doesn’t exist, or you no longer have access to it.
        </EmptyState>
      )}
      <Loading
        busy={!location && !error}
        skeleton={<DetailsSkeleton />}
        loadedMessage={location && `${location.name} loaded`}
      >
        {location && (
          <div className={cx(common.stack4, styles.columns)}>
            <div className={common.stack4}>
              <StateNotice state={location.state} />
              <ClosedNotice location={location} onReopen={() => edit('status')} />
              {location.isDuplicate && <DuplicateNotice editUrl={location.editUrl} />}
              {editing ? (
                <LocationForm
                  key={wanted.field}
                  location={location}
                  start={editing}
                  field={wanted.field ?? undefined}
                  proposed={proposedPart(wanted)}
                  onSaved={(fields) => {
                    setJustSaved(true);
                    setSavedFields(fields);
                    setUndoable(Date.now());
                    setEditing(undefined);
                  }}
                  onClose={() => setEditing(undefined)}
                />
              ) : (
                <LocationFacts location={location} focused={lastEdited} onEdit={(part) => edit(part)} />
              )}
            </div>
            <LocationSidebar locationId={locationId} onSchedulePost={schedulePost}>
              {Tasks && !editing && <Tasks locationId={locationId} onEdit={edit} />}
            </LocationSidebar>
          </div>
        )}
      </Loading>
    </div>
  );
}

/** Says that the locks of the saved fields keep the new values. Renders nothing where none is locked. */
function KeptByLocks({ locationId, fields }: { locationId: string; fields: readonly string[] }) {
  const { data: locks } = useLocks({ locationId });
  const locked = locks?.items.filter(({ field }) => fields.includes(field)) ?? [];
  const words = locked.map(({ field }) => fieldInSentence(field)).join(', ');
  return <p role="status">{words && `From now on, the lock keeps the new value of ${words}.`}</p>;
}

/** The address, and the hours of the day if the location is open at all. */
function AddressAndHours({ location }: { location: LocationDetails }) {
  const { address, openStatus, regularHours } = location;
  const now = useNow(MINUTE);
  const today = openStatus === 'OPEN' && formatToday(regularHours, now);
  return <p className={common.muted}>{[address, today].filter(Boolean).join(' · ')}</p>;
}

function DetailsSkeleton() {
  return (
    <div className={cx(common.stack4, styles.columns)}>
      <div className={common.stack4}>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
      <div className={common.stack4}>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
