/** The server's only source of time. Tests replace it with a clock that they set. */
export class Clock {
  now(): Date {
    return new Date();
  }
}
