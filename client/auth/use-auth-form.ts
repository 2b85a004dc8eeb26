import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../api/api-error';
import { focusFirstInvalid } from '../ui/focus-first-invalid';
import { authFault } from './auth-fault';
import type { FieldErrors } from './auth-rules';

/**
 * The course of a form in text fields: checks, sends, shows the server's refusal at the fields that it names and
 * otherwise as `fault`. Whatever happens, nothing that was typed is lost.
 */
export function useAuthForm<Values extends Record<string, string>>(
  initial: Values,
  check: (values: Values) => FieldErrors<Values>,
  send: (values: Values) => Promise<void>,
) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const showErrors = (found: FieldErrors<Values>): void => {
    flushSync(() => setErrors(found));
    if (form.current) focusFirstInvalid(form.current);
  };

  const submit = async (): Promise<void> => {
    setFault(undefined);
    const found = check(values);
    showErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const refused = error instanceof ApiError ? ownFields(error.fields, initial) : {};
      // Focus moves first: a button that stops being busy takes back focus that is nowhere.
      if (Object.keys(refused).length > 0) showErrors(refused);
      else setFault(authFault(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    errors,
    /** The message above the form. */
    fault,
    setFault,
    busy,
    /** For the form element. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        if (!busy) void submit();
      },
    },
    /** For the control of one field: editing it takes its error away. */
    control: (name: keyof Values & string) => ({
      name,
      value: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const { value } = event.target;
        // A password manager may fill several fields before the next render.
        setValues((now) => ({ ...now, [name]: value }));
        setErrors((now) => ({ ...now, [name]: undefined }));
      },
    }),
  };
}

/** Those of the server's field errors that belong to a field of this form. */
function ownFields<Values extends Record<string, string>>(
  fields: Readonly<Record<string, string>>,
  form: Values,
): FieldErrors<Values> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in form)) as FieldErrors<Values>;
}
