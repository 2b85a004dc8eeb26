import type { Server } from 'node:http';

/**
 * What one connection may take of the server. Node's own limits (60 s for headers, 300 s for a request, looked at every
 * 30 s, any number of connections) let a few hundred slow callers hold it for minutes.
 */
const LIMITS = {
  /** A request's headers come in one packet, or in few. */
  headersTimeout: 10_000,
  /** The largest body has 100 kB: 30 kbit/s are enough. */
  requestTimeout: 30_000,
  /** Longer than the 60 s of the usual proxies, so that it is they who give an idle connection up, never in mid-request. */
  keepAliveTimeout: 65_000,
  /**
   * Without a byte in either direction; nothing here takes as long to answer. Whoever asks and does not read is cut after
   * the second time, since Node takes what its own buffers have swallowed for progress.
   */
  timeout: 40_000,
  /** How often the first two are looked at. */
  connectionsCheckingInterval: 1_000,
  /** A connection costs about 20 kB, with the largest headers. */
  maxConnections: 5_000,
};

/** Sets the limits above; to be called before the server listens. */
export function limitConnections(server: Server): void {
  Object.assign(server, LIMITS);
}
