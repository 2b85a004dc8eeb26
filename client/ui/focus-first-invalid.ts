/**
 * Moves focus to the first control that its Field marks as invalid. Call it once the errors are on screen:
 * in an effect, or after `flushSync(() => setErrors(...))`.
 */
export function focusFirstInvalid(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
