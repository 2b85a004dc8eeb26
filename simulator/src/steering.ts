import type { Call, CallFilter } from './calls.js';
import type { World } from './control/world.js';
import type { FaultKind, FaultOptions } from './faults.js';
import type { JournalEntry, JournalFilter } from './profile/journal.js';
import type { Operation } from './operations.js';
import type { ReplyWrite, ReplyWriteFilter } from './reviews/reply-journal.js';
import type { Settings } from './settings.js';

/** The base addresses, under the names that the server's configuration has for them. */
export type GoogleAddresses = Record<
  | 'GOOGLE_AUTH_URL'
  | 'GOOGLE_TOKEN_URL'
  | 'GOOGLE_REVOKE_URL'
  | 'GOOGLE_USERINFO_URL'
  | 'GBP_ACCOUNTS_URL'
  | 'GBP_INFORMATION_URL'
  | 'GBP_VERIFICATIONS_URL'
  | 'GBP_PERFORMANCE_URL'
  | 'GBP_V4_URL',
  string
>;

/** How tests look into the simulator and change it, in the same process or under `/__simulator/`. */
export interface Steering {
  /** `http://127.0.0.1:PORT`; the consent page is there too. */
  readonly origin: string;
  readonly addresses: GoogleAddresses;
  /** Google's own clock, in which posts are reviewed, tokens expire and quotas fill up again. */
  readonly clock: {
    now(): Date;
    /** It runs on from there, or stands still if `stopped`. */
    set(at: Date, options?: { stopped?: boolean }): void;
    advance(ms: number): void;
    /** How many times as fast as real time it runs: 0 to 3600. At 0 it stands still. */
    setSpeed(speed: number): void;
  };
  /** What is to go wrong. `*`: whatever a server may call. */
  readonly faults: {
    /** The next matching request, or so many `times`. */
    next(operation: Operation | '*', kind: FaultKind, options?: FaultOptions): void;
    /** A share (0 to 1) of all matching requests, chosen by the seed. */
    rate(
      operation: Operation | '*',
      kind: FaultKind,
      share: number,
      seed: number,
      options?: FaultOptions,
    ): void;
    clear(): void;
  };
  /** What was asked, oldest first. */
  readonly calls: { list(filter?: CallFilter): Call[]; count(filter?: CallFilter): number; clear(): void };
  /** Every change of a location's fields, and every write of a reply to a review, oldest first. */
  readonly journal: {
    list(filter?: JournalFilter): JournalEntry[];
    replies(filter?: ReplyWriteFilter): ReplyWrite[];
  };
  /** What Google knows, to look at and to change. */
  readonly world: World;
  /** Changes Google's limits and delays. */
  configure(settings: Partial<Settings>): void;
  /** Back to the seed and the present time, without grants, faults, calls and spent quotas. */
  reset(): void;
}
