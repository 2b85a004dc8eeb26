import { useState } from 'react';
import { Link } from 'react-router-dom';
import { RequestFault } from '../business-profile/connect';
import { ComparedValues } from '../changes/compared-values';
import { figure } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import { Button, ButtonLink } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Plate } from '../ui/basics/labels';
import prose from '../ui/basics/prose.module.css';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { LoadMore } from '../ui/layout/table';
import { Loading, SkeletonRows } from '../ui/messages/loading';
import { EvidenceLine } from './evidence-line';
import { cureUrl } from './task-addresses';
import styles from './task-row.module.css';
import { opens } from './task-way';
import { type Finding, type Task, type TaskState, useFindings } from './use-tasks';

interface FirstLocationsProps {
  task: Task;
  isListed: boolean;
  onList: (isListed: boolean) => void;
}

/** The first locations of a task, each a link to its details, and the way to all of them. */
export function FirstLocations({ task: { first, locations, title }, isListed, onList }: FirstLocationsProps) {
  const more = locations - first.length;
  return (
    <div className={cx(common.line, styles.first)}>
      {first.map(({ findingId, locationId, locationName, storeCode }) => (
        <Link
          key={findingId}
          to={viewUrl('location-details', { location: locationId })}
          className={styles.location}
          title={storeCode ? locationName : undefined}
        >
          {storeCode ? (
            <>
              <VisuallyHidden>{locationName}, </VisuallyHidden>
              <Plate>{storeCode}</Plate>
            </>
          ) : (
            locationName
          )}
        </Link>
      ))}
      {locations > 1 && (
        <Button size="row" variant="quiet" aria-expanded={isListed} onClick={() => onList(!isListed)}>
          <span>
            {isListed ? 'Show fewer' : more > 0 ? `and ${figure(more)} more` : 'Show each'}
            <VisuallyHidden> ({title})</VisuallyHidden>
          </span>
        </Button>
      )}
    </div>
  );
}

interface AllLocationsProps {
  task: Task;
  state: TaskState;
  onDismiss: (finding: Finding) => void;
}

/** All locations of a task, each with what was read there and what cures it. */
export function AllLocations({ task, state, onDismiss }: AllLocationsProps) {
  const [pages, setPages] = useState(1);
  const { data, error, isValidating, mutate } = useFindings({ task: task.key, state }, pages);
  return (
    <div className={styles.all}>
      {error !== undefined && (
        <RequestFault
          error={error}
          message="Failed to load the locations. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading busy={!data && error === undefined} skeleton={<SkeletonRows rows={3} />}>
        {data && (
          <ul className={common.ruled} aria-label={`Locations: ${task.title}`}>
            {data.items.map((finding) => (
              <FoundLocation
                key={finding.findingId}
                finding={finding}
                state={state}
                onDismiss={() => onDismiss(finding)}
              />
            ))}
          </ul>
        )}
        {data && data.nextCursor !== null && (
          <LoadMore isLoading={isValidating} onClick={() => setPages(pages + 1)} />
        )}
      </Loading>
    </div>
  );
}

interface FoundLocationProps {
  finding: Finding;
  state: TaskState;
  onDismiss: () => void;
}

function FoundLocation({ finding, state, onDismiss }: FoundLocationProps) {
  const { locationId, locationName, storeCode, cure, evidence } = finding;
  const isField = cure.kind === 'change' || cure.kind === 'field';
  const at = <VisuallyHidden> at {locationName}</VisuallyHidden>;
  return (
    <li className={styles.found}>
      <div className={common.stack1}>
        <p className={common.line}>
          {storeCode && <Plate>{storeCode}</Plate>}
          <Link to={viewUrl('location-details', { location: locationId })} className={prose.plainLink}>
            {locationName}
          </Link>
        </p>
        {cure.kind === 'change' && cure.field && cure.before && cure.after ? (
          <ComparedValues field={cure.field} before={cure.before} after={cure.after} isShort />
        ) : (
          evidence.map((each) => <EvidenceLine key={each.path} evidence={each} />)
        )}
      </div>
      {state === 'open' && (
        <div className={common.line}>
          {isField && (
            <ButtonLink size="row" to={cureUrl(cure, locationId)} state={{ proposed: cure }}>
              <span>
                {opens(cure)}
                {at}
              </span>
            </ButtonLink>
          )}
          <Button size="row" variant="quiet" aria-haspopup="dialog" onClick={onDismiss}>
            <span>
              Dismiss
              {at}
            </span>
          </Button>
        </div>
      )}
    </li>
  );
}
