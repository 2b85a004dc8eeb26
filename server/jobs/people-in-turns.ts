import { randomUUID } from 'node:crypto';
import { FairQueue, type Task } from './fair-queue.js';

/** The longest rest (ms), so that one thing that was slow does not hold up what follows. */
const MAX_REST_MS = 50;

interface Waiting extends Task {
  begin: () => Promise<void>;
}

/** Does one thing at a time in this process. People take turns, so that the many things of one person do not hold up those of others. */
export class PeopleInTurns {
  private readonly queue = new FairQueue<Waiting>(
    () => 1,
    ({ begin }) => begin(),
  );

  /**
   * @param rest for how long nothing is done after each thing, as a multiple of the time that it took: with 2, all of them
   * together have a third of the time, and the busier the process is, the longer they leave it to others
   */
  constructor(private readonly rest = 0) {}

  /** Does the work when it is this person’s turn. Errors: those of the work; the signal’s reason, if that comes before its turn. */
  run<Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.queue.remove(waiting);
        reject(signal?.reason as Error);
      };
      const begin = async () => {
        signal?.removeEventListener('abort', giveUp);
        const began = performance.now();
        await work().then(resolve, reject);
        await this.restAfter(performance.now() - began);
      };
      const waiting: Waiting = {
        id: randomUUID(),
        owner,
        exclusiveKey: owner,
        dueAt: performance.now(),
        begin,
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.queue.add([waiting]);
    });
  }

  private async restAfter(ms: number): Promise<void> {
    if (this.rest === 0) return;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, Math.min(MAX_REST_MS, ms * this.rest)).unref();
    });
  }
}
