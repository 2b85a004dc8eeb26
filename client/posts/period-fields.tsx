import { Counter } from '../ui/counter';
import { Field } from '../ui/field';
import { TextInput } from '../ui/text-input';
import type { TypeFieldsProps } from './action-fields';
import styles from './composer-form.module.css';
import { MAX_TITLE } from './draft-rules';
import { countCharacters } from './post-draft';

const TITLE_STEPS = [48, MAX_TITLE];

/** Title, start and end of an event or an offer; an offer may leave the times out. */
export function PeriodFields({ draft, errors, hintOf, onChange }: TypeFieldsProps) {
  const isOffer = draft.topicType === 'OFFER';
  return (
    <>
      <Field
        label={isOffer ? 'Offer title' : 'Event title'}
        error={errors.title}
        hint={hintOf('title')}
        counter={<Counter value={countCharacters(draft.title)} max={MAX_TITLE} steps={TITLE_STEPS} />}
      >
        <TextInput
          name="title"
          autoComplete="off"
          value={draft.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <div className={styles.pair}>
        <Field label="Start date" error={errors.startDate}>
          <TextInput
            type="date"
            name="startDate"
            max="9999-12-31"
            value={draft.startDate}
            onChange={(event) => onChange({ startDate: event.target.value })}
          />
        </Field>
        <Field
          label="Start time"
          error={errors.startTime}
          optional={isOffer}
          hint={isOffer && 'Otherwise from 00:00'}
        >
          <TextInput
            type="time"
            name="startTime"
            value={draft.startTime}
            onChange={(event) => onChange({ startTime: event.target.value })}
          />
        </Field>
        <Field label="End date" error={errors.endDate} hint={hintOf('endDate')}>
          <TextInput
            type="date"
            name="endDate"
            min={draft.startDate || undefined}
            max="9999-12-31"
            value={draft.endDate}
            onChange={(event) => onChange({ endDate: event.target.value })}
          />
        </Field>
        <Field
          label="End time"
          error={errors.endTime}
          optional={isOffer}
          hint={isOffer && 'Otherwise until 23:59'}
        >
          <TextInput
            type="time"
            name="endTime"
            value={draft.endTime}
            onChange={(event) => onChange({ endTime: event.target.value })}
          />
        </Field>
      </div>
    </>
  );
}
