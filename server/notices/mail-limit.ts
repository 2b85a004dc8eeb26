import { desc, eq, sql } from 'drizzle-orm';
import type { Orm } from '../database/database.js';
import { noticeDeliveries } from '../database/notices.schema.js';

/** How many emails a person gets within 24 hours. */
const MAILS_A_DAY = 50;
const DAY_MS = 24 * 60 * 60_000;

/** From when on one more email may go to a channel, which may be in the past; undefined: it had few so far. */
export async function mailAllowedAt(tx: Orm, channel: string): Promise<Date | undefined> {
  const { channelId, endedAt, dueAt, createdAt } = noticeDeliveries;
  const goesAt = sql`coalesce(${endedAt}, ${dueAt}, ${createdAt})`;
  const [first] = await tx
    .select({ at: goesAt.mapWith(createdAt) })
    .from(noticeDeliveries)
    .where(eq(channelId, channel))
    .orderBy(desc(goesAt))
    .offset(MAILS_A_DAY - 1)
    .limit(1);
  return first && new Date(first.at.getTime() + DAY_MS);
}
