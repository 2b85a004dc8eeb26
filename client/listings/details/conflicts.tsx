import type { Ref } from 'react';
import type { Conflict } from '../../api/api-error';
import { countOf } from '../../lib/count-of';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import { FIELD_NAMES, type ProfileField, valueLines } from '../field-values';
import styles from './conflicts.module.css';

/** The value that stays: what Google has now, or what was typed. */
export type Decision = 'google' | 'mine';

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
            <h3 className={prose.minorTitle}>{nameOf(conflict.field)}</h3>
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
  const forField = <VisuallyHidden> for {nameOf(field)}</VisuallyHidden>;
  return (
    <div className={styles.choice}>
      <dl className={cx(common.stack1, styles.values)}>
        <div>
          <dt>Google now has</dt>
          <dd>
            <ValueWords field={field} value={current} />
          </dd>
        </div>
        <div>
          <dt>You entered</dt>
          <dd>
            <ValueWords field={field} value={wanted} />
          </dd>
        </div>
      </dl>
      <div className={common.wrap}>
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

function ValueWords({ field, value }: { field: string; value: Conflict['current'] }) {
  const lines = valueLines(field, value);
  if (lines.length === 0) return 'Not set';
  return lines.map((line) => (
    <span key={line} className={styles.line}>
      {line}
    </span>
  ));
}

function nameOf(field: string): string {
  return FIELD_NAMES[field as ProfileField];
}
