import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { afterTries } from '../api/swr';
import { ComparedValues } from '../changes/compared-values';
import { figure } from '../lib/count-of';
import { useNarrowScreen } from '../lib/use-narrow-screen';
import { viewUrl } from '../lib/views';
import { FIELD_NAMES } from '../listings/field-values';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import { Plate } from '../ui/basics/labels';
import prose from '../ui/basics/prose.module.css';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { LoadMore } from '../ui/layout/table';
import { ErrorState } from '../ui/messages/banner';
import { Loading, SkeletonRows } from '../ui/messages/loading';
import type { BulkEdit, BulkRow, RowsState } from './bulk-types';
import { DateAnswers, DateLines } from './date-answers';
import styles from './preview-rows.module.css';
import { useBulkAddress } from './use-bulk-address';
import { type RowsQuery, useBulkRows } from './use-bulk-edits';

const TITLES: Readonly<Record<RowsState, string>> = Object.freeze({
  warning: 'Before and after',
  changes: 'Before and after',
  same: 'Already so',
  left_out: 'Left out',
});

interface PreviewRowsProps {
  edit: BulkEdit;
  query: RowsQuery;
  /** How many locations are in that state. */
  count: number;
}

/** The locations of an edit in one state, warnings first, more of them on request. */
export function PreviewRows({ edit, query, count }: PreviewRowsProps) {
  const { state, rule } = query;
  const { linkTo } = useBulkAddress();
  const question = JSON.stringify(query);
  const [loaded, setLoaded] = useState({ of: question, pages: 1 });
  const pages = loaded.of === question ? loaded.pages : 1;
  const { data, error: failed, isValidating, mutate } = useBulkRows(edit, query, pages);
  const { byReason, byWarning } = edit.counts;
  const only = [...byReason, ...byWarning].find(({ reason }) => reason === rule);
  const { error, isTrying } = afterTries(failed);
  const note = state === 'changes' && edit.counts.warnings > 0 ? ', warnings first' : '';
  return (
    <Panel
      title={only ? only.title : TITLES[state]}
      note={only ? figure(only.count) : `${figure(count)}${note}`}
      actions={
        only && (
          <Link to={linkTo({ rule: undefined })} replace preventScrollReset>
            Show all
          </Link>
        )
      }
      flush
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load the locations of this edit. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading busy={!data && error === undefined} isTrying={isTrying} skeleton={<SkeletonRows rows={6} />}>
        {data?.items.length === 0 && <p className={styles.none}>No locations</p>}
        {data && data.items.length > 0 && (
          <ul className={common.ruled} aria-label="Locations">
            {data.items.map((row) => (
              <LocationRow key={row.locationId} row={row} />
            ))}
          </ul>
        )}
        {data && data.nextCursor !== null && (
          <LoadMore isLoading={isValidating} onClick={() => setLoaded({ of: question, pages: pages + 1 })} />
        )}
      </Loading>
    </Panel>
  );
}

/** A location: what was found, and each field that changes, before and after. */
function LocationRow({ row }: { row: BulkRow }) {
  const { locationId, locationName, storeCode, reason, warnings, fields } = row;
  const changing = fields.filter(({ isSame }) => !isSame);
  const same = fields.filter(({ isSame }) => isSame);
  return (
    <li className={cx(styles.row, warnings.length > 0 && styles.warned)}>
      <div className={styles.who}>
        <Link to={viewUrl('location-details', { location: locationId })} className={prose.plainLink}>
          {locationName}
        </Link>
        {storeCode !== null && <Plate>{storeCode}</Plate>}
      </div>
      <div className={styles.what}>
        {reason && <p>{reason.message}</p>}
        {warnings.map(({ field, message }) => (
          <p key={`${field} ${message}`} className={styles.warning}>
            <Icon of={TriangleAlert} />
            {message}
          </p>
        ))}
        {changing.map((each) => (
          <FieldLine key={each.field} {...each} />
        ))}
        {same.length > 0 && changing.length > 0 && (
          <p className={common.small}>Already so: {same.map(({ field }) => FIELD_NAMES[field]).join(', ')}</p>
        )}
      </div>
    </li>
  );
}

function FieldLine({ field, before, after, dates }: BulkRow['fields'][number]) {
  const isNarrow = useNarrowScreen();
  const name = <span className={cx(common.small, styles.field)}>{FIELD_NAMES[field]}</span>;
  if (isNarrow && dates && dates.length > 0)
    return (
      <div className={styles.line}>
        {name}
        <div className={styles.field}>
          <DateLines dates={dates} />
        </div>
      </div>
    );
  const values = (side: 'before' | 'after') =>
    dates && dates.length > 0 ? (
      <DateAnswers dates={dates} side={side} />
    ) : (
      <ComparedValues field={field} before={before} after={after} shown={side} />
    );
  return (
    <div className={styles.line}>
      {name}
      <div className={styles.before}>
        <VisuallyHidden>before: </VisuallyHidden>
        {values('before')}
      </div>
      <span className={common.small} aria-hidden="true">
        <Icon of={ArrowRight} />
      </span>
      <div>
        <VisuallyHidden>after: </VisuallyHidden>
        {values('after')}
      </div>
    </div>
  );
}
