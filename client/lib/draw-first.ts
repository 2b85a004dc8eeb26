import { flushSync } from 'react-dom';

/**
 * Applies a change of state and draws it before the next statement, for changes that the focus depends on. React would
 * draw it after the event. Until then:
 * - an element that the change shows is not there to take the focus;
 * - a dialog that the change closes is open, and returns the focus to its opener after it was moved elsewhere;
 * - an element that the change removes has the focus, which the browser then resets to the top of the page.
 * @returns what `change` returns
 */
export function drawFirst<Result>(change: () => Result): Result {
  return flushSync(change);
}

/** Draws a change of state, and focuses the element that `find` then finds, if any. */
export function focusAfter<Result>(change: () => Result, find: () => HTMLElement | null | undefined): Result {
  const result = drawFirst(change);
  find()?.focus();
  return result;
}
