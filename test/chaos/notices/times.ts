/** Where the sinks are. */
export const SINK = '127.0.0.1';

/** The times of `hooks/quick.ts`. */
export const GATHERED_FOR_MS = 30_000;
export const GATHERING_MS = 2_000;
export const WEBHOOK_WITHIN_MS = 4_000;
export const MAIL_WITHIN_MS = 6_000;
export const LEASE_S = 15;
export const RETRY_AFTER_S = [1, 2, 3, 5, 8, 13, 21, 34];
