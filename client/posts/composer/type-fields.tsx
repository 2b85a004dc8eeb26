import type { ReactNode } from 'react';
import { Counter } from '../../ui/form/counter';
import { Field, FieldGroup } from '../../ui/form/field';
import { Select, TextArea, TextInput } from '../../ui/form/inputs';
import type { FieldErrors } from '../../lib/field-errors';
import { ACTIONS, type ActionType } from '../../posting/post-words';
import styles from './composer-form.module.css';
import { MAX_TITLE } from './draft-rules';
import { countCharacters, type DraftField, type PostDraft } from './post-draft';

/** Title lengths at which a screen reader says how much is left. */
const TITLE_STEPS = [48, MAX_TITLE];

interface TypeFieldsProps {
  draft: PostDraft;
  errors: FieldErrors<DraftField>;
  /** The findings about a field. */
  hintOf: (field: DraftField) => ReactNode;
  onChange: (change: Partial<PostDraft>) => void;
}

/** The fields of a call to action: the button and its link. */
export function ActionFields({ draft, errors, hintOf, onChange }: TypeFieldsProps) {
  return (
    <>
      <Field label="Call-to-action type" error={errors.actionType} hint={hintOf('actionType')}>
        <Select
          name="actionType"
          value={draft.actionType}
          onChange={(event) => onChange({ actionType: event.target.value as ActionType | '' })}
        >
          <option value="">Select a button</option>
          {Object.entries(ACTIONS).map(([action, label]) => (
            <option key={action} value={action}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {draft.actionType !== 'CALL' && (
        <Field label="Link" error={errors.actionUrl} hint={hintOf('actionUrl')}>
          <TextInput
            type="url"
            name="actionUrl"
            autoComplete="off"
            placeholder="https://"
            value={draft.actionUrl}
            onChange={(event) => onChange({ actionUrl: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}

/** Title, start and end of an event or an offer. An offer needs no times. */
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
        <InstantFields
          legend="Starts"
          part="start"
          defaultTime="00:00"
          {...{ draft, errors, hintOf, onChange }}
        />
        <InstantFields
          legend="Ends"
          part="end"
          defaultTime="23:59"
          {...{ draft, errors, hintOf, onChange }}
        />
      </div>
    </>
  );
}

interface InstantFieldsProps extends TypeFieldsProps {
  legend: string;
  part: 'start' | 'end';
  /** What an offer without a time means. */
  defaultTime: string;
}

/** The date and the time at which an event or an offer starts or ends. */
function InstantFields({ legend, part, defaultTime, draft, errors, hintOf, onChange }: InstantFieldsProps) {
  const [date, time] = [`${part}Date`, `${part}Time`] as const;
  const isOffer = draft.topicType === 'OFFER';
  const name = part === 'start' ? 'Start' : 'End';
  return (
    <FieldGroup
      legend={legend}
      hint={
        <>
          {isOffer && !draft[time] && `Time defaults to ${defaultTime}`}
          {hintOf(date)}
        </>
      }
    >
      <div className={styles.instant}>
        <Field label={`${name} date`} hideLabel error={errors[date]}>
          <TextInput
            type="date"
            name={date}
            min={(part === 'end' && draft.startDate) || undefined}
            max="9999-12-31"
            value={draft[date]}
            onChange={(event) => onChange({ [date]: event.target.value })}
          />
        </Field>
        <Field label={`${name} time`} hideLabel optional={isOffer} error={errors[time]}>
          <TextInput
            type="time"
            name={time}
            value={draft[time]}
            onChange={(event) => onChange({ [time]: event.target.value })}
          />
        </Field>
      </div>
    </FieldGroup>
  );
}

/** The other fields of an offer, after title and dates. Google requires none of them. */
export function OfferFields({ draft, errors, hintOf, onChange }: TypeFieldsProps) {
  return (
    <>
      <Field label="Coupon code" optional error={errors.couponCode}>
        <TextInput
          name="couponCode"
          autoComplete="off"
          value={draft.couponCode}
          onChange={(event) => onChange({ couponCode: event.target.value })}
        />
      </Field>
      <Field label="Redeem link" optional error={errors.redeemOnlineUrl} hint={hintOf('redeemOnlineUrl')}>
        <TextInput
          type="url"
          name="redeemOnlineUrl"
          autoComplete="off"
          placeholder="https://"
          value={draft.redeemOnlineUrl}
          onChange={(event) => onChange({ redeemOnlineUrl: event.target.value })}
        />
      </Field>
      <Field label="Terms and conditions" optional error={errors.termsConditions}>
        <TextArea
          name="termsConditions"
          rows={3}
          value={draft.termsConditions}
          onChange={(event) => onChange({ termsConditions: event.target.value })}
        />
      </Field>
    </>
  );
}
