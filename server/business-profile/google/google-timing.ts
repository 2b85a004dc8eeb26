import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/** How long calls to Google take at most and how they pause, in milliseconds; tests shorten it. */
@Injectable()
export class GoogleTiming {
  /** One request, its body included. */
  readonly requestMs: number = 8_000;

  /** One read with all its tries and pauses, and one write's wait for its turn. */
  readonly totalMs: number = 16_000;

  /** How long a place is waited for before it is shown as it was last read. */
  readonly showMs: number = 4_000;

  /** How long a post waits for its turn in our share of Google's quota at most, while its claim runs. */
  readonly turnMs: number = 4_000;

  /** A read's longest pause before its second try; it doubles with each further one. */
  readonly pauseMs: number = 400;

  /** The longest `Retry-After` that is waited for; with a longer one the call gives up at once. */
  readonly retryAfterMs: number = 4_000;

  /** How often a read is tried. */
  readonly tries: number = 3;

  /** How long a search for categories waits for Google's whole list before it asks for beginnings alone. */
  readonly categoriesMs: number = 2_000;

  /** From 0 (included) to 1 (excluded). */
  random(): number {
    return Math.random();
  }

  /** Resolves after the given time; a process that ends does not wait for it. */
  async wait(ms: number): Promise<void> {
    await delay(ms, undefined, { ref: false });
  }
}
