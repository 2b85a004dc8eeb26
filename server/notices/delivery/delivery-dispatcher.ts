import { Injectable, Logger } from '@nestjs/common';
import { and, eq, exists, gt, inArray, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Clock } from '../../config/clock.js';
import { databaseNow, NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import {
  type ChannelRow,
  type DeliveryRow,
  noticeChannels,
  noticeDeliveries,
} from '../../database/notices.schema.js';
import { users } from '../../database/schema.js';
import { claimFor, isDue, isHeld } from '../../jobs/claims.js';
import { type DueTask, DueWork } from '../../jobs/due-work.js';
import { ChannelCipher } from '../channels/channel-secrets.js';
import { languageOf } from '../../config/language.js';
import { isMailProven, listenersOf, zoneOf } from '../channels/channel-listeners.js';
import { findPerson, isPersonOf } from '../channels/channel-person.js';
import { SWITCHED_OFF } from '../channels/channels.repository.js';
import type { DeliveryOutcome } from '../sending/delivery-outcome.js';
import { MailSender } from '../sending/mail-sender.js';
import { WebhookSender } from '../sending/webhook-sender.js';
import { dueTime } from './delivery-due-time.js';

const READ_EVERY_MS = 1_000;
/** How many messages one process sends at once, each to another channel. */
const AT_ONCE = 32;
/** How long a claim holds: longer than sending a message may take. After that another process may send it once more. */
const LEASE_MS = 60_000;
/** The columns of a message that is sent under claims. */
const COLUMNS = { ...noticeDeliveries, nextStepAt: noticeDeliveries.dueAt };

/** How long after each failed try the next one is made, in seconds. */
export const RETRY_AFTER_S: readonly number[] = Object.freeze([
  10, 60, 300, 1_800, 7_200, 21_600, 86_400, 86_400,
]);

interface ClaimedDelivery {
  delivery: DeliveryRow;
  channel: ChannelRow;
}

/**
 * Sends the messages that are due: `notice_deliveries.due_at` alone says when. Each is sent under a claim with a number
 * (`attempt`). A process that dies between the answer and its record leaves a claim that ends, and the message is sent
 * once more under the same id.
 */
@Injectable()
export class DeliveryDispatcher {
  private readonly logger = new Logger('Notices');
  readonly work;

  constructor(
    dueWork: DueWork,
    private readonly database: Database,
    private readonly cipher: ChannelCipher,
    private readonly webhooks: WebhookSender,
    private readonly mail: MailSender,
    private readonly clock: Clock,
  ) {
    this.work = dueWork.add({
      name: 'messages to channels',
      everyMs: READ_EVERY_MS,
      read: () => this.due(),
      limits: { send: () => AT_ONCE },
      step: ({ id }) => this.step(id),
    });
  }

  /** Sends one message. True: the channel may have another one. Without an outcome it is sent again when its claim ends. */
  private async step(id: string): Promise<boolean> {
    const claim = await this.claim(id);
    if (!claim) return false;
    await this.finish(claim, await this.send(claim));
    return true;
  }

  /** Sends a message if it still may be sent: the person may have switched it off since, or changed their address. */
  private async send({ delivery, channel }: ClaimedDelivery): Promise<DeliveryOutcome> {
    const isMail = channel.kind === 'email';
    const user = await findPerson(this.database.orm, channel.workspaceId);
    if (!user) return { is: 'failed', answer: 'Nothing was sent: the account was deleted.' };
    if (delivery.kind !== 'test' && !channel.isOn) return { is: 'failed', answer: SWITCHED_OFF };
    const { notifications, emailUpdates } = user.preferences;
    if (delivery.kind !== 'test' && !notifications)
      return { is: 'failed', answer: 'Nothing was sent: notifications were switched off.' };
    if (delivery.kind !== 'test' && isMail && !emailUpdates)
      return { is: 'failed', answer: 'Nothing was sent: email was switched off.' };
    if (isMail && !isMailProven(channel, user.email))
      return { is: 'failed', answer: 'Nothing was sent: the address wasn’t confirmed.' };

    const opened = this.cipher.open(channel);
    if (opened && isMail)
      return this.mail.send(delivery, {
        address: opened.target ?? user.email,
        timeZone: zoneOf(user),
        language: languageOf(user),
        unsubscribeToken: opened.secret,
      });
    if (opened?.target) return this.webhooks.send(delivery, opened.target, opened.secret);
    const pause = `The key of this ${channel.kind} channel is lost. Delete it and add it again.`;
    return { is: 'failed', answer: 'Nothing was sent: the key of this channel is lost.', pause };
  }

  /** The messages that are due, one for each channel: a channel that is slow holds up no other. */
  private async due(): Promise<DueTask<'send'>[]> {
    const { id, workspaceId: owner, channelId, kind, dueAt, state } = noticeDeliveries;
    const { orm } = this.database;
    const other = alias(noticeDeliveries, 'other');
    const isBusy = exists(
      orm
        .select({ one: sql`1` })
        .from(other)
        // A message that is being sent is due when its lease ends, so the index of due messages has it.
        .where(and(eq(other.channelId, channelId), eq(other.state, 'sending'), gt(other.dueAt, NOW))),
    );
    const first = orm
      .selectDistinctOn([channelId], { id, owner, channelId, dueAt })
      .from(noticeDeliveries)
      .innerJoin(noticeChannels, eq(noticeChannels.id, channelId))
      .innerJoin(users, isPersonOf(orm, owner))
      .where(
        and(
          isDue(COLUMNS),
          inArray(state, ['waiting', 'sending']),
          not(isBusy),
          this.mail.canMail ? undefined : eq(noticeChannels.kind, 'webhook'),
          // A message whose process died has to be ended also where its channel is off.
          or(eq(kind, 'test'), eq(noticeChannels.isOn, true), eq(state, 'sending')),
          eq(users.isActive, true),
        ),
      )
      .orderBy(channelId, dueAt)
      .as('first');
    const rows = await orm.select().from(first);
    return rows.map(({ channelId: exclusiveKey, ...row }) => ({
      ...row,
      exclusiveKey,
      lane: 'send',
      dueAt: row.dueAt?.getTime() ?? 0,
    }));
  }

  /** Claims a message that is due; undefined where another process was first. */
  private async claim(id: string): Promise<ClaimedDelivery | undefined> {
    const { state } = noticeDeliveries;
    const { attempt, leaseUntil, nextStepAt: dueAt } = claimFor(LEASE_MS, COLUMNS);
    const [delivery] = await this.database.orm
      .update(noticeDeliveries)
      .set({ state: 'sending', attempt, leaseUntil, dueAt })
      .where(and(eq(noticeDeliveries.id, id), inArray(state, ['waiting', 'sending']), isDue(COLUMNS)))
      .returning();
    if (!delivery) return undefined;
    const [channel] = await this.database.orm
      .select()
      .from(noticeChannels)
      .where(eq(noticeChannels.id, delivery.channelId));
    return channel && { delivery, channel };
  }

  /** Notes the outcome, unless the claim is over. */
  private async finish({ delivery, channel }: ClaimedDelivery, outcome: DeliveryOutcome): Promise<void> {
    const isChannel = eq(noticeChannels.id, channel.id);
    const verdict = await this.database.transaction(async (tx) => {
      const [current] = await tx.select().from(noticeChannels).where(isChannel).for('update');
      if (!current) return undefined;
      const { pause, againInS, ...change } = verdictOf(delivery, current, outcome);
      const dueAt = againInS === undefined ? null : await nextTry(tx, delivery, current, againInS);
      const noted = await tx
        .update(noticeDeliveries)
        .set({
          ...change,
          dueAt,
          leaseUntil: null,
          endedAt: change.state === 'waiting' ? null : this.clock.now(),
          answerCode: outcome.code ?? null,
        })
        .where(isStill(delivery))
        .returning({ id: noticeDeliveries.id });
      if (noted.length === 0 || delivery.kind === 'test') return undefined;
      if (change.state === 'delivered') await tx.update(noticeChannels).set({ failures: 0 }).where(isChannel);
      if (pause === undefined) return undefined;
      const failures = sql`${noticeChannels.failures} + 1`;
      await tx.update(noticeChannels).set({ pausedReason: pause, failures }).where(isChannel);
      await tx
        .update(noticeDeliveries)
        .set({ dueAt: null })
        .where(and(eq(noticeDeliveries.channelId, channel.id), eq(noticeDeliveries.state, 'waiting')));
      return pause;
    });
    if (verdict !== undefined)
      this.logger.warn({ event: 'notices.channel_paused', channelId: channel.id, reason: verdict });
  }
}

const isStill = (delivery: DeliveryRow) =>
  and(isHeld(COLUMNS, delivery), eq(noticeDeliveries.state, 'sending'));

export interface Verdict {
  state: 'delivered' | 'failed' | 'waiting';
  answer: string;
  /** In how many seconds it is tried again; left out: not by itself. */
  againInS?: number;
  /** Why the channel is to send nothing more. */
  pause?: string;
}

/** What an outcome means for a delivery, and for its channel as it is now. */
export function verdictOf(
  { kind, attempt }: DeliveryRow,
  channel: ChannelRow,
  outcome: DeliveryOutcome,
): Verdict {
  const { answer, code } = outcome;
  if (outcome.is === 'delivered') return { state: 'delivered', answer };
  const failed = { state: 'failed', answer } as const;
  if (outcome.is === 'failed') return { ...failed, pause: outcome.pause };
  if (kind === 'test') return failed;
  if (!channel.isOn) return { ...failed, answer: SWITCHED_OFF };
  const seconds = RETRY_AFTER_S[attempt - 1];
  if (seconds === undefined) {
    const last = code === undefined ? 'without an answer' : `with the answer ${code}`;
    return { ...failed, pause: `The last ${attempt} tries failed, the last one ${last}.` };
  }
  return { state: 'waiting', answer, ...(channel.pausedReason === null && { againInS: seconds }) };
}

/** When a message is tried again. */
async function nextTry(
  tx: Orm,
  delivery: DeliveryRow,
  { id, workspaceId }: ChannelRow,
  seconds: number,
): Promise<Date> {
  const at = new Date((await databaseNow(tx)).getTime() + seconds * 1000);
  const listener = (await listenersOf(tx, [workspaceId])).find(({ channel }) => channel.id === id);
  return listener ? dueTime(listener, delivery, at) : at;
}
