import { Injectable } from '@nestjs/common';
import { databaseNow, NOW } from '../../database/database-clock.js';
import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { Database, type Orm } from '../../database/database.js';
import { type ChannelRow, type DeliveryRow, noticeDeliveries } from '../../database/notices.schema.js';
import { AppError } from '../../errors/app-error.js';
import { fromCursor, isAfter, toCursor, toPage } from '../../security/list-cursor.js';
import { MAX_PAGE } from '../../security/validation.js';
import type { DeliveryDto, DeliveryListDto, DeliveryQueryDto } from '../channels/channel.dto.js';
import { ChannelsRepository } from '../channels/channels.repository.js';
import { mailAllowedAt, MAILS_A_DAY, tooManyMails } from '../sending/mail-limit.js';
import { MailSender } from '../sending/mail-sender.js';
import { titleOfAll } from '../events/notice-kinds.js';

/** Lists the messages to channels, sends tests, and resends messages. */
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
    workspaceId: string,
    { channelId, cursor, limit = MAX_PAGE }: DeliveryQueryDto,
  ): Promise<DeliveryListDto> {
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    const { createdAt, id } = noticeDeliveries;
    const ids = (await this.channels.list(workspaceId)).map((channel) => channel.id);
    const wanted = channelId === undefined ? ids : ids.filter((one) => one === channelId);
    const rows = await this.database.orm
      .select()
      .from(noticeDeliveries)
      .where(and(inArray(noticeDeliveries.channelId, wanted), after && isAfter(after, { at: createdAt, id })))
      .orderBy(desc(createdAt), asc(id))
      .limit(limit + 1);
    const { page, nextCursor } = toPage(rows, limit, (last) => toCursor({ at: last.createdAt, id: last.id }));
    return {
      items: page.map(toDelivery),
      nextCursor,
    };
  }

  /**
   * Sends a channel a test message, once, also while it is off or paused. Errors: `not_found`,
   * `test_under_way`, `mail/not-configured`; `too_many_requests` where the person has had all emails of a day.
   */
  async test(workspaceId: string, channelId: string): Promise<DeliveryDto> {
    return this.database.transaction(async (tx) => {
      await this.checkChannel(tx, workspaceId, channelId, { isTest: true });
      const [row] = await tx
        .insert(noticeDeliveries)
        .values({
          id: randomUUID(),
          workspaceId,
          channelId,
          kind: 'test',
          content: { notices: [] },
          state: 'waiting',
          dueAt: NOW,
          createdAt: this.clock.now(),
        })
        .returning();
      return toDelivery(row!);
    });
  }

  /**
   * Resends a message that failed, is held or waits. Errors: `not_found`, `not_failed`, also while the channel is off;
   * for a test `test_under_way`; for an email `mail/not-configured`, `too_many_requests`.
   */
  async retry(workspaceId: string, id: string): Promise<DeliveryDto> {
    return this.database.transaction(async (tx) => {
      const isTheirs = and(eq(noticeDeliveries.workspaceId, workspaceId), eq(noticeDeliveries.id, id));
      const [found] = await tx.select().from(noticeDeliveries).where(isTheirs);
      if (!found) throw AppError.of('not_found');
      const isTest = found.kind === 'test';
      const { isOn } = await this.checkChannel(tx, workspaceId, found.channelId, { isTest, except: id });
      if (!isOn && !isTest)
        throw AppError.because('not_failed', 'This channel is off. Switch it on to send this message.');
      const [row] = await tx
        .update(noticeDeliveries)
        .set({
          state: 'waiting',
          dueAt: NOW,
          endedAt: null,
          sentAgain: sql`${noticeDeliveries.sentAgain} + 1`,
        })
        .where(and(isTheirs, inArray(noticeDeliveries.state, ['failed', 'held', 'waiting'])))
        .returning();
      if (!row) throw AppError.because('not_failed', 'This message was delivered or is being sent.');
      return toDelivery(row);
    });
  }

  /** How many deliveries of all workspaces have not ended, by state. */
  async countOpen(): Promise<{ state: DeliveryRow['state']; count: number }[]> {
    const { state, endedAt } = noticeDeliveries;
    return this.database.orm
      .select({ state, count: count() })
      .from(noticeDeliveries)
      .where(isNull(endedAt))
      .groupBy(state);
  }

  /**
   * Locks the channel, if a person may send it a message: until the end of the transaction no other one begins.
   * @param except a test that does not count as under way
   */
  private async checkChannel(
    tx: Orm,
    workspaceId: string,
    channelId: string,
    { isTest, except }: { isTest: boolean; except?: string },
  ): Promise<ChannelRow> {
    const channel = await this.channels.lock(tx, workspaceId, channelId);
    if (!channel) throw AppError.of('not_found');
    if (channel.kind === 'email') await this.checkMail(tx, channelId);
    const { id, kind, state } = noticeDeliveries;
    const isUnderWay = and(
      eq(noticeDeliveries.channelId, channelId),
      eq(kind, 'test'),
      inArray(state, ['waiting', 'sending']),
      except === undefined ? undefined : ne(id, except),
    );
    if (isTest && (await tx.$count(noticeDeliveries, isUnderWay)) > 0) throw AppError.of('test_under_way');
    return channel;
  }

  /** Errors: `mail/not-configured`, `too_many_requests`. */
  private async checkMail(tx: Orm, channelId: string): Promise<void> {
    if (!this.mail.canMail) throw AppError.of('mail/not-configured');
    const at = await mailAllowedAt(tx, channelId);
    const waitMs = at === undefined ? 0 : at.getTime() - (await databaseNow(tx)).getTime();
    const rule = `You get at most ${MAILS_A_DAY} emails in 24 hours, including those that you sent again.`;
    if (waitMs > 0) throw tooManyMails(waitMs, rule);
  }
}

function toDelivery(row: DeliveryRow): DeliveryDto {
  return {
    id: row.id,
    channelId: row.channelId,
    kind: row.kind,
    state: row.state,
    // A test has no notices.
    title: titleOfAll(row.content.notices) || 'Test',
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    nextTryAt: row.state === 'waiting' ? (row.dueAt?.toISOString() ?? null) : null,
    tries: row.attempt,
    answerCode: row.answerCode,
    answer: row.answer,
  };
}
