import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { setImmediate } from 'node:timers/promises';

/** Real ms after which `until` gives up. */
const PATIENCE = 20_000;

/** What fake timers can stand in for and what must go on all the same, the date and the timers aside. */
export const ALWAYS_REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'setImmediate',
  'clearImmediate',
] as const;

/** From now on setTimeout and setInterval stand still until `advance`; all else, the date included, stays real. */
export function steerTimers(): void {
  jest.useFakeTimers({ doNotFake: ['Date', ...ALWAYS_REAL] });
}

/** Lets that many ms go by on the steered timers. */
export async function advance(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms));
}

/** Waits, without moving the steered timers, for `look` to find something: for what comes of promises alone. */
export async function until<Found>(look: () => Found | null | undefined | false): Promise<Found> {
  for (const end = performance.now() + PATIENCE; performance.now() < end;) {
    const found = look();
    if (found) return found;
    await act(() => setImmediate());
  }
  throw new Error(`Not found within ${PATIENCE} ms: ${look.toString()}`);
}
