import { and, eq, gt, sql } from 'drizzle-orm';
import { NOW } from '../../database/database-clock.js';
import { DAY_MS } from '../../config/durations.js';
import type { Orm } from '../../database/database.js';
import { noticeDeliveries } from '../../database/notices.schema.js';
import { AppError } from '../../errors/app-error.js';

/** How many emails a person gets within 24 hours. */
export const MAILS_A_DAY = 50;
/** The longest wait that an answer names. */
const MAX_RETRY_AFTER_S = 3600;

/**
 * The earliest time for another email to a channel; it may be past. Undefined: the limit is not reached. An email that is
 * resent counts again.
 */
export async function mailAllowedAt(tx: Orm, channel: string): Promise<Date | undefined> {
  const { id, channelId, endedAt, dueAt, createdAt, sentAgain } = noticeDeliveries;
  const goesAt = sql`coalesce(${endedAt}, ${dueAt}, ${createdAt})`;
  const isOfTheDay = gt(goesAt, sql`${NOW} - interval '24 hours'`);
  const counted = tx
    .select({
      at: goesAt.mapWith(createdAt).as('at'),
      mails: sql<string>`sum(${sentAgain} + 1) over (order by ${goesAt} desc, ${id})`.as('mails'),
    })
    .from(noticeDeliveries)
    .where(and(eq(channelId, channel), isOfTheDay))
    .as('counted');
  const [first] = await tx
    .select({ at: counted.at })
    .from(counted)
    .where(sql`${counted.mails} >= ${MAILS_A_DAY}`)
    .orderBy(counted.mails)
    .limit(1);
  return first && new Date(first.at.getTime() + DAY_MS);
}

/** The error for one email more than a person may ask for. @param rule how many they may, as a sentence */
export function tooManyMails(waitMs: number, rule: string): AppError {
  const retryAfterS = Math.min(Math.max(1, Math.ceil(waitMs / 1000)), MAX_RETRY_AFTER_S);
  return AppError.until('too_many_requests', retryAfterS, rule);
}
