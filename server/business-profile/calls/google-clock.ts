import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '../../config/durations.js';

/** The precision of an answer's date. */
/** For how long `performance.now()` keeps step with Google's clock closely enough. */
const IN_STEP_MS = 60_000;

/**
 * Google's own clock: the `Date` of its answers, which is cut to the second, continued with `performance.now()`. It may be
 * behind Google's by that second and the time that an answer takes, and is never ahead of it.
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

  /** Whether an earlier answer gives the same time more precisely. */
  private isBetterKnown(date: number, at: number): boolean {
    if (!this.last || at - this.last.at > IN_STEP_MS) return false;
    const known = this.timeAt(this.last, at);
    return known >= date && known < date + SECOND_MS;
  }

  private timeAt(last: { date: number; at: number }, at: number): number {
    return last.date + at - last.at;
  }
}

/** How long calls to Google may take and how long they pause, in milliseconds. Tests use shorter times. */
@Injectable()
export class GoogleTimeouts {
  /** One request, its body included. */
  readonly requestMs: number = 8_000;

  /** One read with all its tries and pauses, and one write's wait for its turn. */
  readonly totalMs: number = 16_000;

  /** How long to wait for a place before it is shown as last read. */
  readonly showMs: number = 4_000;

  /** The longest wait of a post for its turn in Google's quota, while its claim holds. */
  readonly turnMs: number = 4_000;

  /** A read's longest pause before its second try. It doubles with each further try. */
  readonly pauseMs: number = 400;

  /** The longest `Retry-After` to wait for. With a longer one the call gives up at once. */
  readonly retryAfterMs: number = 4_000;

  /** How often a read is tried. */
  readonly tries: number = 3;

  /** How long a category search waits for Google's whole list before it uses Google's own search. */
  readonly categoriesMs: number = 2_000;

  /** From 0 (included) to 1 (excluded). */
  random(): number {
    return Math.random();
  }

  /** Resolves after the given time. It does not keep the process alive. */
  async wait(ms: number): Promise<void> {
    await delay(ms, undefined, { ref: false });
  }
}
