import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Env } from '../../config/env.js';

/** How long sample data takes to answer, in milliseconds (specification, section 7). */
export const SAMPLE_DELAYS_MS = Object.freeze({
  listAccounts: 1000,
  listLocations: 800,
  listPosts: 800,
  updateLocation: 1000,
  schedulePost: 1500,
} as const);

/** Makes sample data wait like a real source; `SAMPLE_DELAYS=off` switches it off. */
@Injectable()
export class SampleDelays {
  constructor(private readonly env: Env) {}

  /** Resolves no earlier than the specified time. */
  async wait(operation: keyof typeof SAMPLE_DELAYS_MS): Promise<void> {
    if (!this.env.SAMPLE_DELAYS) return;
    const end = performance.now() + SAMPLE_DELAYS_MS[operation];
    // A timer may fire a fraction of a millisecond early: the rest is waited for as well.
    for (let left = end - performance.now(); left > 0; left = end - performance.now())
      await delay(Math.ceil(left));
  }
}
