import { inArray, sql } from 'drizzle-orm';
import { NOW } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { noticeChannels, noticeDeliveries, notices } from '../../database/notices.schema.js';

/**
 * Holds the deliveries that had not ended when a restored backup was made: they may have gone out since. Channels get only
 * what happens from now on; earlier events are in the product.
 * @returns how many deliveries are held
 */
export async function holdRestoredDeliveries(tx: Orm): Promise<number> {
  const held = await tx
    .update(noticeDeliveries)
    .set({ state: 'held', dueAt: null, leaseUntil: null })
    .where(inArray(noticeDeliveries.state, ['waiting', 'sending']))
    .returning({ id: noticeDeliveries.id });
  await tx.update(noticeChannels).set({ onSince: NOW, deliveredUntil: null });
  await tx.update(notices).set({ deliverAt: null, deliveredEvents: sql`${notices.events}` });
  return held.length;
}
