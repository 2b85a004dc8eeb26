import { setTimeout as delay } from 'node:timers/promises';
import type { Disturbance } from './lateness.ts';
import type { PlannedBlow } from './plan.ts';
import type { Replica } from './replica.ts';
import type { Store } from './store.ts';

/** Deals out what is planned, each at its time, and counts what has hit. */
export class Blows {
  readonly dealt: Record<string, number> = {};
  /** When the database was away. */
  readonly away: Disturbance[] = [];
  private readonly replicas: Replica[];
  private readonly store: Store;
  private readonly say: (line: string) => void;
  private databaseIsBusy: Promise<void> = Promise.resolve();

  constructor(replicas: Replica[], store: Store, say: (line: string) => void) {
    this.replicas = replicas;
    this.store = store;
    this.say = say;
  }

  /** Resolves when all have been dealt and those they struck are back. @returns what is wrong if not */
  async deal(planned: PlannedBlow[], begin: number): Promise<(string | undefined)[]> {
    await Promise.all(
      planned.map(async (blow) => {
        await delay(Math.max(0, begin + blow.at - Date.now()));
        const name = await this.dealOne(blow);
        this.dealt[name] = (this.dealt[name] ?? 0) + 1;
        this.say(`${((Date.now() - begin) / 1000).toFixed(0)} s: ${name}`);
      }),
    );
    return Promise.all(this.replicas.map((replica) => replica.ready()));
  }

  private async dealOne({ kind, step, replica: index, ms }: PlannedBlow): Promise<string> {
    const replica = this.replicas[index] as Replica;
    switch (kind) {
      case 'kill':
        if (step && (await replica.killAt(step))) return `kill ${step}`;
        replica.kill();
        return 'kill at random';
      case 'freeze':
        if (step && (await replica.freezeAt(step, ms))) return `freeze ${step}`;
        return 'freeze missed';
      case 'database-stop':
        this.databaseIsBusy = this.databaseIsBusy.then(() => this.stopDatabase(ms));
        await this.databaseIsBusy;
        return 'database stopped';
    }
  }

  private async stopDatabase(ms: number): Promise<void> {
    const from = Date.now();
    await this.store.halt();
    await delay(ms);
    await this.store.resume();
    this.away.push({ from, to: Date.now() });
  }
}
