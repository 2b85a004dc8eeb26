import type { Key, ReactNode } from 'react';
import { cx } from '../ui/basics/cx';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import styles from './statistics-table.module.css';

export interface StatisticsTableColumn<Row> {
  header: string;
  /** Says the header to screen readers only. */
  hideHeader?: boolean;
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
  /** Whether rows become cards where it is too narrow for a row. */
  asCards?: boolean;
}

/** A table of numbers, all of it in the page, so that it can be read through and printed. */
export function StatisticsTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  forReaders = false,
  asCards = false,
}: StatisticsTableProps<Row>) {
  const table = (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map(({ header, hideHeader, numeric }) => (
            <th key={header} scope="col" className={cx(numeric && styles.numeric)}>
              {hideHeader ? <VisuallyHidden>{header}</VisuallyHidden> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ header, cell, numeric }, index) => {
              const className = cx(numeric && styles.numeric);
              return index === 0 ? (
                <th key={header} scope="row" className={className}>
                  {cell(row)}
                </th>
              ) : (
                <td key={header} data-label={header} className={className}>
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
  return <div className={cx(styles.container, asCards && styles.asCards)}>{table}</div>;
}
