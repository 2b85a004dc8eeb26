import { type CSSProperties, type KeyboardEvent, memo, type MouseEvent, useEffect, useRef } from 'react';
import { countOf, figure } from '../lib/count-of';
import { longDayWords } from '../lib/time-words';
import { answerDay } from '../listings/special-days';
import { Plate } from '../ui/basics/labels';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { spacerStyle, useScrolledList } from '../ui/layout/use-virtual-list';
import type { Filled } from './filled-answers';
import { afterKey, isMarked, markedAll, markedColumn, type Marks, type Place } from './grid-marks';
import { HolidayAnswer } from './holiday-answer';
import styles from './holidays.module.css';
import type { HolidayDate, HolidayRow } from './use-holidays';

const ROW_HEIGHT = 37;
const NAME_WIDTH = 264;
const DATE_WIDTH = 108;

interface HolidayGridProps {
  rows: readonly HolidayRow[];
  dates: readonly HolidayDate[];
  /** How many locations there are, those that are not loaded included. */
  total: number;
  filled: Filled;
  marks: Marks;
  onMark: (marks: Marks) => void;
  /** A key that does not move, at the marked cells. @returns whether it did something */
  onKey: (key: string) => boolean;
}

/** Locations by dates. One tab stop: arrows move, Shift marks a block, a head marks its row or column. */
export function HolidayGrid({ rows, dates, total, filled, marks, onMark, onKey }: HolidayGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const { pieces, measure, onFocus } = useScrolledList({
    box,
    sizes: rows.map(() => 1),
    itemHeight: ROW_HEIGHT,
    pinned: [marks.active.row],
  });
  const { row: activeRow, column: activeColumn } = marks.active;

  useEffect(() => {
    if (hasFocus.current) cellAt(grid.current, { row: activeRow, column: activeColumn })?.focus();
  }, [activeRow, activeColumn]);

  const size = { rows: rows.length, columns: dates.length };

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'gridcell') return;
    const next = afterKey(marks, event, size);
    if (next) onMark(next);
    else if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event.key)) return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const place = placeOf(event.target);
    if (place) onMark({ active: place, anchor: event.shiftKey ? marks.anchor : place });
  }

  const markRow = (row: number) =>
    onMark({ anchor: { row, column: 0 }, active: { row, column: dates.length - 1 } });
  // Of the same width in each row: a long name of a holiday makes no column wider.
  const columns = {
    gridTemplateColumns: `${NAME_WIDTH}px repeat(${dates.length}, minmax(${DATE_WIDTH}px, 1fr))`,
    inlineSize: NAME_WIDTH + dates.length * DATE_WIDTH,
  };

  return (
    // The keys of its cells are heard here; the cells themselves take the focus.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={grid}
      role="grid"
      aria-label="Special hours by location and date"
      aria-rowcount={total + 1}
      aria-colcount={dates.length + 1}
      aria-multiselectable
      className={cx(common.box, styles.grid)}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={(event) => {
        hasFocus.current = true;
        onFocus(event);
      }}
      onBlur={({ relatedTarget }) => {
        hasFocus.current = grid.current?.contains(relatedTarget) ?? false;
      }}
    >
      <div role="row" aria-rowindex={1} className={cx(styles.row, styles.head)} style={columns}>
        <span role="columnheader" className={cx(prose.row, styles.name)}>
          <button
            type="button"
            tabIndex={-1}
            className={styles.mark}
            title="Mark all dates of all locations"
            onClick={() => onMark(markedAll(size))}
          >
            Location
          </button>
        </span>
        {dates.map(({ date, names, isAdded, locations, notSaid }, column) => (
          <span key={date} role="columnheader" className={styles.date}>
            <button
              type="button"
              tabIndex={-1}
              className={styles.mark}
              title="Mark this date for all locations"
              onClick={() => onMark(markedColumn(column, size))}
            >
              {answerDay(date)}
            </button>
            <span className={styles.holiday} title={names.join(', ')}>
              {names[0] ?? (isAdded && 'Added by you')}
            </span>
            <span className={notSaid > 0 ? styles.open : styles.done}>
              {notSaid > 0
                ? `${figure(notSaid)} not said`
                : `${figure(locations - notSaid)} of ${figure(locations)} said`}
            </span>
          </span>
        ))}
      </div>
      <div ref={box} role="rowgroup">
        {pieces.map(({ index, spacer }) => {
          const row = rows[index];
          if (spacer !== undefined) return <div key={`s${index}`} style={spacerStyle(spacer)} />;
          if (!row) return null;
          const isActive = index === activeRow;
          return (
            <div key={row.locationId} ref={measure} data-block={index}>
              <GridRow
                row={row}
                index={index}
                dates={dates}
                answers={filled[row.locationId]}
                columns={columns}
                active={isActive ? activeColumn : undefined}
                marked={dates.map((_, column) => isMarked(marks, { row: index, column })).join()}
                onMarkRow={markRow}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface GridRowProps {
  row: HolidayRow;
  index: number;
  dates: readonly HolidayDate[];
  answers: Filled[string] | undefined;
  columns: CSSProperties;
  /** The column of the cell that takes the focus. */
  active: number | undefined;
  /** Which cells are marked, as a text, so that a row is only drawn again when that changes. */
  marked: string;
  onMarkRow: (row: number) => void;
}

const GridRow = memo(
  function GridRow({ row, index, dates, answers, columns, active, marked, onMarkRow }: GridRowProps) {
    const filled = answers ? { [row.locationId]: answers } : {};
    const marks = marked.split(',');
    return (
      <div role="row" aria-rowindex={index + 2} className={styles.row} style={columns}>
        <span role="rowheader" className={cx(prose.row, styles.name)}>
          {row.storeCode !== null && <Plate>{row.storeCode}</Plate>}
          <button
            type="button"
            tabIndex={-1}
            className={cx(styles.mark, styles.location)}
            title="Mark all dates of this location"
            onClick={() => onMarkRow(index)}
          >
            {row.locationName}
          </button>
        </span>
        {dates.map(({ date }, column) => (
          <span
            key={date}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={marks[column] === 'true'}
            tabIndex={column === active ? 0 : -1}
            data-place={`${index} ${column}`}
            title={longDayWords(date)}
            className={cx(styles.cell, marks[column] === 'true' && styles.marked)}
          >
            <HolidayAnswer cell={{ row, date }} filled={filled} />
          </span>
        ))}
      </div>
    );
  },
  (one, other) =>
    one.row === other.row &&
    one.index === other.index &&
    one.dates === other.dates &&
    one.answers === other.answers &&
    one.active === other.active &&
    one.marked === other.marked,
);

function cellAt(grid: HTMLElement | null, { row, column }: Place): HTMLElement | null | undefined {
  return grid?.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`);
}

function placeOf(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  const [row, column] = (cell?.dataset['place'] ?? '').split(' ').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** How many cells are marked, and where: `2 cells marked`. */
export function markedWords(count: number): string {
  return `${countOf(count, 'cell')} marked`;
}
