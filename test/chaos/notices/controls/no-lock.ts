// The product without the lock of a workspace: several processes put the same events into notices, which takes them a while.
import { setTimeout as delay } from 'node:timers/promises';
import { replace } from '../../hooks/replace.ts';

/** Longer than until the other process looks. */
const PAUSE_MS = 1_500;

replace('/database/workspace-lock.js', ".for('no key update', { skipLocked: true })", '');

const { NoticeGatherer: gatherer } = (await import(
  `${process.env.CHAOS_SERVER}/notices/events/notice-gatherer.js`
)) as { NoticeGatherer: { prototype: { fold(...given: unknown[]): Promise<void> } } };
const { fold } = gatherer.prototype;
gatherer.prototype.fold = async function (...given) {
  await delay(PAUSE_MS);
  await fold.apply(this, given);
};
