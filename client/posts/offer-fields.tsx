import { Field } from '../ui/field';
import { TextArea } from '../ui/text-area';
import { TextInput } from '../ui/text-input';
import type { TypeFieldsProps } from './action-fields';

/** What an offer has beside title and dates; Google asks for none of it. */
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
