import { useState, type RefObject } from 'react';
import { drawFirst } from '../../lib/draw-first';
import type { FieldErrors } from '../../lib/field-errors';
import { announce } from '../basics/screen-reader';
import { FIELD_ERROR } from './field';

interface State<Field extends string, Fault> {
  errors: FieldErrors<Field>;
  /** An error that belongs to no field. The form shows it beside its button. */
  fault?: Fault | undefined;
  isBusy: boolean;
}

/**
 * The errors of a form. The first invalid field is scrolled into view, focused and announced. An error that belongs to no
 * field is an alert already, and the focus is kept.
 * @param form the form with its fields; its button may be outside
 */
export function useFormFaults<Field extends string, Fault = string>(form: RefObject<HTMLFormElement | null>) {
  const [state, setState] = useState<State<Field, Fault>>({ errors: {}, isBusy: false });

  return {
    ...state,
    /** Removes all errors while the form is being sent. */
    begin(): void {
      setState({ errors: {}, isBusy: true });
    },
    /** Removes all errors after the form was sent or reset. */
    end(): void {
      setState({ errors: {}, isBusy: false });
    },
    /** Replaces all errors. */
    show(errors: FieldErrors<Field>, fault?: Fault): void {
      drawFirst(() => setState({ errors, fault, isBusy: false }));
      // After the button, which takes back the focus that it lost while it was busy.
      queueMicrotask(() => form.current && focusFirstError(form.current));
    },
    /** Sets or removes the error that belongs to no field. The field errors stay. */
    setFault(fault: Fault | undefined): void {
      setState((last) => ({ ...last, fault }));
    },
    /** Removes the errors of edited fields. */
    forget(isEdited: (field: Field) => boolean): void {
      setState((last) => ({
        ...last,
        errors: Object.fromEntries(
          Object.entries(last.errors).filter(([field]) => !isEdited(field as Field)),
        ) as FieldErrors<Field>,
      }));
    },
  };
}

/** Radio buttons do not support aria-invalid, so their group is marked instead. */
const INVALID = '[aria-invalid="true"], [data-invalid]';

/** Focuses the first invalid field. Without one, focuses the button if the focus was lost. */
function focusFirstError(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>(INVALID);
  if (wrong) {
    wrong.focus({ preventScroll: true });
    // In the centre, so that the message below is visible too and no sticky bar covers it.
    wrong.scrollIntoView({ block: 'center' });
    announce(messageOf(wrong), 'assertive');
  } else if (document.activeElement === document.body) {
    const controls = [...form.elements].filter((element) => element instanceof HTMLElement);
    // Without scrolling, since the error message must stay visible.
    controls.find((control) => control.matches('[type="submit"]'))?.focus({ preventScroll: true });
  }
}

function messageOf(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = ids.map((id) => document.getElementById(id)).filter((text) => text?.matches(FIELD_ERROR));
  return texts[0]?.textContent ?? '';
}
