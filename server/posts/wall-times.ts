import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { Clock } from '../config/clock.js';
import { MINUTE_MS, HOUR_MS } from '../config/durations.js';
import { fromWallText, instantAt, toWallText } from '../config/wall-time.js';
import { Database, type Orm } from '../database/database.js';
import { posts } from '../database/schema.js';
import { zoneData } from '../database/zones.schema.js';
import { isUnclaimed } from '../jobs/claims.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { noteEvents } from '../notices/events/outbox.js';

const CHECK_EVERY_MS = HOUR_MS;
/** How many posts are checked in one transaction: a few milliseconds of computing. */
const PART = 200;
/** The version of this server's time zone data, such as `2026c`. */
const OWN_VERSION = process.versions.tz ?? '';

type WaitingPost = Pick<
  typeof posts.$inferSelect,
  | 'id'
  | 'workspaceId'
  | 'locationId'
  | 'locationName'
  | 'storeCode'
  | 'publishAt'
  | 'timeZone'
  | 'wallTime'
  | 'version'
  | 'nextStepAt'
>;

/**
 * Keeps the time of day that was promised for a post when the rules of its time zone change: its instant is computed anew,
 * and its owner learns of it. A server whose time zone data are older than another's leaves that to the other.
 */
@Injectable()
export class WallTimes implements OnModuleInit {
  private readonly logger = new Logger('WallTimes');
  /** How many posts this process has given another instant since it started. */
  moved = 0;

  constructor(
    private readonly database: Database,
    private readonly intervalTasks: IntervalTasks,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Keeping times of day', CHECK_EVERY_MS, () => this.check());
  }

  /** Checks all posts that wait for their time. A post that is being sent or changed meanwhile is checked the next time. */
  async check(): Promise<void> {
    if (!(await this.isNewest())) return;
    let moved = 0;
    for (let last: WaitingPost | undefined; ;) {
      const part = await this.nextPart(last);
      moved += await this.database.transaction((tx) => this.checkPart(tx, part));
      last = part.at(-1);
      if (part.length < PART) break;
    }
    this.moved += moved;
    if (moved > 0) this.logger.warn({ event: 'posts.wall_times_kept', posts: moved, zoneData: OWN_VERSION });
  }

  /** Whether no server has newer data; then this is the newest from now on. */
  private async isNewest(): Promise<boolean> {
    await this.database.orm
      .insert(zoneData)
      .values({ version: OWN_VERSION })
      .onConflictDoUpdate({
        target: zoneData.id,
        set: { version: OWN_VERSION },
        setWhere: lt(zoneData.version, OWN_VERSION),
      });
    const [newest] = await this.database.orm.select().from(zoneData);
    return newest?.version === OWN_VERSION;
  }

  private nextPart(last: WaitingPost | undefined): Promise<WaitingPost[]> {
    const { id, workspaceId, publishAt, timeZone, wallTime, version, nextStepAt } = posts;
    const { locationId, locationName, storeCode } = posts;
    const isNext =
      last &&
      sql`(${nextStepAt}, ${id}) > (${last.nextStepAt?.toISOString()}::timestamptz, ${last.id}::uuid)`;
    return this.database.orm
      .select({
        id,
        workspaceId,
        locationId,
        locationName,
        storeCode,
        publishAt,
        timeZone,
        wallTime,
        version,
        nextStepAt,
      })
      .from(posts)
      .where(and(gt(nextStepAt, this.clock.now()), gt(publishAt, this.clock.now()), isNext))
      .orderBy(asc(nextStepAt), asc(id))
      .limit(PART);
  }

  /** How many of the posts go out at another instant from now on. */
  private async checkPart(tx: Orm, part: WaitingPost[]): Promise<number> {
    const moved: WaitingPost[] = [];
    for (const post of part) {
      const { publishAt, timeZone, wallTime } = post;
      const shown = toWallText(publishAt, timeZone);
      if (wallTime === null) await this.update(tx, post, { wallTime: shown });
      if (wallTime === null || wallTime === shown) continue;
      const seconds = publishAt.getTime() % MINUTE_MS;
      const kept = new Date(instantAt(fromWallText(wallTime), timeZone).getTime() + seconds);
      // A time that clocks are put forward over from now on never shows; it goes out as much later, and that is new once.
      const isMoved = kept.getTime() !== publishAt.getTime();
      if (isMoved && (await this.update(tx, post, { publishAt: kept, nextStepAt: kept }))) moved.push(post);
    }
    await noteEvents(
      tx,
      moved.map(({ id, workspaceId, locationId, locationName, storeCode, timeZone, publishAt }) => ({
        workspaceId,
        kind: 'zone_changed' as const,
        key: `zone_changed ${OWN_VERSION} ${id} ${publishAt.toISOString()}`,
        cause: timeZone,
        subject: { postId: id, locationId, locationName, storeCode },
        at: this.clock.now(),
      })),
    );
    return moved.length;
  }

  /** False when a process works on the post, or it has been changed. */
  private async update(
    tx: Orm,
    { id, version }: WaitingPost,
    change: Partial<typeof posts.$inferInsert>,
  ): Promise<boolean> {
    const rows = await tx
      .update(posts)
      .set(change.publishAt ? { ...change, version: version + 1, updatedAt: this.clock.now() } : change)
      .where(
        and(eq(posts.id, id), eq(posts.version, version), eq(posts.status, 'SCHEDULED'), isUnclaimed(posts)),
      )
      .returning({ id: posts.id });
    return rows.length > 0;
  }
}
