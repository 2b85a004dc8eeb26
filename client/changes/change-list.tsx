import { useState } from 'react';
import { useConnection } from '../business-profile/use-connection';
import { countOf } from '../lib/count-of';
import { dayHeading } from '../lib/time-words';
import { viewUrl } from '../lib/views';
import { toWallTime } from '../lib/wall-time';
import { EmptyState } from '../ui/layout/board';
import { Button, ButtonLink } from '../ui/basics/button';
import { Loading, Skeleton } from '../ui/messages/loading';
import { type Column, LoadMore, Table } from '../ui/layout/table';
import {
  ActionsCell,
  FieldNameCell,
  firstOf,
  LocationCell,
  type LogAction,
  type Row,
  SetHeadCell,
  StateCell,
  ValuesCell,
  WhenCell,
} from './change-cells';
import { type Change, whoWords } from './change-words';
import styles from './change-list.module.css';
import type { ChangeTable } from './use-changes';
import type { LogAddress } from './use-log-address';

interface ChangeListProps {
  table: ChangeTable;
  address: LogAddress;
  /** Whether a search or filter may hide changes. */
  hasFilter: boolean;
  /** `yyyy-mm-dd` */
  today: string;
  timeZone: string;
  onAction: (action: LogAction) => void;
  onShowAll: () => void;
}

/** The table of changes, or its loading or empty state. */
export function ChangeList({ table, hasFilter, address, onShowAll, ...rest }: ChangeListProps) {
  const { changes, error, isTrying, isValidating, hasMore, loadMore } = table;
  return (
    <Loading
      busy={!changes && error === undefined}
      isTrying={isTrying}
      skeleton={Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} shape="row" />
      ))}
      loadedMessage={changes && `${countOf(changes.length, 'change')} loaded`}
    >
      {changes?.length === 0 && (
        <NoChanges hasFilter={hasFilter || address.tab !== 'all'} onShowAll={onShowAll} />
      )}
      {changes && changes.length > 0 && (
        <ChangesTable changes={changes} ofLocation={address.locationId !== undefined} {...rest} />
      )}
      {hasMore && <LoadMore isLoading={isValidating} onClick={loadMore} />}
    </Loading>
  );
}

function NoChanges({ hasFilter, onShowAll }: { hasFilter: boolean; onShowAll: () => void }) {
  const { connection } = useConnection();
  if (hasFilter)
    return (
      <EmptyState title="No changes found" action={<Button onClick={onShowAll}>Show all changes</Button>} />
    );
  if (connection?.state === 'no_quota')
    return (
      <EmptyState title="Nothing to compare yet">
        Shingle lists changes once Google lets it read your locations.
      </EmptyState>
    );
  return (
    <EmptyState
      title="Nothing has changed yet"
      action={<ButtonLink to={viewUrl('locations')}>View locations</ButtonLink>}
    >
      Every change will be listed here: yours, those made elsewhere, and Google’s.
    </EmptyState>
  );
}

/** Sets of up to this many lines are open at first. */
const OPEN_AT_FIRST = 3;

interface ChangesTableProps extends Pick<ChangeListProps, 'today' | 'timeZone' | 'onAction'> {
  changes: readonly Change[];
  /** Whether all changes are of one location. */
  ofLocation: boolean;
}

function ChangesTable({ changes, ofLocation, today, timeZone, onAction }: ChangesTableProps) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const rows = toRows(changes, toggled);
  const toggle = (id: string, isOpen: boolean) => setToggled(new Map(toggled).set(id, !isOpen));
  const columns: Column<Row>[] = [
    {
      header: 'When',
      className: styles.when,
      cardLine: 1,
      cell: (row) => <WhenCell row={row} timeZone={timeZone} />,
    },
    ...(ofLocation
      ? []
      : [
          {
            header: 'Location',
            className: styles.location,
            cell: (row: Row) => <LocationCell row={row} />,
          },
        ]),
    { header: 'Field', className: styles.field, cell: (row) => <FieldNameCell row={row} /> },
    {
      header: 'Before and after',
      cell: (row) =>
        row.kind === 'set' ? <SetHeadCell row={row} onToggle={toggle} /> : <ValuesCell row={row} />,
    },
    { header: 'Who', className: styles.who, cell: (row) => whoWords(firstOf(row)) },
    {
      header: 'State',
      className: styles.state,
      cardLine: 2,
      cell: (row) => <StateCell row={row} timeZone={timeZone} />,
    },
    {
      header: 'Actions',
      className: styles.actions,
      actions: true,
      cell: (row) => <ActionsCell row={row} ofLocation={ofLocation} onAction={onAction} />,
    },
  ];
  return (
    <Table
      caption="Changes"
      columns={columns}
      rows={rows}
      rowKey={(row) => (row.kind === 'set' ? row.id : row.change.id)}
      groups={{
        of: (row) => toWallTime(new Date(firstOf(row).at), timeZone).date,
        heading: (day) => dayHeading(day, today),
        note: () => undefined,
      }}
    />
  );
}

/** Changes of one set under one head. They follow each other in the list, since they have one moment. */
function toRows(changes: readonly Change[], toggled: ReadonlyMap<string, boolean>): Row[] {
  const runs: [Change, ...Change[]][] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    if (run && change.setId !== null && run[0].setId === change.setId) run.push(change);
    else runs.push([change]);
  }
  return runs.flatMap((lines): Row[] => {
    const [{ setId, setSize }] = lines;
    const isSet = setId !== null && (setSize?.changes ?? 1) > 1;
    const isOpen = !isSet || (toggled.get(setId) ?? lines.length <= OPEN_AT_FIRST);
    const members = lines.map((change): Row => ({ kind: 'change', change, isMember: isSet }));
    return [
      ...(isSet ? [{ kind: 'set' as const, id: setId, lines, isOpen }] : []),
      ...(isOpen ? members : []),
    ];
  });
}
