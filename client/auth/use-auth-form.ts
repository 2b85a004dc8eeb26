import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { ApiError } from '../api/api-error';
import { useFormFaults } from '../ui/use-form-faults';
import { placeFaults, type FieldErrors } from '../lib/field-errors';
import { reportRefusal } from '../api/report-error';
import { NO_NETWORK, UNEXPECTED } from './auth-words';

/**
 * A form of text fields: checks and sends it, and shows the server's errors at their fields, all others as `fault`. What
 * was typed stays in any case.
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

/** These have words of their own in the specification; what says which field is wrong is said at the field. */
const NOT_IN_ITS_WORDS = [401, 403, 404];

/** The words for a refused sign-in, sign-up, reset or deletion for which no field is to blame (specification, section 8). */
export function authFault(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED;
  reportRefusal(error);
  if (error.status === 0) return NO_NETWORK;
  // The server answers these codes in the words of the catalogue.
  if (error.code.startsWith('auth/')) return error.message;
  const isRefused = error.status < 500 && !NOT_IN_ITS_WORDS.includes(error.status);
  return (isRefused && Object.values(error.fields).join(' ')) || (isRefused && error.message) || UNEXPECTED;
}
