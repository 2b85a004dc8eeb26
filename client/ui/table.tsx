import { useRef, type Key, type ReactNode, type Ref } from 'react';
import { cx } from './cx';
import { VisuallyHidden } from './screen-reader';
import styles from './table.module.css';
import { spacerStyle, usePageList } from './use-virtual-list';

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
  /** The heading of a row's group, for a table in groups; rows of one group follow each other. */
  groupOf?: (row: Row) => string;
  /** For moving focus to the table (it accepts `focus()`), as after a row is gone. */
  ref?: Ref<HTMLTableElement>;
}

/** Rows that are drawn together, or not at all. */
const BLOCK = 10;
/** About how high a row is (px). */
const ROW_HEIGHT = 64;

/**
 * A native data table. Where it has less than 640 px each row becomes a card of label and value pairs. Of a long one only
 * the rows near the screen are drawn; each carries its place for screen readers, and the table how many there are.
 */
export function Table<Row>({ caption, columns, rows, rowKey, groupOf, ref }: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const blocks = toBlocks(rows, groupOf);
  const sizes = blocks.map(({ members }) => members.length);
  const { pieces, measure, onFocus } = usePageList({ box, sizes, itemHeight: ROW_HEIGHT });
  return (
    <div ref={box} className={styles.container} onFocus={onFocus}>
      <table ref={ref} tabIndex={-1} className={styles.table} aria-rowcount={rows.length + 1}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={cx(column.actions && styles.actions)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {pieces.map(({ index, spacer }) => {
          if (spacer !== undefined)
            return (
              <tbody key={`spacer ${index}`} aria-hidden="true" className={styles.spacer}>
                <tr style={spacerStyle(spacer)} />
              </tbody>
            );
          const block = blocks[index];
          return (
            block && (
              <tbody
                key={`${block.group} ${block.part}`}
                ref={measure}
                data-block={index}
                className={cx(block.part > 0 && styles.continued)}
              >
                {groupOf && block.part === 0 && (
                  <tr className={styles.group}>
                    <th scope="rowgroup" colSpan={columns.length}>
                      <h3>{block.group}</h3>
                    </th>
                  </tr>
                )}
                {block.members.map((row, place) => (
                  <tr key={rowKey(row)} aria-rowindex={block.first + place + 2}>
                    {columns.map((column) => (
                      <Cell key={column.header} column={column} row={row} />
                    ))}
                  </tr>
                ))}
              </tbody>
            )
          );
        })}
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, numeric, actions, cell } = column;
  return (
    <td data-label={header} className={cx(numeric && styles.numeric, actions && styles.actions)}>
      {actions ? <div className={styles.buttons}>{cell(row)}</div> : cell(row)}
    </td>
  );
}

interface Block<Row> {
  group: string;
  /** Large groups have several blocks. */
  part: number;
  /** The place of its first row among all. */
  first: number;
  members: readonly Row[];
}

function toBlocks<Row>(rows: readonly Row[], groupOf: ((row: Row) => string) | undefined): Block<Row>[] {
  let first = 0;
  return [...Map.groupBy(rows, (row) => groupOf?.(row) ?? '')].flatMap(([group, all]) =>
    Array.from({ length: Math.ceil(all.length / BLOCK) }, (_, part) => {
      const members = all.slice(part * BLOCK, (part + 1) * BLOCK);
      const block = { group, part, first, members };
      first += members.length;
      return block;
    }),
  );
}
