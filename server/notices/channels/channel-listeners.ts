import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Orm } from '../../database/database.js';
import { noticeChannels, noticeSettings } from '../../database/notices.schema.js';
import { users } from '../../database/schema.js';
import { isTimeZone } from '../../security/time-rules.js';
import { plainEmail } from '../../users/users.service.js';
import type { QuietHours } from './delivery-times.js';

/** A channel that works, with what its person has set. */
export interface Listener {
  channel: typeof noticeChannels.$inferSelect;
  /** IANA name of the person's zone. */
  timeZone: string;
  quietHours: QuietHours | null;
}

/**
 * The channels of these workspaces that are to be told: switched on, not paused, and for email proven and wanted by the
 * person's main switches.
 */
export async function listenersOf(tx: Orm, workspaceIds: readonly string[]): Promise<Listener[]> {
  if (workspaceIds.length === 0) return [];
  const { isOn, pausedReason, workspaceId } = noticeChannels;
  const rows = await tx
    .select({ channel: noticeChannels, user: users, settings: noticeSettings })
    .from(noticeChannels)
    .innerJoin(users, and(eq(users.uid, workspaceId), eq(users.isActive, true)))
    .leftJoin(noticeSettings, eq(noticeSettings.uid, users.uid))
    .where(and(inArray(workspaceId, [...workspaceIds]), eq(isOn, true), isNull(pausedReason)));
  return rows.flatMap(({ channel, user, settings }) => {
    const { notifications, emailUpdates } = user.preferences;
    const mayMail = emailUpdates && channel.provenAddress === addressHash(user.email);
    if (!notifications || (channel.kind === 'email' && !mayMail)) return [];
    const { quietFrom: from, quietUntil: until } = settings ?? { quietFrom: null, quietUntil: null };
    return {
      channel,
      timeZone: zoneOf(user),
      quietHours: from !== null && until !== null ? { from, until } : null,
    };
  });
}

/** Notes that the email channels of people who want no email for now are told of nothing that has happened so far. */
export async function passUnwanted(tx: Orm, workspaceIds: readonly string[]): Promise<void> {
  const { workspaceId, kind } = noticeChannels;
  const unwanting = tx
    .select({ uid: users.uid })
    .from(users)
    .where(
      and(inArray(users.uid, [...workspaceIds]), sql`${users.preferences} ->> 'emailUpdates' = 'false'`),
    );
  await tx
    .update(noticeChannels)
    .set({ onSince: sql`shingle_now()` })
    .where(and(inArray(workspaceId, unwanting), eq(kind, 'email')));
}

/** The database's time. */
export async function nowOf(tx: Orm): Promise<Date> {
  const [row] = await tx
    .select({ now: sql`shingle_now()`.mapWith(noticeChannels.onSince) })
    .from(sql`(select 1) one`);
  return row!.now;
}

/** The person's zone. One may be unknown to another version of Node. */
export function zoneOf({ timeZone }: Pick<typeof users.$inferSelect, 'timeZone'>): string {
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** SHA-256 (hex) of an email address in its normal form, as `notice_channels.proven_address` has it. */
export function addressHash(email: string): string {
  return createHash('sha256').update(plainEmail(email)).digest('hex');
}
