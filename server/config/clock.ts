/** The one source of time of the server. Tests put a steered clock in its place. */
export class Clock {
  /** The present instant. */
  now(): Date {
    return new Date();
  }
}
