import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm';
import { NOW } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { type ChannelRow, noticeChannels, noticeSettings } from '../../database/notices.schema.js';
import { users } from '../../database/schema.js';
import { sha256 } from '../../security/sha256.js';
import { isTimeZone } from '../../security/time-rules.js';
import { plainEmail } from '../../users/users.service.js';
import { isPersonOf } from './channel-person.js';

/** Hours without email, each `HH:MM`. */
export interface QuietHours {
  from: string;
  until: string;
}

/** A channel that gets deliveries, with what its person has set. */
export interface Listener {
  channel: ChannelRow;
  /** IANA name of the person's zone. */
  timeZone: string;
  quietHours: QuietHours | null;
}

/**
 * The channels of these workspaces that get deliveries: they are switched on and not paused, the person's main switches are
 * on, and an email address is proven.
 */
export async function listenersOf(tx: Orm, workspaceIds: readonly string[]): Promise<Listener[]> {
  if (workspaceIds.length === 0) return [];
  const { isOn, pausedReason, workspaceId } = noticeChannels;
  const rows = await tx
    .select({ channel: noticeChannels, user: users, settings: noticeSettings })
    .from(noticeChannels)
    .innerJoin(users, and(isPersonOf(tx, workspaceId), eq(users.isActive, true)))
    .leftJoin(noticeSettings, eq(noticeSettings.uid, users.uid))
    .where(and(inArray(workspaceId, [...workspaceIds]), eq(isOn, true), isNull(pausedReason)));
  return rows.flatMap(({ channel, user, settings }) => {
    const { notifications, emailUpdates } = user.preferences;
    const mayMail = emailUpdates && isMailProven(channel, user.email);
    if (!notifications || (channel.kind === 'email' && !mayMail)) return [];
    return { channel, timeZone: zoneOf(user), quietHours: quietHoursOf(settings) };
  });
}

/** The quiet hours that a person has set; null: none. */
export function quietHoursOf(settings: typeof noticeSettings.$inferSelect | null): QuietHours | null {
  const { quietFrom: from = null, quietUntil: until = null } = settings ?? {};
  return from !== null && until !== null ? { from, until } : null;
}

/**
 * Skips the email channels of people who have switched email off: what has happened so far is not sent to them later, when
 * they switch it on.
 */
export async function skipForUnsubscribed(tx: Orm, workspaceIds: readonly string[]): Promise<void> {
  const { workspaceId, kind } = noticeChannels;
  const unsubscribed = tx
    .select({ one: sql`1` })
    .from(users)
    .where(and(isPersonOf(tx, workspaceId), sql`${users.preferences} ->> 'emailUpdates' = 'false'`));
  await tx
    .update(noticeChannels)
    .set({ onSince: NOW })
    .where(and(inArray(workspaceId, [...workspaceIds]), eq(kind, 'email'), exists(unsubscribed)));
}

/** The person's zone. One may be unknown to another version of Node. */
export function zoneOf({ timeZone }: Pick<typeof users.$inferSelect, 'timeZone'>): string {
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

/**
 * Whether the address of an email channel is proven to be its person's: their own choice, or that of the profile as it is by
 * now. A change of the chosen address clears `provenAddress`.
 */
export function isMailProven(
  { target, provenAddress }: Pick<ChannelRow, 'target' | 'provenAddress'>,
  profileEmail: string,
): boolean {
  return target === null ? provenAddress === addressHash(profileEmail) : provenAddress !== null;
}

/** SHA-256 (hex) of an email address in its normal form, as `notice_channels.proven_address` has it. */
export function addressHash(email: string): string {
  return sha256(plainEmail(email));
}
