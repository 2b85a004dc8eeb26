import { inArray, sql } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import { noticeChannels, noticeDeliveries, notices } from '../../database/notices.schema.js';

/**
 * Holds the deliveries that a restored backup has as not over: they may have gone out since it was made. Channels are told
 * only of what happens from now on; what happened before is in the product.
 * @returns how many deliveries are held
 */
export async function holdRestoredDeliveries(tx: Orm): Promise<number> {
  const now = sql`shingle_now()`;
  const held = await tx
    .update(noticeDeliveries)
    .set({ state: 'held', dueAt: null, leaseUntil: null })
    .where(inArray(noticeDeliveries.state, ['waiting', 'sending']))
    .returning({ id: noticeDeliveries.id });
  await tx.update(noticeChannels).set({ onSince: now, toldUntil: null });
  await tx.update(notices).set({ tellAt: null, toldEvents: sql`${notices.events}` });
  return held.length;
}
