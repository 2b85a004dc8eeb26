import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { ApiError } from './api-error';
import { useFormFaults } from '../ui/form/use-form-faults';
import { placeFaults, type FieldErrors } from '../lib/field-errors';

/**
 * A form of text fields: checks and sends it, shows the server's field errors at their fields and all others as `fault`.
 * The typed values are always kept.
 * @param send rejects if it was not sent
 * @param wordsFor the `fault` for a rejection that no field explains
 */
export function useTextForm<Values extends Record<string, string>>(
  initial: Values,
  check: (values: Values) => FieldErrors<keyof Values & string>,
  send: (values: Values) => Promise<void>,
  wordsFor: (error: unknown) => string,
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
