import { nearDayWords, offsetName, timeWords } from '../../lib/time-words';
import { toWallTime } from '../../lib/wall-time';
import { viewButtonId } from '../../posts/list/post-row';
import { DETAILS, LEFT_AT_GOOGLE } from '../../posting/post-words';
import { Button, ExternalLink } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Badge, NotAvailable, Plate } from '../../ui/basics/labels';
import prose from '../../ui/basics/prose.module.css';
import { type Column, Table } from '../../ui/layout/table';
import type { Target } from '../campaign-words';
import { type ShownState, shownState, TARGET_STATES } from './target-states';
import styles from './target-table.module.css';

export interface TargetActions {
  /** Opens the details of a location's post. */
  onView: (target: Target) => void;
  /** Publishes a failed post again. Undefined where nothing can be retried. */
  onRetry: ((target: Target) => void) | undefined;
}

interface TargetTableProps extends TargetActions {
  targets: readonly Target[];
  timeZone: string;
  /** The state that all of them have; then the table stands in a panel that names it. */
  of?: ShownState;
}

/** The locations of a campaign, one row each: the state of its post, when it goes out, and why it did not. */
export function TargetTable({ targets, timeZone, of, ...actions }: TargetTableProps) {
  const columns: Column<Target>[] = [
    {
      header: 'Status',
      className: styles.state,
      cardLine: 1,
      cell: ({ state }) => {
        const { icon, tone, label } = TARGET_STATES[shownState(state)];
        return (
          <Badge icon={icon} tone={tone}>
            {label}
          </Badge>
        );
      },
    },
    {
      header: 'Location',
      className: styles.location,
      cell: ({ locationId, locationName, storeCode }) => (
        <div className={styles.place}>
          {storeCode && <Plate>{storeCode}</Plate>}
          <span id={nameId(locationId)}>{locationName}</span>
        </div>
      ),
    },
    {
      header: 'Goes out',
      className: styles.when,
      numeric: true,
      cell: (target) => <When target={target} timeZone={timeZone} />,
    },
    { header: 'Details', cell: (target) => <Details target={target} timeZone={timeZone} /> },
  ];
  const hasActions = targets.some(({ postId }) => postId !== null);
  if (hasActions)
    columns.push({
      header: 'Actions',
      className: styles.actions,
      actions: true,
      cell: (target) => <Actions target={target} {...actions} />,
    });
  return (
    <Table
      caption={of === undefined ? 'Locations of this campaign' : `Locations: ${TARGET_STATES[of].label}`}
      isPart={of !== undefined}
      columns={columns}
      rows={targets}
      rowKey={({ locationId }) => locationId}
    />
  );
}

function nameId(locationId: string): string {
  return `target-${locationId}`;
}

/** The time of a post by the clock of its location, and by that of the reader if they differ. */
function When({
  target: { state, publishAt, timeZone: zone },
  timeZone,
}: Pick<TargetTableProps, 'timeZone'> & { target: Target }) {
  if (state === 'left_out') return null;
  if (publishAt === null) return <NotAvailable />;
  const at = new Date(publishAt);
  const [there, here] = [toWallTime(at, zone ?? timeZone), toWallTime(at, timeZone)];
  const isSame = there.date === here.date && there.time === here.time;
  const day = there.date === here.date ? '' : ` on ${nearDayWords(here.date).short}`;
  return (
    <>
      <time dateTime={publishAt} className={prose.strong}>
        {timeWords(at, zone ?? timeZone)}
      </time>{' '}
      <span>{nearDayWords(there.date).short}</span>
      {!isSame && zone !== null && (
        <p className={prose.meta}>{`${offsetName(at, zone)}; ${timeWords(at, timeZone)}${day} for you`}</p>
      )}
    </>
  );
}

/** What a state means if there is no other reason for it. */
const MEANING: Partial<Record<Target['state'], string>> = {
  held: 'Held until the connection to Google works again.',
  removed: 'Its post was deleted separately and won’t be created again.',
  cancelled: 'Its post was cancelled before it was sent.',
  deleted: 'Its post was deleted from Google.',
  unconfirmed: DETAILS.unconfirmed,
  leftover: LEFT_AT_GOOGLE,
};

/** The reason for a location's state, and the link to the post at Google. */
function Details({ target, timeZone }: { target: Target; timeZone: string }) {
  const { state, errorDetails, findings, googleUrl, publishedAt } = target;
  const isBad = TARGET_STATES[shownState(state)].tone === 'bad';
  const reason = errorDetails ?? MEANING[state];
  const found = state === 'left_out' ? findings : findings.filter(({ severity }) => severity === 'warn');
  const showsFindings = state === 'left_out' || state === 'waiting' || state === 'scheduled';
  return (
    <div className={styles.details}>
      {reason && <p className={cx(isBad && styles.failed)}>{reason}</p>}
      {showsFindings &&
        found.map(({ id, reason: why, cure }) => <p key={id}>{[why, cure].filter(Boolean).join(' ')}</p>)}
      {publishedAt !== null && state === 'published' && (
        <p className={prose.meta}>{`Sent ${timeWords(new Date(publishedAt), timeZone)}`}</p>
      )}
      {target.hasOwnText && <p className={prose.meta}>Has its own text.</p>}
      {target.isException && <p className={prose.meta}>Was edited separately.</p>}
      {googleUrl && (state === 'published' || state === 'leftover') && (
        <p>
          <ExternalLink href={googleUrl}>View on Google</ExternalLink>
        </p>
      )}
    </div>
  );
}

function Actions({ target, onView, onRetry }: TargetActions & { target: Target }) {
  const { locationId, postId, state } = target;
  if (postId === null) return null;
  const describedBy = nameId(locationId);
  return (
    <>
      <Button
        id={viewButtonId({ id: postId })}
        size="row"
        variant="quiet"
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => onView(target)}
      >
        View
      </Button>
      {onRetry && (state === 'failed' || state === 'unconfirmed') && (
        <Button size="row" variant="primary" aria-describedby={describedBy} onClick={() => onRetry(target)}>
          Retry
        </Button>
      )}
    </>
  );
}
