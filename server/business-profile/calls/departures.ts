import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** What is known of the request of one call of `fetch`. */
interface Departure {
  isMade: boolean;
  hasLeft: boolean;
}

const current = new AsyncLocalStorage<Departure>();
/** By the request, as undici names it on its channels. */
const departures = new WeakMap<object, Departure>();
/** Undici does not report requests that leave by HTTP/2. */
let isHttp2Spoken = false;

// These channels are documented by undici, which is Node's own `fetch`.
subscribe('undici:request:create', (message) => {
  const departure = current.getStore();
  if (!departure) return;
  departure.isMade = true;
  departures.set((message as { request: object }).request, departure);
});
subscribe('undici:client:sendHeaders', (message) => {
  const departure = departures.get((message as { request: object }).request);
  if (departure) departure.hasLeft = true;
});
subscribe('undici:client:connected', (message) => {
  const { version } = (message as { connectParams: { version?: string } }).connectParams;
  if (version === 'h2') isHttp2Spoken = true;
});

/**
 * Watches one request of `fetch`, which `send` makes. `isSurelyUnsent` says whether not one byte of it was written: true
 * while the name is looked up and the connection is made, for however long; false also if that is not known.
 */
export function watchDeparture<Answer>(send: () => Promise<Answer>): {
  answer: Promise<Answer>;
  isSurelyUnsent: () => boolean;
} {
  const departure: Departure = { isMade: false, hasLeft: false };
  return {
    answer: current.run(departure, send),
    isSurelyUnsent: () => departure.isMade && !departure.hasLeft && !isHttp2Spoken,
  };
}
