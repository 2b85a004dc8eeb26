import { useRef, useState } from 'react';
import { countOf, figure } from '../lib/count-of';
import { longDayWords } from '../lib/time-words';
import { useNarrowScreen } from '../lib/use-narrow-screen';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { announce } from '../ui/basics/screen-reader';
import { EmptyState } from '../ui/layout/board';
import common from '../ui/layout/common.module.css';
import { notify } from '../ui/messages/notify';
import { AnswersPreview, useDropConfirmed } from './answers-preview';
import { FillAllDialog } from './fill-all-dialog';
import {
  type Answer,
  type Block,
  type Cell,
  clear,
  clearDates,
  countOfFilled,
  fill,
  fillBlocks,
} from './filled-answers';
import { boundsOf, markedColumn, type Marks } from './grid-marks';
import { HolidayGrid, markedWords } from './holiday-grid';
import styles from './holidays.module.css';
import { HoursDialog } from './hours-dialog';
import { LastYearDialog } from './last-year-dialog';
import type { useKeptAnswers } from './kept-answers';
import { type Chosen, OneDay } from './one-day';
import type { HolidayRow, HolidayDate, OrderedScope } from './use-holidays';

interface AnswersTableProps {
  scope: OrderedScope;
  /** The date that is marked at first, at all locations. */
  start: string | undefined;
  rows: readonly HolidayRow[];
  dates: readonly HolidayDate[];
  total: number;
  regionUnknown: number;
  /** Loads more locations; undefined: all are there. */
  onMore: (() => void) | undefined;
  kept: ReturnType<typeof useKeptAnswers>;
  /** Whether the answers of last year are to be copied. */
  isCopying: boolean;
  onCopied: () => void;
}

/** Where an answer is filled in. */
interface Target {
  cells: readonly Cell[];
  /** The dates, where it is filled in at all locations, and some of them are not loaded. */
  atAll?: readonly string[] | undefined;
}

/** What a dialog asks before cells are filled: the opening times, or whether to fill what is not loaded. */
type Question = { kind: 'hours'; start: string; target: Target } | FillAll;
interface FillAll {
  kind: 'all';
  dates: readonly string[];
  answer: Answer;
}

const START: Marks = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } };

/** What is marked at first: a date that is given, or the first cell. */
function marksAtFirst(
  date: string | undefined,
  rows: readonly unknown[],
  dates: readonly HolidayDate[],
): Marks {
  const column = dates.findIndex((each) => each.date === date);
  return column < 0 ? START : markedColumn(column, { rows: rows.length, columns: dates.length });
}

/** The table, and what is done with it. */
export function AnswersTable({
  scope,
  start,
  rows,
  dates,
  total,
  regionUnknown,
  onMore,
  kept: { filled, draft, keep },
  isCopying,
  onCopied,
}: AnswersTableProps) {
  const [marks, setMarks] = useState(() => marksAtFirst(start, rows, dates));
  const [question, setQuestion] = useState<Question>();
  const bar = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrowScreen();
  useDropConfirmed(draft?.id, () => keep({ filled: {} }));
  const count = countOfFilled(filled);

  const bounds = boundsOf(marks);
  const markedDates = dates.slice(bounds.columns[0], bounds.columns[1] + 1).map(({ date }) => date);
  const marked: Target = {
    cells: rows
      .slice(bounds.rows[0], bounds.rows[1] + 1)
      .flatMap((row) => markedDates.map((date): Cell => ({ row, date }))),
    atAll: marks.isForAll && onMore ? markedDates : undefined,
  };
  const markedCount = marked.atAll ? total * markedDates.length : marked.cells.length;

  function put({ cells, atAll }: Target, answer: Answer): void {
    if (atAll) return setQuestion({ kind: 'all', dates: atAll, answer });
    setQuestion(undefined);
    const next = fill(filled, cells, answer);
    keep({ filled: next.filled, draft });
    const stay = cells.length - next.count;
    announce(
      `${countOf(next.count, 'cell')} filled${stay > 0 ? `, ${figure(stay)} ${stay === 1 ? 'stays as it is' : 'stay as they are'}` : ''}`,
    );
  }
  function putBlocks(blocks: readonly Block[], options?: { keepsFilled: boolean }): number {
    const next = fillBlocks(filled, blocks, options);
    keep({ filled: next.filled, draft });
    return next.count;
  }
  function choose(target: Target, chosen: Chosen, start = ''): void {
    const { cells, atAll } = target;
    if (chosen === 'hours') setQuestion({ kind: 'hours', target, start });
    else if (chosen === 'google')
      keep({ filled: atAll ? clearDates(filled, atAll) : clear(filled, cells), draft });
    else put(target, { answer: chosen });
  }
  function onKey(key: string): boolean {
    const chosen = KEYS[key.toLowerCase()];
    if (chosen) choose(marked, chosen);
    else if (/^\d$/.test(key)) choose(marked, 'hours', key);
    else if (key === ' ' || key === 'Enter') bar.current?.querySelector('button')?.focus();
    else return false;
    return true;
  }

  if (rows.length === 0)
    return (
      <EmptyState title="No locations match">Change the search or the filters to see others.</EmptyState>
    );
  if (dates.length === 0)
    return (
      <EmptyState title="No public holidays in the next 90 days">
        Add a date to say what your locations do on it.
      </EmptyState>
    );
  return (
    <>
      {regionUnknown > 0 && (
        <p className={common.small}>
          {countOf(regionUnknown, 'location')} without a known state or province: only holidays of the whole
          country are shown there. Add a date for the others.
        </p>
      )}
      {isNarrow ? (
        <OneDay
          start={start}
          rows={rows}
          dates={dates}
          filled={filled}
          isPart={onMore !== undefined}
          onChoose={(cells, chosen) => choose({ cells }, chosen)}
          onChooseAll={(date, chosen) => choose({ cells: [], atAll: [date] }, chosen)}
        />
      ) : (
        <>
          <HolidayGrid
            rows={rows}
            dates={dates}
            total={total}
            filled={filled}
            marks={marks}
            onMark={setMarks}
            onKey={onKey}
          />
          <p className={common.small}>
            Arrows move, Shift marks a block, a head marks its row or column. C closed, U as usual, 9-13
            hours, Delete back to what Google has.
          </p>
        </>
      )}
      {onMore && <Button onClick={onMore}>Show more locations</Button>}
      <div ref={bar} className={cx(common.box, common.line, styles.bar)}>
        {!isNarrow && (
          <>
            <p role="status">
              <b>{markedWords(markedCount)}</b> {whereWords(marked, total)}
            </p>
            <Button size="small" onClick={() => choose(marked, 'closed')}>
              Closed
            </Button>
            <Button size="small" onClick={() => choose(marked, 'hours')}>
              Hours
            </Button>
            <Button size="small" onClick={() => choose(marked, 'as_usual')}>
              As usual
            </Button>
          </>
        )}
        <AnswersPreview
          count={count}
          onDraft={(made) => keep({ filled, draft: made })}
          {...{ filled, draft }}
        />
      </div>
      {question?.kind === 'hours' && (
        <HoursDialog
          count={question.target.atAll ? total * question.target.atAll.length : question.target.cells.length}
          start={question.start}
          onFill={(answer) => put(question.target, answer)}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {question?.kind === 'all' && (
        <FillAllDialog
          {...question}
          {...{ scope, total, filled }}
          onFill={(blocks) => {
            setQuestion(undefined);
            notify.success(`${countOf(putBlocks(blocks), 'cell')} filled.`);
          }}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {isCopying && (
        <LastYearDialog
          {...{ scope, total, filled }}
          dates={dates.map(({ date }) => date)}
          marked={
            markedCount > 1 && !isNarrow
              ? {
                  dates: markedDates,
                  rows: marks.isForAll
                    ? undefined
                    : { first: bounds.rows[0], count: bounds.rows[1] - bounds.rows[0] + 1 },
                  count: markedCount,
                }
              : undefined
          }
          onCopy={(blocks, nothing) => {
            onCopied();
            const count = putBlocks(blocks, { keepsFilled: true });
            notify.success(
              `${countOf(count, 'cell')} filled from last year.${nothing > 0 ? ` Nothing is known of last year for ${figure(nothing)}.` : ''}`,
            );
          }}
          onClose={onCopied}
        />
      )}
    </>
  );
}

const KEYS: Readonly<Record<string, Chosen>> = Object.freeze({
  c: 'closed',
  u: 'as_usual',
  h: 'hours',
  delete: 'google',
  backspace: 'google',
});

function whereWords({ cells, atAll }: Target, total: number): string {
  const [first] = cells;
  if (!first) return '';
  const dates = new Set(cells.map(({ date }) => date)).size;
  const places = atAll ? total : new Set(cells.map(({ row }) => row.locationId)).size;
  const date = dates === 1 ? longDayWords(first.date) : countOf(dates, 'date');
  return `${date} at ${places === 1 ? first.row.locationName : countOf(places, 'location')}`;
}
