import { Injectable } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';

/** How many things of one workspace may wait for the one that is under way. A page asks for up to three. */
const MAX_WAITING = 8;

/**
 * Does one costly thing of a workspace at a time in this process, such as adding up or planning thousands of locations. The
 * next ones wait for it, so that processor and connections are left for others.
 */
@Injectable()
export class OneAtATime {
  private readonly lines = new Map<string, { last: Promise<unknown>; length: number }>();

  /** Errors: `too_many_requests` while eight of that workspace’s wait already; those of the work. */
  async run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(workspaceId) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > MAX_WAITING) throw AppError.until('too_many_requests', 1);
    this.lines.set(workspaceId, line);
    line.length += 1;
    const result = line.last.then(work);
    line.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.lines.delete(workspaceId);
    }
  }
}
