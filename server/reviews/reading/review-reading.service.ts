import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ConnectionsService } from '../../business-profile/connection/connections.service.js';
import { GoogleApis } from '../../business-profile/connection/google-apis.js';
import { REVIEWED_AT_ONCE } from '../../business-profile/google/google-reviews.js';
import { Clock } from '../../config/clock.js';
import { MINUTE_MS, HOUR_MS } from '../../config/durations.js';
import { Env } from '../../config/env.js';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import { isUnstorable, rootOf } from '../../errors/database-errors.js';
import { untilAborted } from '../../jobs/bounded-wait.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import { Jobs, type RunningJob } from '../../jobs/job-engine.js';
import { isRefused, ReviewReader } from './review-reader.js';
import { type ReviewedLocation, ReviewSchedule } from './review-schedule.js';

/** A location is read whole at least once in so long, and not all of them at the same time. */
const WHOLE_EVERY_MS = 24 * HOUR_MS;
const WHOLE_SPREAD_MS = 4 * HOUR_MS;

/** How long after a failure a location is tried again. */
const AFTER_TROUBLE_MS = 15 * MINUTE_MS;
/** The same when others had the project's quota. */
const AFTER_BUSY_MS = 2 * MINUTE_MS;

/** Errors that end every reading of an owner, not only that of one location. */
const OF_OWNER: readonly ErrorCode[] = [
  'google/reconnect',
  'google/no-quota',
  'google/busy',
  'connect/held',
  'connect/not-connected',
];
/** After so many failed locations in a row, the fault is not one location’s. */
const MOST_FAILURES = 3;

/** How many locations are read whole at the same time, and before news are looked for again. */
const AT_ONCE = 4;
const GROUP = 40;

/** How often this process looks for due readings, and for reviews that may no longer be kept. */
const SWEEP_EVERY_MS = MINUTE_MS;
const DROP_EVERY_MS = HOUR_MS;

/** Keeps the copy of connected workspaces' reviews up to date. The rows of `review_readings` decide; a job does the work. */
@Injectable()
export class ReviewReadingService implements OnModuleInit {
  private readonly logger = new Logger('Reviews');

  constructor(
    private readonly connections: ConnectionsService,
    private readonly apis: GoogleApis,
    private readonly schedule: ReviewSchedule,
    private readonly reader: ReviewReader,
    private readonly jobs: Jobs,
    private readonly intervalTasks: IntervalTasks,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.work('review-reading', (job) => this.run(job));
    this.intervalTasks.repeat('Looking for due readings of reviews', SWEEP_EVERY_MS, () => this.beginDue());
    this.intervalTasks.repeat('Dropping old reviews', DROP_EVERY_MS, () => this.dropOld());
    this.apis.whenOpened(async (api) => {
      if (api !== 'v4') return;
      await this.schedule.bringForward(this.later(AFTER_TROUBLE_MS), this.clock.now());
      await this.beginDue();
    });
    this.connections.whenDisconnected((owner) => this.schedule.forget(owner));
  }

  /** Begins the readings that are due. */
  async beginDue(): Promise<void> {
    for (const owner of await this.schedule.dueOwners(this.clock.now())) await this.begin(owner);
  }

  /** Begins the due readings of an owner, unless they are under way. */
  async begin({ workspaceId, subject }: GoogleOwner): Promise<void> {
    await this.jobs.send('review-reading', { workspaceId, subject }, { key: `${workspaceId} ${subject}` });
    this.jobs.wake('review-reading');
  }

  /** Drops the reviews that may no longer be kept. */
  async dropOld(): Promise<void> {
    const dropped = await this.schedule.dropOld(this.clock.now());
    if (dropped > 0) this.logger.log({ event: 'reviews.dropped', reviews: dropped });
  }

  private run({ payload, signal }: RunningJob<'review-reading'>): Promise<void> {
    const { workspaceId, subject } = payload;
    return this.readDue({ workspaceId, subject }, signal);
  }

  /** Makes the due readings of an owner, news before the rest. A failed one is due again later. */
  async readDue(owner: GoogleOwner, signal: AbortSignal): Promise<void> {
    const connection = await this.connections.find(owner.workspaceId);
    if (connection?.subject !== owner.subject) return this.schedule.forget(owner);
    if (connection.state !== 'connected') return this.schedule.postpone(owner, this.later(AFTER_TROUBLE_MS));
    const started = performance.now();
    const read = { whole: 0, news: 0 };
    await this.schedule.follow(owner, this.clock.now());
    try {
      for (;;) {
        const news = await this.readNews(owner, signal);
        const whole = await this.readWhole(owner, signal);
        read.news += news;
        read.whole += whole;
        if (news + whole === 0) break;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ event: 'reviews.not_read', reason: error.code });
      await this.schedule.postpone(
        owner,
        this.later(error.code === 'google/busy' ? AFTER_BUSY_MS : AFTER_TROUBLE_MS),
      );
    }
    const ms = Math.round(performance.now() - started);
    this.logger.log({ event: 'reviews.read', whole: read.whole, news: read.news, ms });
  }

  /** Asks a group of locations for news. @returns how many locations it was */
  private async readNews(owner: GoogleOwner, signal: AbortSignal): Promise<number> {
    const now = this.clock.now();
    const locations = await this.schedule.dueNews(owner, now, REVIEWED_AT_ONCE);
    if (locations.length === 0) return 0;
    const unread = await this.reader.readNews(owner, locations, signal);
    const ids = locations.map(({ locationId }) => locationId);
    await this.schedule.noteNews(owner, ids, now, this.nextNews());
    for (const { locationId } of unread) await this.schedule.wantWhole(owner, locationId, now);
    return locations.length;
  }

  /** Reads some locations whole. @returns how many locations it was */
  private async readWhole(owner: GoogleOwner, signal: AbortSignal): Promise<number> {
    const locations = await this.schedule.dueWhole(owner, this.clock.now(), GROUP);
    let failures = 0;
    for (let first = 0; first < locations.length; first += AT_ONCE) {
      const group = locations.slice(first, first + AT_ONCE);
      const errors = await untilAborted(
        Promise.all(group.map((location) => this.readOne(owner, location, signal))),
        signal,
      );
      for (const error of errors) {
        failures = error ? failures + 1 : 0;
        if (error && (failures >= MOST_FAILURES || OF_OWNER.includes(error.code as ErrorCode))) throw error;
      }
    }
    return locations.length;
  }

  /** Reads a location whole, and notes how that went. @returns why it failed */
  private async readOne(
    owner: GoogleOwner,
    location: ReviewedLocation,
    signal: AbortSignal,
  ): Promise<AppError | undefined> {
    const { locationId } = location;
    const now = this.clock.now();
    try {
      const read = await this.reader.readWhole(owner, location, signal);
      const due = {
        wholeDueAt: read?.isComplete === false ? now : this.nextWhole(),
        newsDueAt: this.nextNews(),
      };
      if (read) await this.schedule.noteWhole(owner, locationId, read, due);
      return undefined;
    } catch (fault) {
      // One odd location stops no other.
      const error = isUnstorable(fault) ? this.noteFault(locationId, fault) : fault;
      if (!(error instanceof AppError)) throw error;
      const code = error.code as ErrorCode;
      if (OF_OWNER.includes(code)) return error;
      if (code === 'google/unverified')
        await this.schedule.noteNoVoice(owner, locationId, now, this.nextWhole());
      else await this.schedule.noteFailure(owner, locationId, code, now, this.later(AFTER_TROUBLE_MS));
      return isRefused(error) || code === 'google/unreadable' ? undefined : error;
    }
  }

  private noteFault(location: string, fault: unknown): AppError {
    if (fault instanceof AppError) return fault;
    const { code, name } = rootOf(fault) as { code?: unknown; name?: unknown };
    this.logger.error({ event: 'reviews.not_stored', location, reason: String(code ?? name) });
    return AppError.of('google/unreadable', fault);
  }

  private nextWhole(): Date {
    return this.later(WHOLE_EVERY_MS - Math.random() * WHOLE_SPREAD_MS);
  }

  private nextNews(): Date {
    return this.later(this.env.READ_REVIEWS_EVERY_MINUTES * MINUTE_MS);
  }

  private later(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }
}
