import { GoogleFailure } from './google-failure.js';
import type { GoogleTiming } from './google-timing.js';

/**
 * Repeats a read that failed for the moment (no answer, 5xx, too many requests), after pauses that grow and vary, so
 * that replicas do not knock in step. Writes are never given to this.
 * @param endsAt the instant of `performance.now()` after which nothing new is begun
 */
export async function withRetries<T>(
  timing: GoogleTiming,
  endsAt: number,
  read: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      const pause = tries < timing.tries ? pauseAfter(timing, tries, error) : undefined;
      if (pause === undefined || performance.now() + pause >= endsAt) throw error;
      await timing.wait(pause);
    }
  }
}

/** How long to wait after the failure, in milliseconds; undefined when another try would not help. */
function pauseAfter(timing: GoogleTiming, tries: number, error: unknown): number | undefined {
  if (!(error instanceof GoogleFailure) || !['busy', 'unavailable'].includes(error.kind)) return undefined;
  const backOff = timing.random() * timing.pauseMs * 2 ** (tries - 1);
  const asked = error.retryAfterMs ?? 0;
  return asked > timing.retryAfterMs ? undefined : asked + backOff;
}
