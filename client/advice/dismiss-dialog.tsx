import { useRef, useState } from 'react';
import { placeFaults } from '../api/place-faults';
import { isDay } from '../lib/calendar-days';
import { todayHere } from '../listings/special-days';
import { actionErrorMessage } from '../posting/action-errors';
import { Counter } from '../ui/form/counter';
import { Field } from '../ui/form/field';
import { FormDialog } from '../ui/form/form-dialog';
import { TextArea, TextInput } from '../ui/form/inputs';
import { useFormFaults } from '../ui/form/use-form-faults';
import common from '../ui/layout/common.module.css';
import { notify } from '../ui/messages/notify';
import { type ChosenFindings, useFindingActions } from './use-tasks';

/** What the server accepts, in characters. */
const MAX_REASON = 300;
const FAILED = 'The task couldn’t be dismissed. Please try again.';

interface DismissDialogProps {
  /** What is dismissed. */
  title: string;
  chosen: ChosenFindings;
  onDismissed: () => void;
  onClose: () => void;
}

/** Asks why something is not wanted, and until when. */
export function DismissDialog({ title, chosen, onDismissed, onClose }: DismissDialogProps) {
  const { dismiss } = useFindingActions();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { errors, fault, isBusy, ...faults } = useFormFaults<'reason' | 'until'>(form);

  async function send(): Promise<void> {
    if (isBusy) return;
    const found = {
      ...(reason.trim() === '' && { reason: 'Say why, so that others know.' }),
      ...(reason.trim().length > MAX_REASON && { reason: `At most ${MAX_REASON} characters.` }),
      ...(until !== '' && !(isDay(until) && until > todayHere()) && { until: 'Choose a day after today.' }),
    };
    if (Object.keys(found).length > 0) return faults.show(found);
    faults.begin();
    try {
      // One line: what is typed in several is shown in one.
      await dismiss(chosen, reason.trim().replaceAll(/\s+/g, ' '), until || undefined);
      notify.success('Dismissed. You can bring it back at any time.');
      onDismissed();
    } catch (error) {
      const placed = placeFaults(error, (path) => (path === 'reason' || path === 'until' ? path : undefined));
      const isAtField = Object.keys(placed.errors).length > 0 && placed.rest.length === 0;
      faults.show(
        placed.errors,
        isAtField ? undefined : (placed.rest[0] ?? actionErrorMessage(error, FAILED)),
      );
    }
  }

  return (
    <FormDialog
      title="Dismiss this task?"
      form={{ ref: form, onSubmit: () => void send() }}
      fault={fault}
      label="Dismiss"
      busyText={isBusy && 'Dismissing...'}
      onClose={onClose}
    >
      <p className={common.breaks}>{title}</p>
      <Field
        label="Why"
        error={errors.reason}
        hint="Shown with the dismissed tasks."
        counter={<Counter value={reason.length} max={MAX_REASON} steps={[250, 290, MAX_REASON]} />}
      >
        <TextArea
          rows={2}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value);
            faults.forget((field) => field === 'reason');
          }}
        />
      </Field>
      <Field
        label="Until"
        optional
        error={errors.until}
        hint="It comes back on that day. Without a day it stays dismissed for good."
      >
        <TextInput
          type="date"
          value={until}
          onChange={({ target }) => {
            setUntil(target.value);
            faults.forget((field) => field === 'until');
          }}
        />
      </Field>
    </FormDialog>
  );
}
