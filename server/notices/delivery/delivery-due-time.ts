import type { Orm } from '../../database/database.js';
import type { DeliveryRow } from '../../database/notices.schema.js';
import type { Listener } from '../channels/channel-listeners.js';
import { NOTICE_RULES } from '../events/notice-kinds.js';
import { mailAllowedAt } from '../sending/mail-limit.js';
import { afterQuietHours } from './quiet-hours.js';

type Message = Pick<DeliveryRow, 'kind' | 'content'>;

/**
 * When a message to a channel is due, at the earliest at `from`. Email waits for the end of the quiet hours, unless it is
 * urgent. This is `notice_deliveries.due_at`, which alone decides when a message is sent.
 */
export function dueTime({ channel, quietHours, timeZone }: Listener, message: Message, from: Date): Date {
  const isDelayed = channel.kind === 'email' && !isUrgent(message);
  return isDelayed ? afterQuietHours(from, quietHours, timeZone) : from;
}

/** The first due time of a new message. It also keeps to the limit of 50 emails in 24 hours. */
export async function firstDueTime(tx: Orm, listener: Listener, message: Message, now: Date): Promise<Date> {
  const { kind, id } = listener.channel;
  const allowedAt = kind === 'email' ? await mailAllowedAt(tx, id) : undefined;
  return dueTime(listener, message, allowedAt && allowedAt > now ? allowedAt : now);
}

function isUrgent({ kind, content }: Message): boolean {
  return kind === 'notice' && content.notices.some((notice) => NOTICE_RULES[notice.kind].isUrgent);
}
