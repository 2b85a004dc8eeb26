/** The innermost cause. The message of a failed query must not be logged: it contains what users wrote. */
export function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

/**
 * SQLSTATE codes, whole or by class, of faults that the request has not caused and that end when the database recovers:
 * the connection is lost, there is no disk space, memory or connection left, the server stops, starts or cancels, its
 * system fails, it is read-only for now, a lock or an idle transaction reached its time limit, or two transactions waited
 * for each other.
 */
const STATES = /^(?:08...|53...|57...|58...|25006|25P03|40P01|55P03)$/;

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

/** The driver's messages without a code: a connection was lost, or none was free in time. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether an error means that the database cannot be reached or cannot work for now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = (rootOf(error) ?? {}) as { code?: unknown; message?: unknown };
  return STATES.test(String(code)) || NETWORK.includes(String(code)) || LOST.test(String(message));
}

/** Whether the database ended a transaction because it and another one waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return (rootOf(error) as { code?: unknown } | undefined)?.code === '40P01';
}

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Whether a row could not be stored because its user does not exist: the account was deleted during the request.
 */
export function isOwnerGone(error: unknown): boolean {
  const root = rootOf(error);
  if (typeof root !== 'object' || root === null || !('code' in root) || !('constraint' in root)) return false;
  return (
    root.code === FOREIGN_KEY_VIOLATION && /_(users_uid|workspaces_id)_fk$/.test(String(root.constraint))
  );
}

/**
 * SQLSTATE codes of values that the database does not store, in any row: a text, number or instant that its type does not
 * have, a missing value, one that a check refuses, one that is too long for an index or nested too deep.
 */
const UNSTORABLE = /^(?:22...|54...|23502|23514)$/;

/** Errors of our own code about a value that is not of the promised type. */
const MISREAD = ['TypeError', 'RangeError'];

/**
 * Whether an answer of another service cannot be stored, now or later: the database refuses its values, or they are of a
 * type that cannot be read.
 */
export function isUnstorable(error: unknown): boolean {
  const root = rootOf(error);
  const { code, name } = (root ?? {}) as { code?: unknown; name?: unknown };
  return UNSTORABLE.test(String(code)) || MISREAD.includes(String(name));
}
