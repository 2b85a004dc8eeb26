import { setTimeout as delay } from 'node:timers/promises';

/** Looks again and again until it is so, or for that long. @returns whether it is */
export async function until(
  isSo: () => Promise<boolean>,
  withinMs: number,
  everyMs = 1_000,
): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await delay(everyMs))
    if (await isSo()) return true;
  return isSo();
}

/** Resolves at a time, given in ms since 1970; at once when it has passed. */
export function untilTime(at: number): Promise<void> {
  return delay(Math.max(0, at - Date.now()));
}

/** How many of a count fall into one of some equal parts, so that in the end none is left. */
export function shareOf(count: number, part: number, parts: number): number {
  return Math.floor(((part + 1) * count) / parts) - Math.floor((part * count) / parts);
}
