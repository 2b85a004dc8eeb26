/** Thrown in place of what would have left or been awaited after the stop began: nothing was sent, and it is given back. */
export class ProcessStops extends Error {
  constructor() {
    super('the process stops');
  }
}
