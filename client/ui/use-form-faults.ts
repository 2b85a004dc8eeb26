import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from '../lib/field-errors';
import { announce } from './screen-reader';
import { FIELD_ERROR } from './field';

/** Said beside the button where a form is saved as it was. */
export const NOTHING_TO_SAVE = 'Nothing was changed, so there is nothing to save.';

interface State<Field extends string, Fault> {
  errors: FieldErrors<Field>;
  /** What went wrong that belongs to no field; the form shows it beside its button. */
  fault?: Fault | undefined;
  isBusy: boolean;
}

/**
 * What is wrong with a form, shown to everybody: of the fields that are marked the first one comes into sight, takes the
 * focus and is announced; a fault that belongs to no field is an alert already, and the focus is not lost.
 * @param form the form with its fields, whose button may stand outside of it
 */
export function useFormFaults<Field extends string, Fault = string>(form: RefObject<HTMLFormElement | null>) {
  const [state, setState] = useState<State<Field, Fault>>({ errors: {}, isBusy: false });

  return {
    ...state,
    /** Nothing is known to be wrong, and the form is being sent. */
    begin(): void {
      setState({ errors: {}, isBusy: true });
    },
    /** The form was sent, or what was wrong is of no concern any more. */
    end(): void {
      setState({ errors: {}, isBusy: false });
    },
    /** Shows what is wrong, and nothing else any more. */
    show(errors: FieldErrors<Field>, fault?: Fault): void {
      flushSync(() => setState({ errors, fault, isBusy: false }));
      // Later than the button, which takes back the focus that it lost while it was busy.
      queueMicrotask(() => form.current && leadTo(form.current));
    },
    /** Shows, or takes away, what something beside the form has to say; the fields stay as they are. */
    setFault(fault: Fault | undefined): void {
      setState((last) => ({ ...last, fault }));
    },
    /** Takes away the errors of fields that are being edited. */
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

/** A radio button cannot be marked for assistive technology; the group that it stands in tells of the fault. */
const WRONG = '[aria-invalid="true"], [data-invalid]';

/** Takes the person to the first field that is marked; without one back to the button, if the focus is nowhere. */
function leadTo(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>(WRONG);
  if (wrong) {
    wrong.focus({ preventScroll: true });
    // Amid what scrolls: the message below it is in sight as well, and no bar lies over it.
    wrong.scrollIntoView({ block: 'center' });
    announce(messageOf(wrong), 'assertive');
  } else if (document.activeElement === document.body) {
    const controls = [...form.elements].filter((element) => element instanceof HTMLElement);
    // Without scrolling: the fault is what is to be in sight.
    controls.find((control) => control.matches('[type="submit"]'))?.focus({ preventScroll: true });
  }
}

function messageOf(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = ids.map((id) => document.getElementById(id)).filter((text) => text?.matches(FIELD_ERROR));
  return texts[0]?.textContent ?? '';
}
