import type { PostRow } from '../posts/posts.repository.js';
import { after, LEASE_MS, SEND_MS } from './results.js';

/** Thrown shortly before a post would have left: it must not be sent any more, and surely has not been. */
export class SendAborted extends Error {}

/** A post that this process alone may work on, until the lease ends. */
export class Claim {
  /**
   * @param post as it is in the database since the claim
   * @param askedAt the instant of `performance.now()` before the claim was made, so that the lease ends no later than it says
   */
  constructor(
    readonly post: PostRow,
    private readonly askedAt: number,
  ) {}

  /** When it was claimed, by the database's clock. What is due then is due at once, while `now` may be a little ahead. */
  get claimedAt(): Date {
    return after(this.post.leaseUntil ?? new Date(0), -LEASE_MS);
  }

  /** The database's clock, carried on by this machine's steady one. */
  now(): Date {
    return after(this.claimedAt, this.elapsedMs());
  }

  /** Goes by the steady clock, which cannot be set and goes on while the process is halted. Errors: `SendAborted`. */
  checkThatSendingFits(): void {
    if (this.elapsedMs() > LEASE_MS - SEND_MS) throw new SendAborted('too little of the claim is left');
  }

  private elapsedMs(): number {
    return performance.now() - this.askedAt;
  }
}
