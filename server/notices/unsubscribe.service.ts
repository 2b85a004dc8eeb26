import { Injectable } from '@nestjs/common';
import { and, eq, inArray } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { Clock } from '../config/clock.js';
import { Database } from '../database/database.js';
import { noticeChannels, noticeDeliveries } from '../database/notices.schema.js';

/** Ends mail by the token of its links. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Switches the channel of this token off, and gives up what it was still to send. An unknown token changes nothing. */
  async unsubscribe(token: string): Promise<void> {
    const now = this.clock.now();
    await this.database.transaction(async (tx) => {
      const hash = createHash('sha256').update(token).digest('hex');
      const [channel] = await tx
        .update(noticeChannels)
        .set({ isOn: false, updatedAt: now })
        .where(and(eq(noticeChannels.unsubscribeHash, hash), eq(noticeChannels.isOn, true)))
        .returning({ id: noticeChannels.id });
      if (!channel) return;
      const answer = 'You unsubscribed before this was sent.';
      await tx
        .update(noticeDeliveries)
        .set({ state: 'failed', dueAt: null, leaseUntil: null, endedAt: now, answer })
        .where(
          and(
            eq(noticeDeliveries.channelId, channel.id),
            inArray(noticeDeliveries.state, ['waiting', 'sending']),
          ),
        );
    });
  }
}
