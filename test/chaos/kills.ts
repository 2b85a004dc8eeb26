import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../support/seeded-random.ts';
import type { Replica } from './replica.ts';
import type { Step } from './step.ts';

/** A step that nothing comes to in this time is not waited for. */
const STEP_WITHIN_MS = 3_000;
/** Every so many kills strikes during a reading, so long after its beginning at most. */
const READING_KILL = 5;
const INTO_READING_MS = 2_000;

type Deal = () => Promise<void>;

/** Kills servers at named steps and during readings, chosen by the seed, and counts what was struck. */
export class Kills {
  readonly dealt: Record<string, number> = {};
  private readonly random: () => number;
  private readonly replicas: Replica[];
  private readonly steps: readonly Step[];
  private number = 0;

  constructor(replicas: Replica[], steps: readonly Step[], seed: number) {
    this.replicas = replicas;
    this.steps = steps;
    this.random = createRandom(seed + 1);
  }

  /** So many more, to be dealt before a reading and during it. */
  next(count: number): { before: Deal[]; during: Deal[] } {
    const deals: { before: Deal[]; during: Deal[] } = { before: [], during: [] };
    for (let index = 0; index < count; index += 1) {
      this.number += 1;
      const replica = this.replicas[Math.floor(this.random() * this.replicas.length)]!;
      const pauseMs = Math.round(this.random() * INTO_READING_MS);
      const step = this.steps[this.number % this.steps.length]!;
      if (this.number % READING_KILL === 0)
        deals.during.push(async () => {
          await delay(pauseMs);
          replica.kill();
          this.count('kill during a reading');
        });
      else
        deals[index % 2 === 0 ? 'before' : 'during'].push(async () =>
          this.count(await killAt(replica, step)),
        );
    }
    return deals;
  }

  /** Deals so many now, one after the other, each at the next step. */
  async inTurn(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      this.number += 1;
      const replica = this.replicas[Math.floor(this.random() * this.replicas.length)]!;
      this.count(await killAt(replica, this.steps[this.number % this.steps.length]!));
    }
  }

  private count(name: string): void {
    this.dealt[name] = (this.dealt[name] ?? 0) + 1;
  }
}

async function killAt(replica: Replica, step: Step): Promise<string> {
  if (await replica.killAt(step, STEP_WITHIN_MS)) return `kill ${step}`;
  replica.kill();
  return 'kill at random';
}
