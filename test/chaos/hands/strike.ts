import { setTimeout as delay } from 'node:timers/promises';
import { Kills } from '../kills.ts';
import type { Replica } from '../replica.ts';
import { STEPS, type Step } from '../step.ts';
import { shareOf } from '../until.ts';
import type { Options } from './options.ts';

/** How long a step is waited for, and how long a server is halted: longer than its claim holds. */
const STEP_WITHIN_MS = 3_000;
const HALT_MS = 10_000;
/** Of saves, posts and replies, and of deletions of posts. */
const KILL_STEPS: readonly Step[] = [...STEPS, 'after-look', 'before-delete'];

/**
 * Kills and halts servers, spread over a run.
 * @param progress how much of the run is over, from 0 to 1
 * @returns how often each blow was dealt
 */
export async function strike(
  replicas: Replica[],
  { kills: count, halts: halting, seed }: Options,
  progress: () => number,
): Promise<Record<string, number>> {
  // Nobody would take over from the only one.
  const halts = replicas.length > 1 ? halting : 0;
  const kills = new Kills(replicas, KILL_STEPS, { seed, blow: 'kill' });
  const blows = count + halts;
  let halted = 0;
  for (let number = 0; number < blows; number += 1) {
    while (progress() < (number + 0.5) / (blows + 1)) await delay(100);
    if (shareOf(halts, number, blows) === 0) await kills.inTurn(1);
    else if (await halt(replicas[halted % replicas.length]!, STEPS[halted % 2]!)) halted += 1;
  }
  await Promise.all(replicas.map((replica) => replica.ready()));
  return { ...kills.dealt, ...(halted > 0 && { halt: halted }) };
}

/** Halts a server when it comes to a step. False when it does not. */
async function halt(replica: Replica, step: Step): Promise<boolean> {
  const goOn = await replica.freezeAt(step, STEP_WITHIN_MS);
  if (!goOn) return false;
  await delay(HALT_MS);
  goOn();
  return true;
}
