import { Check } from 'lucide-react';
import type { Schemas } from '../api/client';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import styles from './answer-plate.module.css';

/** What a location says of a date. `none`: no holiday there, and nothing said. */
export type AnswerKind = Schemas['HolidayDayDto']['answer'] | 'none';

const WORDS: Readonly<Record<Exclude<AnswerKind, 'hours'>, string>> = Object.freeze({
  closed: 'Closed',
  as_usual: 'As usual',
  not_said: 'Not said',
  none: '',
});

interface AnswerPlateProps {
  kind: AnswerKind;
  /** The opening times, for `hours`. */
  hours?: string;
  /** Whether it was filled in here, and is not sent. */
  isChanged?: boolean;
}

/** A plate with what a location says of a date. It looks the same in the table, in previews and in results. */
export function AnswerPlate({ kind, hours = '', isChanged = false }: AnswerPlateProps) {
  return (
    <span className={cx(styles.answer, styles[kind], isChanged && styles.changed)}>
      {kind === 'as_usual' && <Icon of={Check} size={12} />}
      {kind === 'hours' ? hours : WORDS[kind]}
      {kind === 'none' && <VisuallyHidden>No holiday here</VisuallyHidden>}
      {isChanged && <VisuallyHidden>, changed, not sent</VisuallyHidden>}
    </span>
  );
}
