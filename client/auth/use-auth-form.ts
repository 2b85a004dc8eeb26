import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { ApiError } from '../api/api-error';
import { placeFaults } from '../api/place-faults';
import { type FieldErrors, useFormFaults } from '../ui/use-form-faults';
import { authFault } from './auth-fault';

/**
 * The course of a form in text fields: checks, sends, shows the server's refusal at the fields that it names and
 * otherwise as `fault`. Whatever happens, nothing that was typed is lost.
 */
export function useAuthForm<Values extends Record<string, string>>(
  initial: Values,
  check: (values: Values) => FieldErrors<keyof Values & string>,
  send: (values: Values) => Promise<void>,
) {
  type Name = keyof Values & string;
  const [values, setValues] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  const faults = useFormFaults<Name>(form);
  const isOwn = (path: string): path is Name => path in initial;

  const submit = async (): Promise<void> => {
    const found = check(values);
    if (Object.keys(found).length > 0) return faults.show(found);
    faults.begin();
    try {
      await send(values);
      faults.end();
    } catch (error) {
      const refused = error instanceof ApiError ? error.fields : {};
      const { errors, rest } = placeFaults(refused, (path) => (isOwn(path) ? path : undefined));
      const isAtFields = Object.keys(errors).length > 0 && rest.length === 0;
      faults.show(errors, isAtFields ? undefined : authFault(error));
    }
  };

  return {
    errors: faults.errors,
    /** The message above the form, or beside the buttons of a dialog. */
    fault: faults.fault,
    setFault: faults.setFault,
    busy: faults.isBusy,
    /** For the form element. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        if (!faults.isBusy) void submit();
      },
    },
    /** For the control of one field: editing it takes its error away. */
    control: (name: Name) => ({
      name,
      value: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const { value } = event.target;
        // A password manager may fill several fields before the next render.
        setValues((now) => ({ ...now, [name]: value }));
        faults.forget((field) => field === name);
      },
    }),
  };
}
