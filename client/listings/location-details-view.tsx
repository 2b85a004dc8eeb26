import { ArrowLeft, CalendarPlus, CircleCheck, Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error';
import { RefreshBar } from '../business-profile/refresh-bar';
import { viewUrl } from '../lib/views';
import { ErrorState } from '../ui/banner';
import { Button, ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/board';
import { Icon } from '../ui/icon';
import { StatusBadge } from '../ui/labels';
import { Loading, Skeleton } from '../ui/loading';
import { LocationFacts } from './location-facts';
import { LocationForm } from './location-form';
import { ClosedNotice, StateNotice } from './location-notices';
import { LocationSidebar } from './location-sidebar';
import { useLocation } from './use-listings';
import styles from './view.module.css';

/** Specification, section 9, in ms. */
const MESSAGE_SHOWN = 3000;

interface LocationDetailsViewProps {
  locationId: string;
  /** The account whose list the user came from. The Back link leads there. */
  accountId?: string | undefined;
  onSchedulePost: (locationId: string) => void;
}

/** Shows and edits one location. */
export function LocationDetailsView(props: LocationDetailsViewProps) {
  return <Details key={props.locationId} {...props} />;
}

function Details({ locationId, accountId, onSchedulePost }: LocationDetailsViewProps) {
  const { data: location, error, isValidating, mutate } = useLocation(locationId);
  const [editing, setEditing] = useState(false);
  const [justSaved, setJustSaved] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    if (!justSaved) return;
    const timer = setTimeout(() => setJustSaved(false), MESSAGE_SHOWN);
    return () => clearTimeout(timer);
  }, [justSaved]);

  // The focused button is gone with the form.
  useEffect(() => {
    if (wasEditing.current && !editing) actions.current?.querySelector('button')?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const back = viewUrl('locations', { account: accountId });
  const isUnknown = error instanceof ApiError && error.status === 404;
  const schedulePost = () => onSchedulePost(locationId);

  return (
    <div className={styles.view}>
      <div className={styles.top}>
        <ButtonLink to={back} variant="quiet" icon={ArrowLeft} className={styles.back}>
          Back to Locations
        </ButtonLink>
        <p role="status">
          {justSaved && (
            <span className={styles.saved}>
              <Icon of={CircleCheck} />
              Location updated successfully!
            </span>
          )}
        </p>
      </div>
      <div className={styles.head}>
        <div className={styles.title}>
          <h1 tabIndex={-1}>{location?.name ?? 'Location Details'}</h1>
          {location && <StatusBadge status={location.state} />}
          {location && location.openStatus !== 'OPEN' && <StatusBadge status={location.openStatus} />}
        </div>
        {location && !editing && (
          <div className={styles.actions} ref={actions}>
            <Button
              icon={Pencil}
              onClick={() => {
                setJustSaved(false);
                setEditing(true);
              }}
            >
              Edit Details
            </Button>
            <Button variant="primary" icon={CalendarPlus} onClick={schedulePost}>
              Schedule Post
            </Button>
          </div>
        )}
      </div>
      <RefreshBar />
      {error && !isUnknown && (
        <ErrorState
          message="Failed to load locations. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      {isUnknown && !location && (
        <EmptyState
          title="Location not found"
          action={<ButtonLink to={back}>Choose another location</ButtonLink>}
        >
          This location does not exist, or you no longer have access to it.
        </EmptyState>
      )}
      <Loading
        busy={!location && !error}
        skeleton={<DetailsSkeleton />}
        loadedMessage={location && `${location.name} loaded`}
      >
        {location && (
          <div className={styles.columns}>
            <div className={styles.main}>
              <StateNotice state={location.state} />
              <ClosedNotice location={location} />
              {editing ? (
                <LocationForm
                  location={location}
                  onSaved={() => {
                    setJustSaved(true);
                    setEditing(false);
                  }}
                  onClose={() => setEditing(false)}
                />
              ) : (
                <LocationFacts location={location} />
              )}
            </div>
            <LocationSidebar locationId={locationId} onSchedulePost={schedulePost} />
          </div>
        )}
      </Loading>
    </div>
  );
}

function DetailsSkeleton() {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
      <div className={styles.main}>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
