import type { ReactNode } from 'react';
import { Counter, Field } from '../../ui/field';
import { Select, TextArea, TextInput } from '../../ui/inputs';
import type { FieldErrors } from '../../lib/field-errors';
import { ACTIONS, type ActionType } from '../post-words';
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
