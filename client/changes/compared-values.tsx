import { Fragment, type ReactNode } from 'react';
import type { ChangeField } from '../listings/field-values';
import { dayName, DAYS, type OpeningPeriod } from '../listings/opening-hours';
import { cx } from '../ui/basics/cx';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import type { ChangeValue } from './change-words';
import { compareValues, isEmpty, openHours, type DayChange, type Part } from './compare-values';
import styles from './compared-values.module.css';

interface ComparedValuesProps {
  field: ChangeField;
  before: ChangeValue;
  after: ChangeValue;
  /** Leaves out most of what did not change in a long text, for a row. */
  isShort?: boolean;
}

/** What a field had and has, in one piece: what is gone is struck out, what is new is marked. */
export function ComparedValues({ field, before, after, isShort = false }: ComparedValuesProps) {
  if (isEmpty(before) && isEmpty(after)) return <span className={common.muted}>Not set</span>;
  const compared = compareValues(field, before, after);
  if (compared.kind === 'days')
    return (
      <div className={common.stack1}>
        {compared.week && <WeekStrip periods={compared.week.after} changed={compared.week.before} />}
        <ul className={common.breaks}>
          {compared.days.map(({ label, before: was, after: is }) => (
            <li key={label}>
              {label} {was !== undefined && <Gone>{was}</Gone>} {is !== undefined && <New>{is}</New>}
            </li>
          ))}
        </ul>
      </div>
    );
  const { kind, parts } = compared;
  return (
    <p className={cx(common.breaks, styles.text)}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {kind === 'items' && index > 0 && ', '}
          {partOf(isShort && kind === 'text' ? shortened(part, index, parts.length) : part)}
        </Fragment>
      ))}
    </p>
  );
}

interface OneValueProps {
  field: ChangeField;
  value: ChangeValue;
  /** The value beside it. What differs from it is marked. */
  other: ChangeValue;
  /** Whether this is the value that may go: its differences are struck out. */
  isOther?: boolean;
}

/** One of two values that stand side by side, with what differs marked. */
export function OneValue({ field, value, other, isOther = false }: OneValueProps) {
  if (isEmpty(value)) return <span className={common.muted}>Not set</span>;
  const compared = isOther ? compareValues(field, other, value) : compareValues(field, value, other);
  const own = isOther ? 'new' : 'gone';
  const mark = (text: string) => (isOther ? <Gone>{text}</Gone> : <New>{text}</New>);
  if (compared.kind === 'days') {
    const { days, week } = compared;
    const shown = (change: DayChange) => (isOther ? change.after : change.before) ?? 'as usual';
    return (
      <div className={common.stack1}>
        {week && (
          <WeekStrip
            periods={isOther ? week.after : week.before}
            changed={isOther ? week.before : week.after}
            isOther={isOther}
          />
        )}
        <ul className={common.breaks}>
          {days.map((change) => (
            <li key={change.label}>
              {change.label} {mark(shown(change))}
            </li>
          ))}
        </ul>
      </div>
    );
  }
  const parts = compared.parts.filter(({ kind }) => kind === 'same' || kind === own);
  return (
    <p className={cx(common.breaks, styles.text)}>
      {parts.map(({ kind, text }, index) => (
        <Fragment key={index}>
          {compared.kind === 'items' && index > 0 && ', '}
          {kind === 'same' ? text : mark(text)}
        </Fragment>
      ))}
    </p>
  );
}

function partOf({ kind, text }: Part): ReactNode {
  if (kind === 'same') return text;
  return kind === 'gone' ? <Gone>{text}</Gone> : <New>{text}</New>;
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
  isOther?: boolean;
}

/** A week as seven bars, each as high as the day is long. Only a picture: the changed days stand below it in words. */
function WeekStrip({ periods, changed, isOther = false }: WeekStripProps) {
  return (
    <span className={styles.week} aria-hidden="true">
      {DAYS.map((day, index) => {
        const differs = timesOf(periods, day) !== timesOf(changed, day);
        const hours = openHours(periods, index);
        return (
          <span key={day} className={cx(differs && (isOther ? styles.otherDay : styles.changedDay))}>
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
