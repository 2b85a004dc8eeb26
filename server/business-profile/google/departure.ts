import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

const current = new AsyncLocalStorage<Departure>();
const departures = new WeakMap<object, Departure>();

/** Whether a request has begun to leave: before, whoever it is for can have nothing of it. */
export class Departure {
  private isSeen = false;
  private hasLeft = false;

  /** Watches the request that `send` makes with `fetch`. */
  watch<T>(send: () => Promise<T>): Promise<T> {
    return current.run(this, send);
  }

  /** For a request that failed: true only when it is certain that nothing has left. */
  get isUnsent(): boolean {
    return this.isSeen && !this.hasLeft;
  }

  noteSeen(request: object): void {
    this.isSeen = true;
    departures.set(request, this);
  }

  noteLeft(): void {
    this.hasLeft = true;
  }
}

// What `fetch` is made of tells when it makes a request, and when it begins to write it: after the name was found, the
// connection was made and TLS agreed on (undici, Diagnostics Channel Support).
subscribe('undici:request:create', (message) => {
  current.getStore()?.noteSeen((message as { request: object }).request);
});
subscribe('undici:client:sendHeaders', (message) => {
  departures.get((message as { request: object }).request)?.noteLeft();
});
