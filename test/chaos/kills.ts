import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../support/seeded-random.ts';
import type { Replica } from './replica.ts';
import type { Blow, Step } from './step.ts';

/** A step that nothing comes to in this time is not waited for. */
const STEP_WITHIN_MS = 3_000;
/** Every so many kills strikes during a reading, so long after its beginning at most. */
const READING_KILL = 5;
const INTO_READING_MS = 2_000;

type Deal = () => Promise<unknown>;
type KillOrStop = Exclude<Blow, 'freeze'>;

/** Ends servers at named steps and during readings, chosen by the seed, and counts what was struck. */
export class Kills {
  readonly dealt: Record<string, number> = {};
  private readonly random: () => number;
  private readonly replicas: Replica[];
  private readonly steps: readonly Step[];
  private readonly blow: KillOrStop;
  private number = 0;

  constructor(
    replicas: Replica[],
    steps: readonly Step[],
    { seed, blow }: { seed: number; blow: KillOrStop },
  ) {
    this.replicas = replicas;
    this.steps = steps;
    this.blow = blow;
    this.random = createRandom(seed + 1);
  }

  /** So many more, to be dealt before a reading and during it. */
  next(count: number): { before: Deal; during: Deal } {
    const deals: { before: Deal[]; during: Deal[] } = { before: [], during: [] };
    for (let index = 0; index < count; index += 1) {
      this.number += 1;
      const replica = this.replicas[Math.floor(this.random() * this.replicas.length)]!;
      const pauseMs = Math.round(this.random() * INTO_READING_MS);
      const step = this.steps[this.number % this.steps.length]!;
      if (this.number % READING_KILL === 0)
        deals.during.push(async () => {
          await delay(pauseMs);
          await this.endNow(replica);
          this.count(`${this.blow} during a reading`);
        });
      else
        deals[index % 2 === 0 ? 'before' : 'during'].push(async () =>
          this.count(await this.endAt(replica, step)),
        );
    }
    const all = (list: Deal[]) => () => Promise.all(list.map((deal) => deal()));
    return { before: all(deals.before), during: all(deals.during) };
  }

  /** Deals so many now, one after the other, each at the next step. */
  async inTurn(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      this.number += 1;
      const replica = this.replicas[Math.floor(this.random() * this.replicas.length)]!;
      this.count(await this.endAt(replica, this.steps[this.number % this.steps.length]!));
    }
  }

  private count(name: string): void {
    this.dealt[name] = (this.dealt[name] ?? 0) + 1;
  }

  private async endAt(replica: Replica, step: Step): Promise<string> {
    const isAtStep =
      this.blow === 'kill'
        ? await replica.killAt(step, STEP_WITHIN_MS)
        : await replica.endPolitelyAt(step, STEP_WITHIN_MS);
    if (isAtStep) return `${this.blow} ${step}`;
    await this.endNow(replica);
    return `${this.blow} at random`;
  }

  private async endNow(replica: Replica): Promise<void> {
    if (this.blow === 'kill') replica.kill();
    else await replica.endPolitely();
  }
}
