// The product without the lock of a workspace: several processes put the same events into notices, which takes them a while.
import { setTimeout as delay } from 'node:timers/promises';
import { before, methodsOf } from '../../hooks/product.ts';
import { replace } from '../../hooks/replace.ts';

/** Longer than until the other process looks. */
const PAUSE_MS = 1_500;

replace('/database/workspace-lock.js', ".for('no key update', { skipLocked: true })", '');

interface Gatherer {
  fold(...given: unknown[]): Promise<void>;
}

const gatherer = await methodsOf<Gatherer>('notices/events/notice-gatherer', 'NoticeGatherer');
before(gatherer, 'fold', () => delay(PAUSE_MS));
