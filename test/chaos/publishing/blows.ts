import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from '../command.ts';
import type { Disturbance, Replica } from '../replica.ts';
import type { Store } from '../store.ts';
import { untilTime } from '../until.ts';
import type { PlannedBlow } from './plan.ts';

const ORPHAN_TRIES = 100;
const ORPHAN_PAUSE_MS = 200;

/** Deals out what is planned, each at its time, and counts what has hit. */
export class Blows {
  readonly dealt: Record<string, number> = {};
  /** When the database was away. */
  readonly away: Disturbance[] = [];
  /** The posts that were claimed when a server was struck: by that one, or at the same moment by another. */
  readonly orphaned = new Set<string>();
  private readonly replicas: Replica[];
  private readonly store: Store;
  private readonly run: Run;
  private databaseIsBusy: Promise<void> = Promise.resolve();

  constructor(replicas: Replica[], store: Store, run: Run) {
    this.replicas = replicas;
    this.store = store;
    this.run = run;
  }

  /** Resolves when all have been dealt and those they struck are back. */
  async deal(planned: PlannedBlow[], begin: number): Promise<void> {
    await Promise.all(
      planned.map(async (blow) => {
        await untilTime(begin + blow.at);
        const name = await this.dealOne(blow);
        this.dealt[name] = (this.dealt[name] ?? 0) + 1;
        this.run.say(name);
      }),
    );
    for (const replica of this.replicas) this.run.note(await replica.ready());
  }

  private async dealOne({ kind, step, replica: index, ms }: PlannedBlow): Promise<string> {
    const replica = this.replicas[index] as Replica;
    switch (kind) {
      case 'kill': {
        const isAtStep = step !== undefined && (await replica.killAt(step));
        if (!isAtStep) replica.kill();
        await this.noteOrphans();
        return isAtStep ? `kill ${step}` : 'kill at random';
      }
      case 'stop': {
        const isAtStep = step !== undefined && (await replica.endPolitelyAt(step));
        if (!isAtStep) await replica.endPolitely();
        return isAtStep ? `stop ${step}` : 'stop at random';
      }
      case 'freeze': {
        const goOn = step && (await replica.freezeAt(step));
        if (!goOn) return 'freeze missed';
        await Promise.all([this.noteOrphans(), delay(ms)]);
        goOn();
        return `freeze ${step}`;
      }
      case 'database-stop':
        this.databaseIsBusy = this.databaseIsBusy.then(() => this.stopDatabase(ms));
        await this.databaseIsBusy;
        return 'database stopped';
    }
  }

  /** A claim outlives its holder, so that it is still there when the database is just coming back. */
  private async noteOrphans(): Promise<void> {
    for (let tries = 0; tries < ORPHAN_TRIES; tries += 1) {
      try {
        for (const id of await this.store.claimed()) this.orphaned.add(id);
        return;
      } catch {
        await delay(ORPHAN_PAUSE_MS);
      }
    }
    throw new Error('The database cannot be asked which posts were claimed.');
  }

  private async stopDatabase(ms: number): Promise<void> {
    const from = Date.now();
    await this.store.halt();
    await delay(ms);
    await this.store.resume();
    this.away.push({ from, to: Date.now() });
  }
}
