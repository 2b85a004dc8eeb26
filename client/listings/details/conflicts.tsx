import type { ReactNode, Ref } from 'react';
import type { Conflict } from '../../api/api-error';
import { countOf } from '../../lib/count-of';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { VisuallyHidden } from '../../ui/screen-reader';
import { formatRuns } from '../opening-hours';
import styles from './conflicts.module.css';
import { formatSpecialHours } from './special-days';

/** The value that stays: what Google has now, or what was typed. */
export type Decision = 'google' | 'mine';

const NAMES: Readonly<Record<string, string>> = {
  name: 'Business name',
  address: 'Address',
  phoneNumber: 'Phone number',
  websiteUri: 'Website',
  openingDate: 'Opening date',
  categoryIds: 'Categories',
  description: 'Description',
  regularHours: 'Business hours',
  specialHours: 'Special hours',
  moreHours: 'More hours',
  openStatus: 'Open or closed',
};

interface ConflictListProps {
  conflicts: readonly Conflict[];
  onDecide: (conflict: Conflict, decision: Decision) => void;
  ref: Ref<HTMLDivElement>;
}

/** All fields that have changed at Google since the form was opened, with both values of each. */
export function ConflictList({ conflicts, onDecide, ref }: ConflictListProps) {
  if (conflicts.length === 0) return null;
  const have = conflicts.length === 1 ? 'has' : 'have';
  return (
    <section ref={ref} tabIndex={-1} aria-label="Changed on Google">
      <Banner tone="warning">
        <p>
          {countOf(conflicts.length, 'field')} {have} changed on Google since you opened this form. Nothing
          has been saved yet. Choose what to keep, then save again.
        </p>
        {conflicts.map((conflict) => (
          <div key={conflict.field} className={styles.listed}>
            <h3>{NAMES[conflict.field] ?? conflict.field}</h3>
            <ConflictChoice conflict={conflict} onDecide={(decision) => onDecide(conflict, decision)} />
          </div>
        ))}
      </Banner>
    </section>
  );
}

interface ConflictChoiceProps {
  conflict: Conflict;
  onDecide: (decision: Decision) => void;
}

/** What Google has now and what was typed in one field, with a button for each. */
export function ConflictChoice({ conflict: { field, current, wanted }, onDecide }: ConflictChoiceProps) {
  const forField = <VisuallyHidden> for {NAMES[field] ?? field}</VisuallyHidden>;
  return (
    <div className={styles.choice}>
      <dl className={styles.values}>
        <div>
          <dt>Google now has</dt>
          <dd>{valueWords(current)}</dd>
        </div>
        <div>
          <dt>You entered</dt>
          <dd>{valueWords(wanted)}</dd>
        </div>
      </dl>
      <div className={styles.buttons}>
        <Button size="small" onClick={() => onDecide('google')}>
          <span>Use Google’s{forField}</span>
        </Button>
        <Button size="small" onClick={() => onDecide('mine')}>
          <span>Keep mine{forField}</span>
        </Button>
      </div>
    </div>
  );
}

/** A value of the change log in words; several lines for hours. */
function valueWords({ text, items, hours, specialHours, moreHours }: Conflict['current']): ReactNode {
  if (text !== null) return text;
  if (items !== null) return items.join(', ');
  const lines =
    (hours && weekLines(hours)) ??
    (specialHours &&
      formatSpecialHours(specialHours).map(({ day, lines: of }) => [day, of.join(', ')].join(': '))) ??
    moreHours?.flatMap(({ name, periods }) => weekLines(periods).map((line) => `${name}, ${line}`));
  if (!lines?.length) return 'Not set';
  return lines.map((line) => (
    <span key={line} className={styles.line}>
      {line}
    </span>
  ));
}

const weekLines = (periods: Parameters<typeof formatRuns>[0]) =>
  formatRuns(periods).map(({ days, lines }) => `${days}: ${lines.join(', ')}`);
