import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { ApiError, NO_NETWORK, UNEXPECTED } from '../api/api-error';
import { placeFaults } from '../api/place-faults';
import { reportRefusal } from '../api/report-error';
import { useFormFaults } from '../ui/form/use-form-faults';
import type { FieldErrors } from '../lib/field-errors';

/**
 * A form of text fields: checks and sends it, shows the server's field errors at their fields and all others as `fault`.
 * The typed values are always kept.
 * @param send rejects if it was not sent
 * @param wordsFor the `fault` for a rejection that no field explains; by default the specified words of account forms
 */
export function useTextForm<Values extends Record<string, string>>(
  initial: Values,
  check: (values: Values) => FieldErrors<keyof Values & string>,
  send: (values: Values) => Promise<void>,
  wordsFor: (error: unknown) => string = authFault,
) {
  type Name = keyof Values & string;
  const [values, setValues] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  const faults = useFormFaults<Name>(form);

  const submit = async (): Promise<void> => {
    const found = check(values);
    if (Object.keys(found).length > 0) return faults.show(found);
    faults.begin();
    try {
      await send(values);
      faults.end();
    } catch (error) {
      const { errors, rest } = placeFaults(error, (path) => (path in initial ? (path as Name) : undefined));
      const isAtFields = Object.keys(errors).length > 0 && rest.length === 0;
      faults.show(errors, isAtFields ? undefined : wordsFor(error));
    }
  };

  return {
    values,
    errors: faults.errors,
    /** The message above the form, or beside the buttons of a dialog. */
    fault: faults.fault,
    setFault: faults.setFault,
    busy: faults.isBusy,
    /** The attributes for the form element. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        if (!faults.isBusy) void submit();
      },
    },
    /** The attributes for the control of one field. Editing it removes its error. */
    control: (name: Name) => ({
      name,
      value: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        const { value } = event.target;
        // A password manager may fill several fields before the next render.
        setValues((now) => ({ ...now, [name]: value }));
        faults.forget((field) => field === name);
      },
    }),
  };
}

/** For these statuses the specification has general messages, so the server's text is not shown. */
const GENERAL_STATUSES = [401, 403, 404];

/** What the operator of the server has to mend. The server says so in words that are meant for people. */
const OPERATORS_FAULTS = ['channels/not-configured', 'mail/not-configured', 'mail/not-sent'];

/** The message for a refused sign-in, sign-up, reset or deletion that no field explains (specification, section 8). */
export function authFault(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED;
  reportRefusal(error);
  if (error.status === 0) return NO_NETWORK;
  // With these codes the server sends the specified message.
  if (error.code.startsWith('auth/') || OPERATORS_FAULTS.includes(error.code)) return error.message;
  const isRefused = error.status < 500 && !GENERAL_STATUSES.includes(error.status);
  return (isRefused && (Object.values(error.fields).join(' ') || error.message)) || UNEXPECTED;
}
