import type { Allowance } from '../../database/token-bucket.js';

/**
 * At most 290 queries in any minute for each API and project, including the full bucket. Google allows 300
 * (google-apis.md, D7) and counts them as they arrive, which on a busy machine is some time after they leave.
 */
export const API_ALLOWANCE: Readonly<Allowance> = Object.freeze({ capacity: 50, perMinute: 240 });
