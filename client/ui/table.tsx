import type { Key, ReactNode, Ref } from 'react';
import { cx } from './cx';
import { VisuallyHidden } from './visually-hidden';
import styles from './table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and times: tabular figures, no line break. */
  numeric?: boolean;
  /** Row actions: buttons at the end of the row. */
  actions?: boolean;
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** The head under which a row stands, for a table in groups; rows of one group follow each other. */
  groupOf?: (row: Row) => string;
  /** For moving focus to the table (it accepts `focus()`), as after a row is gone. */
  ref?: Ref<HTMLTableElement>;
}

/** A native data table. Where it has less than 640 px each row becomes a card of label and value pairs. */
export function Table<Row>({ caption, columns, rows, rowKey, groupOf, ref }: TableProps<Row>) {
  const groups = Map.groupBy(rows, (row) => groupOf?.(row) ?? '');
  return (
    <div className={styles.container}>
      <table ref={ref} tabIndex={-1} className={styles.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={cx(column.actions && styles.actions)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {[...groups].map(([head, members]) => (
          <tbody key={head}>
            {groupOf && (
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={columns.length}>
                  <h3>{head}</h3>
                </th>
              </tr>
            )}
            {members.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <td
                    key={column.header}
                    data-label={column.header}
                    className={cx(column.numeric && styles.numeric, column.actions && styles.actions)}
                  >
                    {column.actions ? (
                      <div className={styles.buttons}>{column.cell(row)}</div>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
