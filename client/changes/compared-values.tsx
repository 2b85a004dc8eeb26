import { type ComponentType, Fragment } from 'react';
import type { ChangeField } from '../listings/field-values';
import { dayName, DAYS, type OpeningPeriod } from '../listings/opening-hours';
import { cx } from '../ui/basics/cx';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import type { ChangeValue } from './change-words';
import { compareValues, isEmpty, openHours, type Part } from './compare-values';
import styles from './compared-values.module.css';

/**
 * How each kind of difference is marked. In one piece, what is gone is struck out. Of two values side by side neither has
 * been chosen yet, so both have the same mark.
 */
const MARKS = {
  both: { gone: Gone, new: New },
  before: { gone: Differs },
  after: { new: Differs },
} as const satisfies Record<string, Marks>;

type Marks = Partial<Record<'gone' | 'new', ComponentType<{ children: string }>>>;

interface ComparedValuesProps {
  field: ChangeField;
  before: ChangeValue;
  after: ChangeValue;
  /** Both in one piece, or only one of two values that stand side by side: the owner's before Google's. */
  shown?: keyof typeof MARKS;
  /** Leaves out most of what did not change in a long text, for a row. */
  isShort?: boolean;
}

/** Two values of a field, or one of them, with the differences marked. */
export function ComparedValues({
  field,
  before,
  after,
  shown = 'both',
  isShort = false,
}: ComparedValuesProps) {
  const values = shown === 'both' ? [before, after] : [shown === 'before' ? before : after];
  if (values.every(isEmpty)) return <span className={common.muted}>Not set</span>;
  const compared = compareValues(field, before, after);
  const marks: Marks = MARKS[shown];
  const marked = (kind: 'gone' | 'new', text: string | undefined) => {
    const Mark = marks[kind];
    return Mark && text !== undefined && <Mark>{text}</Mark>;
  };
  if (compared.kind === 'days') {
    const { days, week } = compared;
    const [own, other] = shown === 'before' ? (['before', 'after'] as const) : (['after', 'before'] as const);
    const none = shown === 'both' ? undefined : 'as usual';
    return (
      <div className={common.stack1}>
        {week && <WeekStrip periods={week[own]} changed={week[other]} isUndecided={shown !== 'both'} />}
        <ul className={common.breaks}>
          {days.map(({ label, before: was = none, after: is = none }) => (
            <li key={label}>
              {label} {marked('gone', was)} {marked('new', is)}
            </li>
          ))}
        </ul>
      </div>
    );
  }
  const { kind: of, parts } = compared;
  return (
    <p className={cx(common.breaks, styles.text)}>
      {parts
        .map((part, index) => (isShort && of === 'text' ? shortened(part, index, parts.length) : part))
        .filter(({ kind }) => kind === 'same' || marks[kind])
        .map(({ kind, text }, index) => (
          <Fragment key={index}>
            {of === 'items' && index > 0 && ', '}
            {kind === 'same' ? text : marked(kind, text)}
          </Fragment>
        ))}
    </p>
  );
}

function Gone({ children }: { children: string }) {
  return (
    <del className={styles.gone}>
      <VisuallyHidden>removed: </VisuallyHidden>
      {children}
    </del>
  );
}

function New({ children }: { children: string }) {
  return (
    <ins className={styles.new}>
      <VisuallyHidden>new: </VisuallyHidden>
      {children}
    </ins>
  );
}

function Differs({ children }: { children: string }) {
  return (
    <mark className={styles.differs}>
      <VisuallyHidden>different: </VisuallyHidden>
      {children}
    </mark>
  );
}

/** How much of an unchanged piece a row shows beside a change. */
const BESIDE = 24;

function shortened({ kind, text }: Part, index: number, count: number): Part {
  if (kind !== 'same' || text.length <= 3 * BESIDE) return { kind, text };
  const start = index > 0 ? text.slice(0, BESIDE) : '';
  const end = index < count - 1 ? text.slice(-BESIDE) : '';
  return { kind, text: `${start}…${end}` };
}

interface WeekStripProps {
  periods: OpeningPeriod[];
  /** The week to compare with. Days that differ are marked. */
  changed: OpeningPeriod[];
  /** Whether it stands beside the other week, to be chosen. */
  isUndecided: boolean;
}

/** A week as seven bars, each as high as the day is long. Only a picture: the changed days stand below it in words. */
function WeekStrip({ periods, changed, isUndecided }: WeekStripProps) {
  return (
    <span className={styles.week} aria-hidden="true">
      {DAYS.map((day, index) => {
        const differs = timesOf(periods, day) !== timesOf(changed, day);
        const hours = openHours(periods, index);
        return (
          <span key={day} className={cx(differs && (isUndecided ? styles.differingDay : styles.changedDay))}>
            <span className={cx(styles.day, differs && hours === 0 && styles.shut)}>
              <span className={styles.open} style={{ blockSize: `${(hours / 24) * 100}%` }} />
            </span>
            {dayName(day).charAt(0)}
          </span>
        );
      })}
    </span>
  );
}

function timesOf(periods: readonly OpeningPeriod[], day: string): string {
  return periods
    .filter(({ openDay }) => openDay === day)
    .map(({ openTime, closeDay, closeTime }) => [openTime, closeDay, closeTime].join(' '))
    .sort()
    .join();
}
