// Loaded into server processes before their program: readings are due so many times sooner, so that a run takes minutes.
// By default what is due in a quarter of an hour is due in half a second, and what is due in a day in 40 seconds.
import type { Clock } from '../../../../dist/server/config/clock.js';
import { methodsOf } from '../../hooks/product.ts';

const FASTER = Number(process.env.CHAOS_READINGS_FASTER ?? 2_000);

interface Reading {
  clock: Clock;
  later(ms: number): Date;
}

const service = await methodsOf<Reading>('reviews/reading/review-reading.service', 'ReviewReadingService');
service.later = function (ms) {
  return new Date(this.clock.now().getTime() + ms / FASTER);
};
