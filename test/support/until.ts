import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 110_000;
const AGAIN_MS = 25;

/** Looks again and again until there is something to see, and answers that. @throws Error after 110 s, with what it looked for */
export async function untilSeen<Seen>(
  what: string,
  look: () => Promise<Seen | false | undefined | null> | Seen | false | undefined | null,
): Promise<Seen> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await delay(AGAIN_MS)) {
    const seen = await look();
    if (seen) return seen;
  }
  throw new Error(`Not seen within ${PATIENCE_MS} ms: ${what}`);
}
