import { useState } from 'react';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import { Field } from '../../ui/form/field';
import { Select, TextInput } from '../../ui/form/inputs';
import styles from './campaign-options.module.css';
import type { ClosedDays, PostDraft } from './post-draft';

const CLOSED_DAYS: Readonly<Record<ClosedDays, string>> = Object.freeze({
  publish: 'Publish anyway',
  skip: 'Leave it out',
  move: 'Publish on its next open day',
});

interface CampaignOptionsProps {
  draft: PostDraft;
  /** The error about the minutes. */
  error: string | undefined;
  onChange: (change: Partial<PostDraft>) => void;
}

/** The options that few campaigns need: spreading posts, and closed days. It opens when one of them is wrong. */
export function CampaignOptions({ draft, error, onChange }: CampaignOptionsProps) {
  const { spreadMinutes, closedDays } = draft;
  const [isOpen, setIsOpen] = useState(false);
  const minutes = Number(spreadMinutes) || 0;
  const set = [
    minutes > 0 && `spread over ${minutes} min`,
    closedDays !== 'publish' && `closed that day: ${CLOSED_DAYS[closedDays].toLowerCase()}`,
  ].filter(Boolean);
  return (
    <details
      className={cx(prose.fold, styles.options)}
      open={isOpen || error !== undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        More options
        {set.length > 0 && <span className={styles.set}> ({set.join(', ')})</span>}
      </summary>
      <div className={styles.fields}>
        <Field label="Spread over minutes" error={error} hint="0: all at once">
          <TextInput
            type="number"
            name="spreadMinutes"
            inputMode="numeric"
            min={0}
            max={720}
            placeholder="0"
            value={spreadMinutes}
            onChange={({ target }) => onChange({ spreadMinutes: target.value })}
          />
        </Field>
        <Field label="On days a location is closed">
          <Select
            name="closedDays"
            value={closedDays}
            onChange={({ target }) => onChange({ closedDays: target.value as ClosedDays })}
          >
            {Object.entries(CLOSED_DAYS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </details>
  );
}
