import type { PostRow } from '../posts/posts.repository.js';
import { after, LEASE_MS, SEND_MS } from './step-times.js';

/** Thrown shortly before a post would have left: it must not any more, and surely has not. */
export class NotNow extends Error {}

/** A post that this process alone may work on, until the lease ends. */
export class Claim {
  private readonly begunAt: number;

  /**
   * @param post as it is in the database since the claim
   * @param askedAt the instant of `performance.now()` before the claim was made, so that the lease ends no later than it says
   */
  constructor(
    readonly post: PostRow,
    askedAt: number,
  ) {
    this.begunAt = askedAt;
  }

  /** When it was claimed, by the database's clock; what is due then is due at once, while `now` may be a little ahead. */
  get claimedAt(): Date {
    return after(this.leaseEnd, -LEASE_MS);
  }

  get leaseEnd(): Date {
    return this.post.leaseUntil ?? new Date(0);
  }

  /** The database's clock, carried on by this machine's steady one. */
  now(): Date {
    return after(this.claimedAt, this.elapsedMs());
  }

  /** By the steady clock: nobody has set it, and it goes on while the process is halted. Errors: `NotNow`. */
  checkThatSendingFits(): void {
    if (this.elapsedMs() > LEASE_MS - SEND_MS) throw new NotNow('too little of the claim is left');
  }

  private elapsedMs(): number {
    return performance.now() - this.begunAt;
  }
}
