import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { and, asc, eq, exists, gt, inArray, isNull, lte, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Clock } from '../config/clock.js';
import { Database, type Orm } from '../database/database.js';
import { noticeChannels, noticeDeliveries } from '../database/notices.schema.js';
import { users } from '../database/schema.js';
import { rootOf } from '../errors/database-errors.js';
import { waitAtMost } from '../jobs/bounded-wait.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { ChannelCipher, type ChannelRow } from './channel-secrets.js';
import { addressHash, listenersOf, nowOf, zoneOf } from './channel-listeners.js';
import { SWITCHED_OFF } from './channels.repository.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import { MailSender } from './mail-sender.js';
import { isUrgent } from './notice-kinds.js';
import type { DeliveryRow } from './notices.repository.js';
import { afterQuietHours } from './tell-times.js';
import { WebhookSender } from './webhook-sender.js';

const LOOK_EVERY_MS = 1_000;
/** How many messages one process sends at once, each to another channel. */
const AT_ONCE = 32;
/** Longer than a message may take: then another process may send it once more. */
const LEASE = sql`shingle_now() + interval '60 seconds'`;
const STOP_WITHIN_MS = 11_000;

/** How long after each failed try the next one is made, in seconds. */
export const RETRY_AFTER_S: readonly number[] = Object.freeze([
  10, 60, 300, 1_800, 7_200, 21_600, 86_400, 86_400,
]);

interface Claim {
  delivery: DeliveryRow;
  channel: ChannelRow;
}

/**
 * Sends the messages that are due: `notice_deliveries.due_at` alone says when. Each is sent under a claim with a number
 * (`attempt`). A process that dies between the answer and its record leaves a claim that ends, and the message is sent
 * once more under the same id.
 */
@Injectable()
export class DeliveryDispatcher implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Notices');
  private readonly underWay = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly intervalTasks: IntervalTasks,
    private readonly database: Database,
    private readonly cipher: ChannelCipher,
    private readonly webhooks: WebhookSender,
    private readonly mail: MailSender,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Sending messages to channels', LOOK_EVERY_MS, () => this.dispatch());
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await waitAtMost(STOP_WITHIN_MS, Promise.all(this.underWay));
  }

  /** Begins to send what is due, one message for each channel; a channel that is slow holds up no other. */
  async dispatch(): Promise<void> {
    if (this.isStopping) return;
    for (const claim of await this.claim(AT_ONCE - this.underWay.size)) {
      const work = this.work(claim).finally(() => this.underWay.delete(work));
      this.underWay.add(work);
    }
  }

  private async work(claim: Claim): Promise<void> {
    try {
      await this.finish(claim, await this.send(claim));
      await this.dispatch();
    } catch (error) {
      // The claim ends by itself, and the message is sent again.
      this.logger.error(`A message to a channel has no outcome: ${String(rootOf(error))}`);
    }
  }

  /** What may be sent is looked at once more: the person may have changed their mind, or their address. */
  private async send({ delivery, channel }: Claim): Promise<DeliveryOutcome> {
    const isMail = channel.kind === 'email';
    const [user] = await this.database.orm.select().from(users).where(eq(users.uid, channel.workspaceId));
    if (!user) return { is: 'failed', answer: 'Nothing was sent: the account was deleted.' };
    const { notifications, emailUpdates } = user.preferences;
    if (delivery.kind !== 'test' && !notifications)
      return { is: 'failed', answer: 'Nothing was sent: notifications were switched off.' };
    if (delivery.kind !== 'test' && isMail && !emailUpdates)
      return { is: 'failed', answer: 'Nothing was sent: email was switched off.' };
    if (isMail && channel.provenAddress !== addressHash(user.email))
      return { is: 'failed', answer: 'Nothing was sent: the address wasn’t proven.' };

    const opened = this.cipher.open(channel);
    if (opened && isMail)
      return this.mail.send(delivery, {
        address: user.email,
        timeZone: zoneOf(user),
        unsubscribeToken: opened.secret,
      });
    if (opened?.target) return this.webhooks.send(delivery, opened.target, opened.secret);
    const pause = `The key of this ${channel.kind} channel is lost. Delete it and add it again.`;
    return { is: 'failed', answer: 'Nothing was sent: the key of this channel is lost.', pause };
  }

  private async claim(most: number): Promise<Claim[]> {
    if (most <= 0) return [];
    const { id, channelId, kind, dueAt, state, leaseUntil } = noticeDeliveries;
    const now = sql`shingle_now()`;
    const isFree = or(isNull(leaseUntil), lte(leaseUntil, now));
    const other = alias(noticeDeliveries, 'other');
    const isBusy = exists(
      this.database.orm
        .select({ one: sql`1` })
        .from(other)
        // What is being sent is due when its lease ends: so the index of what is due has it.
        .where(and(eq(other.channelId, channelId), eq(other.state, 'sending'), gt(other.dueAt, now))),
    );
    const isDue = and(lte(dueAt, now), inArray(state, ['waiting', 'sending']), isFree);
    const next = await this.database.orm
      .selectDistinctOn([channelId], { id })
      .from(noticeDeliveries)
      .innerJoin(noticeChannels, eq(noticeChannels.id, channelId))
      .innerJoin(users, eq(users.uid, noticeDeliveries.workspaceId))
      .where(
        and(
          isDue,
          not(isBusy),
          this.mail.canMail ? undefined : eq(noticeChannels.kind, 'webhook'),
          or(eq(kind, 'test'), eq(noticeChannels.isOn, true)),
          eq(users.isActive, true),
        ),
      )
      .orderBy(asc(channelId), asc(dueAt))
      .limit(most);
    if (next.length === 0) return [];
    const claimed = await this.database.orm
      .update(noticeDeliveries)
      .set({
        state: 'sending',
        attempt: sql`${noticeDeliveries.attempt} + 1`,
        leaseUntil: LEASE,
        dueAt: LEASE,
      })
      .where(
        and(
          inArray(
            id,
            next.map((row) => row.id),
          ),
          isDue,
        ),
      )
      .returning();
    const channels = await this.database.orm
      .select()
      .from(noticeChannels)
      .where(
        inArray(
          noticeChannels.id,
          claimed.map((row) => row.channelId),
        ),
      );
    return claimed.flatMap((delivery) => {
      const channel = channels.find((row) => row.id === delivery.channelId);
      return channel ? { delivery, channel } : [];
    });
  }

  /** Notes the outcome, unless the claim is over. */
  private async finish({ delivery, channel }: Claim, outcome: DeliveryOutcome): Promise<void> {
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

const isStill = ({ id, attempt }: DeliveryRow) =>
  and(
    eq(noticeDeliveries.id, id),
    eq(noticeDeliveries.attempt, attempt),
    eq(noticeDeliveries.state, 'sending'),
  );

interface Verdict {
  state: 'delivered' | 'failed' | 'waiting';
  answer: string;
  /** In how many seconds it is tried again; left out: not by itself. */
  againInS?: number;
  /** Why the channel is to send nothing more. */
  pause?: string;
}

/** What an outcome means for a delivery, and for its channel as it is now. */
function verdictOf({ kind, attempt }: DeliveryRow, channel: ChannelRow, outcome: DeliveryOutcome): Verdict {
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

/** When a message is tried again. Email waits for the end of the quiet hours, unless it is urgent. */
async function nextTry(
  tx: Orm,
  { kind, content }: DeliveryRow,
  { id, workspaceId }: ChannelRow,
  seconds: number,
): Promise<Date> {
  const at = new Date((await nowOf(tx)).getTime() + seconds * 1000);
  const listener = (await listenersOf(tx, [workspaceId])).find(({ channel }) => channel.id === id);
  const isDelayed = listener?.channel.kind === 'email' && !isUrgent(kind, content);
  return isDelayed ? afterQuietHours(at, listener.quietHours, listener.timeZone) : at;
}
