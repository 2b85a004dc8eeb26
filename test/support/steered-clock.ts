import { Clock } from '../../dist/server/config/clock.js';

/** A clock that stands still until it is moved. */
export class SteeredClock extends Clock {
  private instant: Date;

  constructor(start: string) {
    super();
    this.instant = new Date(start);
  }

  override now(): Date {
    return new Date(this.instant);
  }

  /** Moves the present instant by so many milliseconds. */
  advance(ms: number): void {
    this.instant = new Date(this.instant.getTime() + ms);
  }
}
