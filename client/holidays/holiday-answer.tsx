import { Check } from 'lucide-react';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import { type Cell, dayOf, type Filled, filledAt, hoursWords, periodsWords } from './filled-answers';
import styles from './holidays.module.css';
import type { HolidayDay } from './use-holidays';

/** `none`: no holiday there, and nothing said. */
type Kind = HolidayDay['answer'] | 'none';

const WORDS: Readonly<Record<Exclude<Kind, 'hours'>, string>> = Object.freeze({
  closed: 'Closed',
  as_usual: 'As usual',
  not_said: 'Not said',
  none: '',
});

/** What a location says of a date, or will say once it is sent. */
export function HolidayAnswer({ cell, filled }: { cell: Cell; filled: Filled }) {
  const wanted = filledAt(filled, cell);
  const day = dayOf(cell);
  const kind: Kind = wanted?.answer ?? day?.answer ?? 'none';
  const hours = wanted ? hoursWords(wanted.hours ?? []) : day ? periodsWords(day) : '';
  return (
    <span className={cx(styles.answer, styles[kind], wanted && styles.changed)}>
      {kind === 'as_usual' && <Icon of={Check} size={12} />}
      {kind === 'hours' ? hours : WORDS[kind]}
      {kind === 'none' && <VisuallyHidden>No holiday here</VisuallyHidden>}
      {wanted && <VisuallyHidden>, changed, not sent</VisuallyHidden>}
    </span>
  );
}
