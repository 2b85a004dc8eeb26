/** The one source of time of the server. Tests replace it by a clock that they set. */
export class Clock {
  /** The present instant. */
  now(): Date {
    return new Date();
  }
}
