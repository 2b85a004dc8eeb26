import type { Key, ReactNode } from 'react';
import { cx } from '../ui/basics/cx';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import styles from './statistics-table.module.css';

export interface StatisticsTableColumn<Row> {
  header: string;
  /** Stands behind the header, and only decorates it. */
  headerNote?: ReactNode;
  /** Where it has room: everywhere, not on phones, or only in a wide table. */
  room?: 'regular' | 'wide';
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
}

interface StatisticsTableProps<Row> {
  /** Names the table. */
  caption: string;
  /** The first one names the row. */
  columns: readonly StatisticsTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** Whether only screen readers and paper have it. */
  forReaders?: boolean;
}

/** A table of numbers, all of it in the page, so that it can be read through and printed. */
export function StatisticsTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  forReaders = false,
}: StatisticsTableProps<Row>) {
  const table = (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map(({ header, headerNote, ...column }) => (
            <th key={header} scope="col" className={classOf(column)}>
              {header}
              {headerNote}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ header, cell, ...column }, index) => {
              const className = classOf(column);
              return index === 0 ? (
                <th key={header} scope="row" className={className}>
                  {cell(row)}
                </th>
              ) : (
                <td key={header} className={className}>
                  {cell(row)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (forReaders)
    return (
      <div className={styles.readersOnly}>
        <div>{table}</div>
      </div>
    );
  return <div className={styles.container}>{table}</div>;
}

function classOf<Row>({ numeric, room }: Pick<StatisticsTableColumn<Row>, 'numeric' | 'room'>) {
  return cx(numeric && styles.numeric, room && styles[room]);
}
