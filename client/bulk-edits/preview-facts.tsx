import { CircleMinus, Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { countOf, figure } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import { Badge } from '../ui/basics/labels';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { Banner } from '../ui/messages/banner';
import type { BulkEdit, RowsState } from './bulk-types';
import { durationWords } from './bulk-words';
import styles from './bulk-edit.module.css';
import { useBulkAddress } from './use-bulk-address';

/** How long it takes, what it costs of Google's daily limit, what stays, and how it is undone. */
export function HowItGoes({ edit: { change, counts, plan, oneWay } }: { edit: BulkEdit }) {
  const { dates, locations } = counts.otherSpecialDates;
  const facts = [
    ['Time', `${durationWords(plan)}. ${HOW}${plan.days === null ? '' : ` ${PER_DAY}`}`],
    ['Today', todayWords(counts.changes, plan)],
    change.specialHours &&
      dates > 0 && [
        change.specialHours.mode === 'merge' ? 'Stays' : 'Deleted',
        `${countOf(dates, 'other special date')} at ${countOf(locations, 'location')}`,
      ],
    ['Undo', ['For all of them together.', ...oneWay].join(' ')],
  ].filter((fact) => fact instanceof Array) as [string, string][];
  return (
    <Panel title="How it goes">
      <dl className={styles.facts}>
        {facts.map(([term, words]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const HOW = 'Each location is read, changed and read again. Single saves and replies go first.';
const PER_DAY = 'Google allows only so many changes a day, and some of them are kept for single saves.';

function todayWords(changes: number, { updatesLeftToday }: BulkEdit['plan']): string {
  // Google doesn't say when its day begins.
  const span = 'within 24 hours';
  if (updatesLeftToday <= 0)
    return `Google’s limit of changes ${span} is used up. This edit begins once there’s room again.`;
  return `${figure(Math.min(changes, updatesLeftToday))} of the ${countOf(updatesLeftToday, 'change')} that Google still accepts ${span}`;
}

/** The locations that do not change, by reason, each with the way to their list. */
export function Unchanged({ edit: { counts } }: { edit: BulkEdit }) {
  const { same, leftOut, byReason } = counts;
  if (same + leftOut === 0) return null;
  return (
    <Panel title={`${figure(same + leftOut)} ${same + leftOut === 1 ? 'doesn’t' : 'don’t'} change`} flush>
      <ul className={common.ruled}>
        {byReason.map(({ reason, title, message, count }) => (
          <li key={reason} className={styles.reason}>
            <Badge icon={CircleMinus} tone={reason === 'location-suspended' ? 'bad' : 'warn'}>
              {title}
            </Badge>
            <span className={styles.message}>
              {countOf(count, 'location')}: {message}
            </span>
            <ShowRows rows="left_out" rule={reason} what={title} />
          </li>
        ))}
        {same > 0 && (
          <li className={styles.reason}>
            <Badge icon={Check}>Already so</Badge>
            <span className={styles.message}>{countOf(same, 'location')}: nothing to send</span>
            <ShowRows rows="same" what="Already so" />
          </li>
        )}
      </ul>
    </Panel>
  );
}

function ShowRows({ rows, rule, what }: { rows: RowsState; rule?: string; what: string }) {
  const { linkTo } = useBulkAddress();
  return (
    <Link to={linkTo({ rows, rule })} replace preventScrollReset>
      Show<VisuallyHidden> {what}</VisuallyHidden>
    </Link>
  );
}

/** Other edits that are on their way to some of the locations. */
export function WaitingElsewhere({ edit: { waitingElsewhere } }: { edit: BulkEdit }) {
  return waitingElsewhere.map(({ setId, name, locations }) => (
    <Banner key={setId} tone="info">
      {figure(locations)} of these still {locations === 1 ? 'waits' : 'wait'} in{' '}
      <Link to={viewUrl('change-log', { set: setId })}>{name ?? 'another edit'}</Link>. That one is sent
      first. If it changes what you see here, those locations are left as they are and named.
    </Banner>
  ));
}
