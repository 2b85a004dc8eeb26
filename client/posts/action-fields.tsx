import type { ReactNode } from 'react';
import { Field } from '../ui/field';
import { Select } from '../ui/select';
import { TextInput } from '../ui/text-input';
import type { DraftField, PostDraft } from './post-draft';
import { ACTIONS, type ActionType } from './post-words';
import type { FieldErrors } from '../ui/use-form-faults';

export interface TypeFieldsProps {
  draft: PostDraft;
  errors: FieldErrors<DraftField>;
  /** What was found about a field. */
  hintOf: (field: DraftField) => ReactNode;
  onChange: (change: Partial<PostDraft>) => void;
}

/** What a call-to-action post has beside its text: the button, and where it leads. */
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
