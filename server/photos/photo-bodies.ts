import type { Request } from 'express';
import { AppError } from '../errors/app-error.js';
import { eachUntilAborted } from '../jobs/bounded-wait.js';

/** How many bodies of one person may arrive at once. */
const MAX_OF_PERSON = 2;
/** How many bytes of bodies that are not whole a process keeps in memory: of those that have all but the last byte, nine. */
const MAX_ARRIVING_BYTES = 48 * 1024 * 1024;
/** For how long a body may arrive: 5 MB at 1.5 Mbit/s. It is shorter than the limit of a request, so that words are answered. */
const ARRIVES_WITHIN_MS = 28_000;
/** For how long it may pause. */
const PAUSES_WITHIN_MS = 10_000;
const RETRY_SECONDS = 5;

/** A body that is not whole yet. */
interface Arriving {
  owner: string;
  bytes: number;
  ends: AbortController;
}

/**
 * Reads the bodies of photos, whose length was checked when the request began. Those that never become whole take nothing
 * from others: they end after a time, and the person whose bodies take up most makes room first.
 */
export class PhotoBodies {
  private readonly arriving = new Set<Arriving>();

  /**
   * The whole body. Errors: `too_many_requests` for a third one of a person at once, or when others need the room;
   * `upload_timeout`; `bad_request` when the client goes away.
   */
  async read(owner: string, request: Request): Promise<Buffer> {
    if (this.of(owner).length >= MAX_OF_PERSON) throw AppError.until('too_many_requests', RETRY_SECONDS);
    const body: Arriving = { owner, bytes: 0, ends: new AbortController() };
    this.arriving.add(body);
    const late = () => body.ends.abort(AppError.of('upload_timeout'));
    const whole = setTimeout(late, ARRIVES_WITHIN_MS);
    const next = setTimeout(late, PAUSES_WITHIN_MS);
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of eachUntilAborted(request as AsyncIterable<Buffer>, body.ends.signal)) {
        chunks.push(chunk);
        next.refresh();
        body.bytes += chunk.length;
        this.makeRoom();
      }
      return Buffer.concat(chunks);
    } catch (error) {
      // What is still to come of this body is not read.
      request.res?.setHeader('Connection', 'close');
      throw error instanceof AppError ? error : AppError.of('bad_request', error);
    } finally {
      clearTimeout(whole);
      clearTimeout(next);
      this.arriving.delete(body);
    }
  }

  /** Ends bodies until the rest fit: the oldest one of the person whose bodies take up most. */
  private makeRoom(): void {
    const open = [...this.arriving].filter(({ ends }) => !ends.signal.aborted);
    const sizeOf = (bodies: Arriving[]) => bodies.reduce((sum, { bytes }) => sum + bytes, 0);
    if (sizeOf(open) <= MAX_ARRIVING_BYTES) return;
    const people = [...Map.groupBy(open, ({ owner }) => owner).values()];
    const [[oldest] = []] = people.sort((one, other) => sizeOf(other) - sizeOf(one));
    oldest?.ends.abort(AppError.until('too_many_requests', RETRY_SECONDS));
    this.makeRoom();
  }

  private of(owner: string): Arriving[] {
    return [...this.arriving].filter((body) => body.owner === owner);
  }
}
