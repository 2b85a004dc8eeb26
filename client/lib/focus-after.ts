import { drawFirst } from './draw-first';

/**
 * Draws a change of state (`drawFirst`), and focuses the element that `find` then finds, if any.
 * @returns what `change` returns
 */
export function focusAfter<Result>(change: () => Result, find: () => HTMLElement | null | undefined): Result {
  const result = drawFirst(change);
  find()?.focus();
  return result;
}
