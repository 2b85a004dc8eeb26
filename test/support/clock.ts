import { Clock } from '../../dist/server/config/clock.js';

/** A clock that runs with real time, or stands still at the given instant, until a test moves it. */
export class TestClock extends Clock {
  private readonly standsAt: string | undefined;
  private offsetMs = 0;

  constructor(standsAt?: string) {
    super();
    this.standsAt = standsAt;
  }

  override now(): Date {
    const start = this.standsAt === undefined ? Date.now() : Date.parse(this.standsAt);
    return new Date(start + this.offsetMs);
  }

  /** How far this is ahead of the machine's clock; of one that runs always the same, however busy the machine is. */
  aheadMs(): number {
    return this.standsAt === undefined ? this.offsetMs : this.now().getTime() - Date.now();
  }

  /** Moves the clock forward. */
  advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }): void {
    this.offsetMs += ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000;
  }
}
