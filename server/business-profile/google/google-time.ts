import { Injectable } from '@nestjs/common';

/** What an answer's date is cut to. */
const SECOND_MS = 1000;
/** For how long two steady clocks keep step well enough. */
const STEADY_MS = 60_000;

/**
 * Google's own clock, as its answers tell it to the second; between them it goes on by this machine's steady clock. It
 * may be behind Google's by that second and an answer's way, and is not ahead of it.
 */
@Injectable()
export class GoogleTime {
  private last: { date: number; at: number } | undefined;

  /** Takes over what an answer says of its date. */
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
