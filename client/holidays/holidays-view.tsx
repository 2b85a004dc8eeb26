import { useRef, useState } from 'react';
import { countOf, figure } from '../lib/count-of';
import { countryName } from '../lib/country-names';
import { longDayWords } from '../lib/time-words';
import { textPart, useAddress } from '../lib/use-address';
import { useNarrowScreen } from '../lib/use-narrow-screen';
import { useDebouncedValue, useSearchText } from '../lib/use-search';
import { afterTries } from '../api/swr';
import { LabelSelect } from '../listings/choice/label-select';
import { LocationTabs } from '../listings/location-tabs';
import shared from '../listings/view.module.css';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { announce } from '../ui/basics/screen-reader';
import { Select } from '../ui/form/inputs';
import { SearchBox } from '../ui/form/search-box';
import { EmptyState, FailedLoad } from '../ui/layout/board';
import common from '../ui/layout/common.module.css';
import { Loading, Skeleton } from '../ui/messages/loading';
import { AddedDates } from './added-dates';
import { AnswersPreview, useDropConfirmed } from './answers-preview';
import { type Answer, type Cell, clear, countOfFilled, fill } from './filled-answers';
import { boundsOf, type Marks } from './grid-marks';
import { HolidayGrid, markedWords } from './holiday-grid';
import styles from './holidays.module.css';
import { HoursDialog } from './hours-dialog';
import { useKeptAnswers } from './kept-answers';
import { type Chosen, OneDay } from './one-day';
import { type HolidayRow, type HolidayDate, useHolidayDates, useHolidayRows } from './use-holidays';

const ADDRESS = {
  country: textPart('country'),
  label: textPart('label'),
  dates: textPart('dates', (text) => /^\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2}){0,11}$/.test(text)),
};
const FAILURE = 'Failed to load the holidays. Please try again.';
/** How many pages of 100 locations are loaded at first, and by each further step. */
const PAGES = 5;
const START: Marks = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } };

/** What locations say of the public holidays ahead, and a table to fill in what is missing. */
export function HolidaysView() {
  const { address, change } = useAddress(ADDRESS);
  const { text, setText } = useSearchText();
  const search = useDebouncedValue(text.trim());
  const [pages, setPages] = useState(PAGES);
  const scope = { ...address, search };
  const dates = useHolidayDates(scope);
  const rows = useHolidayRows(scope, pages);
  const { error, isTrying } = afterTries(dates.error ?? rows.error);
  const found = dates.data && rows.data && { dates: dates.data, rows: rows.data };
  const added = address.dates?.split(',') ?? [];
  return (
    <div className={cx(common.stack4, shared.view)}>
      <div className={common.spread}>
        <h1 tabIndex={-1}>Locations</h1>
        <AddedDates dates={added} onChange={(next) => change({ dates: next.join() || undefined })} />
      </div>
      <LocationTabs value="holidays" notSaid={dates.data?.notSaid} />
      <div className={common.line}>
        <div className={styles.search}>
          <SearchBox label="Name, code or address" value={text} onChange={setText} />
        </div>
        <div>
          <Select
            aria-label="Filter by country"
            value={address.country ?? ''}
            onChange={({ target }) => change({ country: target.value || undefined })}
          >
            <option value="">All countries</option>
            {dates.data?.countries.flatMap(({ code, locations }) =>
              code === null ? (
                []
              ) : (
                <option key={code} value={code}>
                  {countryName(code)} ({figure(locations)})
                </option>
              ),
            )}
          </Select>
        </div>
        <LabelSelect
          value={address.label ?? ''}
          onChange={(label) => change({ label: label || undefined })}
        />
        <p className={common.small} role="status">
          {found &&
            `${countOf(found.dates.locations, 'location')}, ${countOf(found.dates.items.length, 'date')}`}
        </p>
      </div>
      {error !== undefined && !found && (
        <FailedLoad
          message={FAILURE}
          onRetry={() => void Promise.all([dates.mutate(), rows.mutate()])}
          retrying={dates.isValidating || rows.isValidating}
        />
      )}
      <Loading busy={!found && error === undefined} isTrying={isTrying} skeleton={<Skeleton shape="card" />}>
        {found && (
          <Answers
            rows={found.rows.items}
            dates={found.dates.items}
            total={found.dates.locations}
            regionUnknown={found.dates.regionUnknown}
            onMore={found.rows.nextCursor === null ? undefined : () => setPages(pages + PAGES)}
          />
        )}
      </Loading>
    </div>
  );
}

interface AnswersProps {
  rows: readonly HolidayRow[];
  dates: readonly HolidayDate[];
  total: number;
  regionUnknown: number;
  /** Loads more locations; undefined: all are there. */
  onMore: (() => void) | undefined;
}

/** The table, and what is done with it. */
function Answers({ rows, dates, total, regionUnknown, onMore }: AnswersProps) {
  const { filled, draft, keep } = useKeptAnswers();
  const [marks, setMarks] = useState(START);
  const [asking, setAsking] = useState<{ cells: readonly Cell[]; start: string }>();
  const bar = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrowScreen();
  useDropConfirmed(draft?.id, () => keep({ filled: {} }));
  const count = countOfFilled(filled);

  const bounds = boundsOf(marks);
  const marked = rows
    .slice(bounds.rows[0], bounds.rows[1] + 1)
    .flatMap((row) =>
      dates.slice(bounds.columns[0], bounds.columns[1] + 1).map(({ date }): Cell => ({ row, date })),
    );

  function put(cells: readonly Cell[], answer: Answer): void {
    setAsking(undefined);
    const next = fill(filled, cells, answer);
    keep({ filled: next.filled, draft });
    const stay = cells.length - next.count;
    announce(
      `${countOf(next.count, 'cell')} filled${stay > 0 ? `, ${figure(stay)} ${stay === 1 ? 'stays as it is' : 'stay as they are'}` : ''}`,
    );
  }
  function choose(cells: readonly Cell[], chosen: Chosen, start = ''): void {
    if (chosen === 'hours') setAsking({ cells, start });
    else if (chosen === 'google') keep({ filled: clear(filled, cells), draft });
    else put(cells, { answer: chosen });
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
        <OneDay rows={rows} dates={dates} filled={filled} onChoose={choose} />
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
              <b>{markedWords(marked.length)}</b> {whereWords(marked)}
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
      {asking && (
        <HoursDialog
          count={asking.cells.length}
          start={asking.start}
          onFill={(answer) => put(asking.cells, answer)}
          onClose={() => setAsking(undefined)}
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

function whereWords(cells: readonly Cell[]): string {
  const [first] = cells;
  if (!first) return '';
  const dates = new Set(cells.map(({ date }) => date)).size;
  const places = new Set(cells.map(({ row }) => row.locationId)).size;
  const date = dates === 1 ? longDayWords(first.date) : countOf(dates, 'date');
  return `${date} at ${places === 1 ? first.row.locationName : countOf(places, 'location')}`;
}
