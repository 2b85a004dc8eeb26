import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/** The precision of an answer's date. */
const SECOND_MS = 1000;
/** For how long two steady clocks agree well enough. */
const STEADY_MS = 60_000;

/**
 * Google's own clock: the `Date` of its answers, which is cut to the second, continued by this machine's steady clock. It
 * may be behind Google's by that second and the time that an answer takes, and is never ahead of it.
 */
@Injectable()
export class GoogleClock {
  private last: { date: number; at: number } | undefined;

  /** Notes the `Date` header of an answer. */
  note(header: string | null): void {
    const date = Date.parse(header ?? '');
    if (Number.isNaN(date)) return;
    const at = performance.now();
    if (!this.isBetterKnown(date, at)) this.last = { date, at };
  }

  /** Null until the first answer. */
  now(): Date | null {
    return this.last ? new Date(this.timeAt(this.last, performance.now())) : null;
  }

  /** Whether an earlier answer says the same, only later within the second. */
  private isBetterKnown(date: number, at: number): boolean {
    if (!this.last || at - this.last.at > STEADY_MS) return false;
    const known = this.timeAt(this.last, at);
    return known >= date && known < date + SECOND_MS;
  }

  private timeAt(last: { date: number; at: number }, at: number): number {
    return last.date + at - last.at;
  }
}

/** How long calls to Google take at most, and how long they pause, in milliseconds; tests use shorter times. */
@Injectable()
export class GoogleTimeouts {
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
