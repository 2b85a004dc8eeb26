import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { Clock } from '../config/clock.js';
import { Database } from '../database/database.js';
import { noticeChannels, noticeDeliveries } from '../database/notices.schema.js';
import { AppError } from '../errors/app-error.js';
import { fromCursor, isAfter, toCursor } from '../security/list-cursor.js';
import { MAX_PAGE } from '../security/validation.js';
import type { DeliveryDto, DeliveryListDto, DeliveryQueryDto } from './channel.dto.js';
import { nowOf } from './channel-listeners.js';
import { ChannelsRepository } from './channels.repository.js';
import { mailAllowedAt } from './mail-limit.js';
import { MailSender } from './mail-sender.js';
import { noticeTitle } from './notice-words.js';
import type { DeliveryRow } from './notices.repository.js';

/** The longest wait that an answer names. */
const MAX_RETRY_AFTER_S = 3600;

/** Shows what was sent to channels, and sends by hand. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly mail: MailSender,
    private readonly clock: Clock,
  ) {}

  /** Errors: `validation_failed` for an invalid cursor. */
  async list(
    uid: string,
    { channelId, cursor, limit = MAX_PAGE }: DeliveryQueryDto,
  ): Promise<DeliveryListDto> {
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    const { createdAt, id } = noticeDeliveries;
    const ids = (await this.channels.list(uid)).map((channel) => channel.id);
    const wanted = channelId === undefined ? ids : ids.filter((one) => one === channelId);
    const rows = await this.database.orm
      .select()
      .from(noticeDeliveries)
      .where(and(inArray(noticeDeliveries.channelId, wanted), after && isAfter(after, { at: createdAt, id })))
      .orderBy(desc(createdAt), asc(id))
      .limit(limit + 1);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(toDelivery),
      nextCursor: last && rows.length > limit ? toCursor({ at: last.createdAt, id: last.id }) : null,
    };
  }

  /**
   * Sends a channel a message that says nothing, once, also while it is off or paused. Errors: `not_found`,
   * `mail/not-configured`; `too_many_requests` where the person has had all emails of a day.
   */
  async test(uid: string, channelId: string): Promise<DeliveryDto> {
    const channel = await this.channels.find(uid, channelId);
    if (!channel) throw AppError.of('not_found');
    if (channel.kind === 'email') await this.checkMail(channelId);
    const [row] = await this.database.orm
      .insert(noticeDeliveries)
      .values({
        id: randomUUID(),
        workspaceId: uid,
        channelId,
        kind: 'test',
        content: { notices: [] },
        state: 'waiting',
        dueAt: sql`shingle_now()`,
        createdAt: this.clock.now(),
      })
      .returning();
    return toDelivery(row!);
  }

  /** Sends once more what failed, is held or waits. Errors: `not_found`, `not_failed`, also while the channel is off. */
  async retry(uid: string, id: string): Promise<DeliveryDto> {
    const isTheirs = and(eq(noticeDeliveries.workspaceId, uid), eq(noticeDeliveries.id, id));
    const [found] = await this.database.orm
      .select({ kind: noticeDeliveries.kind, isOn: noticeChannels.isOn })
      .from(noticeDeliveries)
      .innerJoin(noticeChannels, eq(noticeChannels.id, noticeDeliveries.channelId))
      .where(isTheirs);
    if (!found) throw AppError.of('not_found');
    if (!found.isOn && found.kind !== 'test')
      throw AppError.because('not_failed', 'This channel is off. Switch it on to send this message.');
    const [row] = await this.database.orm
      .update(noticeDeliveries)
      .set({ state: 'waiting', dueAt: sql`shingle_now()`, endedAt: null })
      .where(and(isTheirs, inArray(noticeDeliveries.state, ['failed', 'held', 'waiting'])))
      .returning();
    if (!row) throw AppError.because('not_failed', 'This message was delivered or is being sent.');
    return toDelivery(row);
  }

  /** Errors: `mail/not-configured`, `too_many_requests`. */
  private async checkMail(channelId: string): Promise<void> {
    if (!this.mail.canMail) throw AppError.of('mail/not-configured');
    const { orm } = this.database;
    const at = await mailAllowedAt(orm, channelId);
    const waitMs = at === undefined ? 0 : at.getTime() - (await nowOf(orm)).getTime();
    if (waitMs > 0)
      throw AppError.until('too_many_requests', Math.min(Math.ceil(waitMs / 1000), MAX_RETRY_AFTER_S));
  }
}

function toDelivery(row: DeliveryRow): DeliveryDto {
  return {
    id: row.id,
    channelId: row.channelId,
    kind: row.kind,
    state: row.state,
    title: titleOf(row),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    nextTryAt: row.state === 'waiting' ? (row.dueAt?.toISOString() ?? null) : null,
    tries: row.attempt,
    answerCode: row.answerCode,
    answer: row.answer,
  };
}

function titleOf({ kind, content: { notices } }: DeliveryRow): string {
  const [first] = notices;
  if (kind === 'test' || !first) return 'Test';
  return notices.length === 1 ? noticeTitle(first) : `${noticeTitle(first)} and ${notices.length - 1} more`;
}
