import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { NOW } from '../../database/database-clock.js';
import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { HOUR_MS } from '../../config/durations.js';
import { Database } from '../../database/database.js';
import { noticeDeliveries, notices } from '../../database/notices.schema.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';

const CLEAN_UP_EVERY_MS = HOUR_MS;
/** For how long notices and ended deliveries are kept. */
const KEPT_BEFORE = sql`${NOW} - interval '90 days'`;
/** For how long tests are kept. */
const TESTS_KEPT_BEFORE = sql`${NOW} - interval '7 days'`;
/** Rows of one statement. */
const BATCH = 1000;

/** Drops old notices with their events, and old deliveries that have ended. */
@Injectable()
export class NoticeRetention implements OnModuleInit {
  private readonly logger = new Logger('Notices');

  constructor(
    private readonly database: Database,
    private readonly intervalTasks: IntervalTasks,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Dropping old notices', CLEAN_UP_EVERY_MS, () => this.cleanUp());
  }

  async cleanUp(): Promise<void> {
    const dropped = {
      notices: await this.drop(notices, and(lt(notices.lastAt, KEPT_BEFORE), isNull(notices.deliverAt))),
      deliveries: await this.drop(noticeDeliveries, lt(noticeDeliveries.endedAt, KEPT_BEFORE)),
      tests: await this.drop(
        noticeDeliveries,
        and(eq(noticeDeliveries.kind, 'test'), lt(noticeDeliveries.endedAt, TESTS_KEPT_BEFORE)),
      ),
    };
    if (dropped.notices + dropped.deliveries + dropped.tests > 0)
      this.logger.log({ event: 'notices.dropped', ...dropped });
  }

  private async drop(
    table: typeof notices | typeof noticeDeliveries,
    isOld: SQL | undefined,
  ): Promise<number> {
    const { orm } = this.database;
    const old = orm.select({ id: table.id }).from(table).where(isOld).limit(BATCH);
    let dropped = 0;
    for (let count = BATCH; count === BATCH; dropped += count)
      count = (await orm.delete(table).where(inArray(table.id, old)).returning({ id: table.id })).length;
    return dropped;
  }
}
