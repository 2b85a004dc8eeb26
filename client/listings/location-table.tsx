import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { viewUrl } from '../lib/views';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Plate, StatusBadge } from '../ui/basics/labels';
import common from '../ui/layout/common.module.css';
import { Skeleton } from '../ui/messages/loading';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import { type Column, Table } from '../ui/layout/table';
import styles from './location-table.module.css';
import { DAYS, formatWeek, HOURS_NOT_SET } from './opening-hours';
import { ChooseLocation } from './choice/choose-location';
import type { Chosen } from './choice/use-chosen';
import { type Location, type LocationQuery, useLocationAt } from './use-listings';

/** A location, or the index of one that is not loaded yet. */
type Row = Location | number;

interface LocationTableProps {
  found: { items: readonly Location[]; matched: number };
  /** Further pages are read with it. */
  query: LocationQuery;
  /** The account whose locations are listed. It is kept in the address of the details. */
  accountId: string | undefined;
  onSchedulePost: (locationId: string) => void;
  sort: LocationSort;
  onSort: (sort: LocationSort) => void;
  /** Undefined where none can be chosen. */
  chosen: Chosen | undefined;
}

type LocationSort = LocationQuery['sort'];

/** The locations, one row each. Further pages of a long list are loaded when their rows come near the screen. */
export function LocationTable({
  found,
  query,
  accountId,
  onSchedulePost,
  sort,
  onSort,
  chosen,
}: LocationTableProps) {
  const { items, matched } = found;
  const rows = Array.from({ length: matched }, (_, index): Row => items[index] ?? index);
  const today = DAYS[(new Date().getDay() + DAYS.length - 1) % DAYS.length];

  const cell = (show: (location: Location) => ReactNode) => (row: Row) =>
    typeof row === 'number' ? (
      <FurtherCell index={row} pageSize={items.length} query={query} show={show} />
    ) : (
      show(row)
    );
  const sortedBy = (own: LocationSort) => ({ isSorted: sort === own, onSort: () => onSort(own) });
  const columns: Column<Row>[] = [
    ...(chosen
      ? [
          {
            header: 'Select',
            hidesHeader: true,
            className: styles.choose,
            cell: cell((location) => (
              <ChooseLocation
                location={location}
                isChosen={chosen.has(location.id)}
                isTickable={chosen.isTickable}
                onTick={chosen.tick}
              />
            )),
          },
        ]
      : []),
    {
      header: 'Name',
      className: styles.names,
      sort: sortedBy(undefined),
      cell: cell(({ id, name }) => (
        <Link
          className={cx(common.medium, styles.name)}
          to={viewUrl('location-details', { account: accountId, location: id })}
        >
          {name}
        </Link>
      )),
    },
    {
      header: 'Store code',
      sort: sortedBy('storeCode'),
      cell: cell(
        ({ storeCode }) =>
          storeCode && (
            <span className={styles.code}>
              <Plate>{storeCode}</Plate>
            </span>
          ),
      ),
    },
    {
      header: 'Address',
      cell: cell(({ address }) => address && <p className={cx(common.small, styles.address)}>{address}</p>),
    },
    {
      header: 'Phone',
      numeric: true,
      className: styles.phone,
      cell: cell(({ phoneNumber }) => phoneNumber),
    },
    {
      header: 'Hours today',
      cell: cell(({ regularHours, openStatus }) => {
        if (openStatus !== 'OPEN') return <StatusBadge status={openStatus} />;
        if (!regularHours?.periods.length) return HOURS_NOT_SET;
        const lines = formatWeek(regularHours.periods).find(({ day }) => day === today)?.lines;
        return <span className={styles.hours}>{lines?.join(', ')}</span>;
      }),
    },
    {
      header: 'State',
      sort: sortedBy('state'),
      cell: cell(({ state }) => <StatusBadge status={state} />),
    },
    {
      header: 'Actions',
      actions: true,
      cell: cell(({ id, name }) => (
        <Button size="row" variant="quiet" onClick={() => onSchedulePost(id)}>
          <span>
            Schedule Post<VisuallyHidden> for {name}</VisuallyHidden>
          </span>
        </Button>
      )),
    },
  ];
  return (
    <div className={styles.table}>
      <Table
        caption="Locations"
        columns={columns}
        rows={rows}
        rowKey={(row) => (typeof row === 'number' ? row : row.id)}
      />
    </div>
  );
}

interface FurtherCellProps {
  index: number;
  pageSize: number;
  query: LocationQuery;
  show: (location: Location) => ReactNode;
}

/** A cell of a location beyond the first page. */
function FurtherCell({ index, pageSize, query, show }: FurtherCellProps) {
  const location = useLocationAt(index, pageSize, query);
  return location ? show(location) : <Skeleton shape="short" />;
}
