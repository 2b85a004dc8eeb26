import { rootOf } from './root-cause.js';

/**
 * SQLSTATE of what has nothing to do with the request and passes when the database is well again, by class or whole:
 * the connection is lost, there is no room, memory or connection left, the server stops, starts or cancels, the system
 * under it fails, it may only be read at present, a lock or an idle transaction was given up.
 */
const STATES = /^(?:08...|53...|57...|58...|25006|25P03|55P03)$/;

/** Node's own codes of a connection that cannot be made or breaks. */
const NETWORK = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** What the driver says without a code when a connection is lost or none is to be had in time. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether something failed because the database cannot be reached or cannot work for now, whoever asks for what. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = (rootOf(error) ?? {}) as { code?: unknown; message?: unknown };
  return STATES.test(String(code)) || NETWORK.includes(String(code)) || LOST.test(String(message));
}
