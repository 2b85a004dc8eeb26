import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const AGAIN_MS = 25;

/**
 * Looks again and again until there is something to see, and answers that. For work of many steps, `signOf` answers how far
 * it is: each time it has gone on, patience begins anew.
 * @throws Error after 20 s, with what it looked for
 */
export async function untilSeen<Seen>(
  what: string,
  look: () => Promise<Seen | false | undefined | null> | Seen | false | undefined | null,
  signOf: () => number | undefined = () => undefined,
): Promise<Seen> {
  let sign = signOf();
  let end = performance.now() + PATIENCE_MS;
  for (; performance.now() < end; await delay(AGAIN_MS)) {
    const seen = await look();
    if (seen) return seen;
    if (signOf() === sign) continue;
    sign = signOf();
    end = performance.now() + PATIENCE_MS;
  }
  throw new Error(`Not seen within ${PATIENCE_MS} ms: ${what}${sign === undefined ? '' : `, still ${sign}`}`);
}
