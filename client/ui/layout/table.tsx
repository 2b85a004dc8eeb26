import { useRef, type Key, type ReactNode, type Ref } from 'react';
import { ChevronsUpDown, ChevronUp } from 'lucide-react';
import { useNarrowScreen } from '../../lib/use-narrow-screen';
import { Button } from '../basics/button';
import { cx } from '../basics/cx';
import { Icon } from '../basics/icon';
import { VisuallyHidden } from '../basics/screen-reader';
import common from './common.module.css';
import styles from './table.module.css';
import { spacerStyle, usePageList, useScrolledList } from './use-virtual-list';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** For numbers and times: tabular figures, no line breaks. */
  numeric?: boolean;
  /** For the buttons at the end of a row. */
  actions?: boolean;
  /** Of its header and cells. */
  className?: string | undefined;
  /** The place of the cell in the first line of a card, which ends with the actions. */
  cardLine?: 1 | 2 | 3;
  /** Whether the header is for screen readers alone. */
  hidesHeader?: boolean;
  /** For a column by which the rows can be sorted. A card has no headers, so another control must sort them there. */
  sort?: { isSorted: boolean; onSort: () => void };
}

interface Groups<Row> {
  /** The key of a row's group. Rows of one group must follow each other. */
  of: (row: Row) => string;
  heading: (group: string) => string;
  /** Stands beside the heading. */
  note: (group: string) => string | undefined;
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  groups?: Groups<Row>;
  /** Whether it stands in a panel that names it: without a frame, and with headers for screen readers alone. */
  isPart?: boolean;
  /** For moving focus to the table, for example after a row is gone. */
  ref?: Ref<HTMLTableElement>;
}

/** The rows of a block, which are rendered together. */
const BLOCK = 10;
/** The estimated height of a row, and of a card (px). */
const [ROW_HEIGHT, CARD_HEIGHT] = [64, 160];

/**
 * A native data table. Below a width of 640 px each row becomes a card: of label and value pairs, or without labels if
 * columns have a place in its first line. Of a long table only the rows near the screen are rendered. For screen readers
 * each row has its index, and the table the number of rows.
 */
export function Table<Row>(props: TableProps<Row>) {
  return <BlockTable {...props} useList={usePageList} />;
}

/** A Table that scrolls inside its parent, as in a dialog, instead of with the page. */
export function ScrolledTable<Row>(props: TableProps<Row>) {
  return <BlockTable {...props} useList={useScrolledList} className={styles.scrolled} />;
}

interface BlockTableProps<Row> extends TableProps<Row> {
  /** Always the same for one table. */
  useList: typeof usePageList;
  className?: string | undefined;
}

function BlockTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  groups,
  isPart = false,
  ref,
  useList,
  className,
}: BlockTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const blocks = toBlocks(rows, groups?.of);
  const cards = columns.some(({ cardLine }) => cardLine) ? styles.plainCards : styles.labelledCards;
  const sizes = blocks.map(({ members }) => members.length);
  const itemHeight = useNarrowScreen() ? CARD_HEIGHT : ROW_HEIGHT;
  const { pieces, measure, onFocus } = useList({ box, sizes, itemHeight });
  return (
    <div ref={box} className={cx(styles.container, className)} onFocus={onFocus}>
      <table
        ref={ref}
        tabIndex={-1}
        className={cx(!isPart && common.box, styles.table, cards, isPart && styles.part)}
        aria-rowcount={rows.length + 1}
      >
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={cx(column.actions && styles.actions, column.className)}
                aria-sort={column.sort && (column.sort.isSorted ? 'ascending' : 'none')}
              >
                <Header column={column} />
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
                {groups && block.part === 0 && (
                  <tr className={styles.group}>
                    <th scope="rowgroup" colSpan={columns.length}>
                      <h3>{groups.heading(block.group)}</h3> <span>{groups.note(block.group)}</span>
                    </th>
                  </tr>
                )}
                {block.members.map((row, offset) => (
                  <tr key={rowKey(row)} aria-rowindex={block.first + offset + 2}>
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

/** Below a table: shows more of its rows. */
export function LoadMore({ isLoading, onClick }: { isLoading: boolean; onClick: () => void }) {
  return (
    <div className={styles.more}>
      <Button busyText={isLoading && 'Loading...'} onClick={onClick}>
        Load more
      </Button>
    </div>
  );
}

function Header<Row>({ column: { header, sort, hidesHeader } }: { column: Column<Row> }) {
  if (hidesHeader) return <VisuallyHidden>{header}</VisuallyHidden>;
  if (!sort) return header;
  return (
    <button
      type="button"
      className={cx(styles.sort, sort.isSorted && styles.sorted)}
      onClick={sort.onSort}
    >
      {header}
      <Icon of={sort.isSorted ? ChevronUp : ChevronsUpDown} />
    </button>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, numeric, actions, className, cardLine, cell } = column;
  return (
    <td
      data-label={header}
      className={cx(
        numeric && styles.numeric,
        actions && styles.actions,
        cardLine !== undefined && styles.inFirstLine,
        className,
      )}
      style={{ order: cardLine }}
    >
      {actions ? <div className={styles.buttons}>{cell(row)}</div> : cell(row)}
    </td>
  );
}

interface Block<Row> {
  group: string;
  /** The number of the block in its group, since large groups have several. */
  part: number;
  /** The index of its first row in the table. */
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
