import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { figure } from '../lib/count-of';
import { longDayWords } from '../lib/time-words';
import { Plate } from '../ui/basics/labels';
import { IconButton } from '../ui/basics/button';
import { Select } from '../ui/form/inputs';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { type Cell, dayOf, type Filled, filledAt } from './filled-answers';
import { HolidayAnswer } from './holiday-answer';
import styles from './holidays.module.css';
import type { HolidayDate, HolidayRow } from './use-holidays';

/** What can be chosen for cells; `hours` asks for the times, `google` goes back to what Google has. */
export type Chosen = 'closed' | 'hours' | 'as_usual' | 'google';

interface OneDayProps {
  /** The date that is shown at first; undefined: the first one. */
  start: string | undefined;
  rows: readonly HolidayRow[];
  dates: readonly HolidayDate[];
  filled: Filled;
  /** Whether more locations are not loaded. */
  isPart: boolean;
  onChoose: (cells: readonly Cell[], chosen: Chosen) => void;
  /** For all locations, also those that are not loaded. */
  onChooseAll: (date: string, chosen: Chosen) => void;
}

/** One date at a time, for narrow screens: locations that have not said what they do first. */
export function OneDay({ start, rows, dates, filled, isPart, onChoose, onChooseAll }: OneDayProps) {
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      dates.findIndex((each) => each.date === start),
    ),
  );
  const at = Math.min(index, dates.length - 1);
  const current = dates[at];
  if (!current) return null;
  const { date, names, isAdded, notSaid } = current;
  const cells = rows.map((row): Cell => ({ row, date }));
  const isOpen = (cell: Cell) => dayOf(cell)?.answer === 'not_said' && !filledAt(filled, cell);
  const open = cells.filter(isOpen);
  const listed = [...open, ...cells.filter((cell) => !isOpen(cell) && (dayOf(cell) || isAdded))];
  return (
    <div className={common.stack3}>
      <div className={styles.day}>
        <IconButton
          icon={ChevronLeft}
          label="Date before"
          disabled={at === 0}
          onClick={() => setIndex(at - 1)}
        />
        <div>
          <h2>{longDayWords(date)}</h2>
          <p className={common.small} role="status">
            {names[0] ?? 'Added by you'}, {figure(open.length)} not said
          </p>
        </div>
        <IconButton
          icon={ChevronRight}
          label="Date after"
          disabled={at === dates.length - 1}
          onClick={() => setIndex(at + 1)}
        />
      </div>
      <Panel
        title="Not said first"
        note={figure(listed.length)}
        flush
        actions={
          (isPart ? notSaid : open.length) > 0 && (
            <AnswerSelect
              label={isPart ? 'Fill all locations' : `Fill the ${figure(open.length)}`}
              first={isPart ? 'Fill all' : `Fill the ${figure(open.length)}`}
              onChoose={(chosen) => (isPart ? onChooseAll(date, chosen) : onChoose(open, chosen))}
            />
          )
        }
      >
        <ul className={styles.locations}>
          {listed.map((cell) => (
            <li key={cell.row.locationId} className={styles.listed}>
              <div className={common.stack1}>
                <span>{cell.row.locationName}</span>
                {cell.row.storeCode !== null && (
                  <span>
                    <Plate>{cell.row.storeCode}</Plate>
                  </span>
                )}
              </div>
              <div className={common.stack1}>
                <HolidayAnswer cell={cell} filled={filled} />
                <AnswerSelect
                  label={`Answer of ${cell.row.locationName}`}
                  first="Change"
                  canGoBack={filledAt(filled, cell) !== undefined}
                  onChoose={(chosen) => onChoose([cell], chosen)}
                />
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

interface AnswerSelectProps {
  label: string;
  /** What the closed list says. */
  first: string;
  canGoBack?: boolean;
  onChoose: (chosen: Chosen) => void;
}

function AnswerSelect({ label, first, canGoBack = false, onChoose }: AnswerSelectProps) {
  return (
    <Select
      aria-label={label}
      value=""
      onChange={({ target }) => {
        if (target.value !== '') onChoose(target.value as Chosen);
      }}
    >
      <option value="">{first}</option>
      <option value="closed">Closed</option>
      <option value="hours">Hours...</option>
      <option value="as_usual">As usual</option>
      {canGoBack && <option value="google">As Google has it</option>}
    </Select>
  );
}
