import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import { LedgerRepository } from '../../../dist/server/publishing/ledger.repository.js';
import { PostPublisher } from '../../../dist/server/publishing/post-publisher.js';
import { PublishingMetrics } from '../../../dist/server/publishing/publishing.metrics.js';
import type { Disturbance } from '../../chaos/replica.ts';
import { STEPS, type Step } from '../../chaos/step.ts';
import type { TestApp } from '../app.ts';
import { LEASE_MS, type Publishing, SECOND_MS } from '../features/publishing.ts';

/** How often a process dies in the middle of a step, or is halted there for longer than its claim holds. */
const DEATHS = 0.15;
const HALTS = 0.05;
/** Where that can be in one process: between the request and its answer it is as good as before the record. */
const STRIKABLE = STEPS.filter((step) => step !== 'after-accept');
/** How long an answer of Google's is waited for that comes too late or not at all. */
export const PATIENCE_MS = 1500;

/** Strikes a process when it comes to a step: what it throws, the process does not outlive. */
interface Blow {
  step: Step;
  strike: () => Promise<void>;
}

/** A server that can be struck in the middle of its steps. */
export class Process {
  blow: Blow | undefined;
  readonly served: TestApp;

  constructor(served: TestApp) {
    this.served = served;
    Object.assign(served.app.get(GoogleTimeouts), { requestMs: PATIENCE_MS });
    const ledger = served.app.get(LedgerRepository);
    const { claim, intend, finish } = LedgerRepository.prototype;
    Object.assign(ledger, {
      claim: async (id: string) => {
        const claimed = await claim.call(ledger, id);
        if (claimed) await this.comeTo('after-claim');
        return claimed;
      },
      intend: async (...given: Parameters<typeof intend>) => {
        await intend.apply(ledger, given);
        await this.comeTo('after-intent');
      },
      finish: async (...given: Parameters<typeof finish>) => {
        await this.comeTo('before-record');
        return finish.apply(ledger, given);
      },
    });
  }

  /** Takes a step with a post. */
  take(id: string): Promise<void> {
    return this.served.app.get(PostPublisher).step(id);
  }

  /** How many of its records came too late. */
  countLate(): number {
    return this.served.app.get(PublishingMetrics).read().steps.late ?? 0;
  }

  private async comeTo(step: Step): Promise<void> {
    const { blow } = this;
    if (blow?.step !== step) return;
    this.blow = undefined;
    await blow.strike();
  }
}

/**
 * Lets time pass while there is something open; each step is taken by one process or the other, and may be struck.
 * @returns when they were struck
 */
export async function live(
  setting: Publishing,
  processes: Process[],
  random: () => number,
  isOpen: () => Promise<boolean>,
): Promise<Disturbance[]> {
  const struck: Disturbance[] = [];
  const underWay: Promise<void>[] = [];
  const halted: { until: number; goOn: () => void }[] = [];
  const now = () => setting.served.clock.now().getTime();
  for (let round = 0; await isOpen(); round += 1) {
    if (round > 200) throw new Error('It does not come to an end.');
    await setting.pass((await msUntilDue(setting)) + Math.round(random() * 15 * SECOND_MS));
    for (const { until, goOn } of halted) if (until <= now()) goOn();
    for (const id of await dueIds(setting)) {
      const process = processes[random() < 0.5 ? 0 : 1]!;
      const [chance, step] = [random(), STRIKABLE[Math.floor(random() * STRIKABLE.length)]!];
      const isHalted = new Promise<void>((resolve) => {
        const halt = () =>
          new Promise<void>((goOn) => {
            halted.push({ until: now() + 2 * LEASE_MS, goOn });
            struck.push({ from: now(), to: now() + 2 * LEASE_MS });
            resolve();
          });
        const die = () => {
          struck.push({ from: now(), to: now() });
          return Promise.reject(new Error('the process has died'));
        };
        if (chance < DEATHS + HALTS) process.blow = { step, strike: chance < DEATHS ? die : halt };
      });
      const taken = process.take(id);
      underWay.push(taken);
      await Promise.race([taken, isHalted]);
      process.blow = undefined;
    }
  }
  for (const { goOn } of halted) goOn();
  await Promise.all(underWay);
  return struck;
}

async function dueIds({ served }: Publishing): Promise<string[]> {
  const { rows } = await served.database.executeSql(
    `select id from posts where next_step_at <= shingle_now()
     and (lease_until is null or lease_until <= shingle_now()) order by next_step_at`,
  );
  return (rows as { id: string }[]).map(({ id }) => id);
}

async function msUntilDue({ served }: Publishing): Promise<number> {
  const { rows } = await served.database.executeSql(
    'select extract(epoch from min(next_step_at) - shingle_now()) * 1000 as ms from posts',
  );
  const [next] = rows as { ms: string | null }[];
  return Math.max(0, Math.ceil(Number(next?.ms ?? 0)));
}
