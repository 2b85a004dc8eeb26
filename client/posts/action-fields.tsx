import { Field } from '../ui/field';
import { Select } from '../ui/select';
import { TextInput } from '../ui/text-input';
import type { PostDraft } from './post-draft';
import { ACTIONS, type ActionType } from './post-words';
import type { FieldErrors } from './use-composer';
import { warningHint } from './warning-hint';

export interface TypeFieldsProps {
  draft: PostDraft;
  errors: FieldErrors;
  /** Shown as hints: they keep nothing from being sent. */
  warnings: FieldErrors;
  onChange: (change: Partial<PostDraft>) => void;
}

/** What a call-to-action post has beside its text: the button, and where it leads. */
export function ActionFields({ draft, errors, warnings, onChange }: TypeFieldsProps) {
  return (
    <>
      <Field label="Call-to-action type" error={errors.actionType} hint={warningHint(warnings.actionType)}>
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
        <Field label="Link" error={errors.actionUrl} hint={warningHint(warnings.actionUrl)}>
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
