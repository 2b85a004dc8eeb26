import { AppError } from '../errors/app-error.js';

/** How many things of one person may wait for the one that is under way. */
const MAX_WAITING = 3;

/** Does one thing of a person at a time in this process. The next ones wait for it. */
export class OneAtATime {
  private readonly lines = new Map<string, { last: Promise<unknown>; length: number }>();

  /** Errors: `too_many_requests` while three of that person’s wait already; those of the work. */
  async run<Result>(person: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(person) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > MAX_WAITING) throw AppError.until('too_many_requests', 1);
    this.lines.set(person, line);
    line.length += 1;
    const result = line.last.then(work);
    line.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.lines.delete(person);
    }
  }
}
