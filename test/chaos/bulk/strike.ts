import { setTimeout as delay } from 'node:timers/promises';
import type { Kills } from '../kills.ts';
import { STEPS, type Step } from '../step.ts';

/** Of each change, and of the planning of a set. */
export const BULK_STEPS: readonly Step[] = [...STEPS, 'in-slice', 'after-slice'];

/** Kills servers, spread over something that goes on. @param progress how much of it is over, from 0 to 1 */
export async function strike(kills: Kills, count: number, progress: () => number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    while (progress() < (number + 0.5) / (count + 1)) await delay(100);
    await kills.inTurn(1);
  }
}
