import { randomUUID } from 'node:crypto';
import { FairQueue, type Task } from './fair-queue.js';

interface Waiting extends Task {
  begin: () => Promise<void>;
}

/** Does one thing at a time in this process, for people in turns: those of one person do not go before all others. */
export class PeopleInTurns {
  private readonly queue = new FairQueue<Waiting>(
    () => 1,
    ({ begin }) => begin(),
  );

  /** Does the work when it is this person’s turn. Errors: those of the work; the signal’s reason, if that comes before its turn. */
  run<Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.queue.remove(waiting);
        reject(signal?.reason as Error);
      };
      const begin = () => {
        signal?.removeEventListener('abort', giveUp);
        return work().then(resolve, reject);
      };
      const waiting: Waiting = { id: randomUUID(), owner, place: owner, dueAt: performance.now(), begin };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.queue.add([waiting]);
    });
  }
}
