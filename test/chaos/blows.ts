import { setTimeout as delay } from 'node:timers/promises';
import type { Disturbance } from './oracle.ts';
import type { PlannedBlow } from './plan.ts';
import type { Replica } from './replica.ts';
import type { Store } from './store.ts';

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
