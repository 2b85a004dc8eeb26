import { Clock } from '../../dist/server/config/clock.js';

/** A clock that stands still (or runs on real time) until a test moves it. */
export class TestClock extends Clock {
  private offsetMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  /** Moves the clock forward. */
  advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }): void {
    this.offsetMs += ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000;
  }
}
