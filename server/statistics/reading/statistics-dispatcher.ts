import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { GoogleApis } from '../../business-profile/connection/google-apis.js';
import { ConnectionsService } from '../../business-profile/connection/connections.service.js';
import { HOUR_MS, DAY_MS } from '../../config/durations.js';
import { StatisticsRetention } from './statistics-retention.js';
import { StatisticsReadingsRepository, type ReadingRow } from './statistics-readings.repository.js';
import type { GoogleTurn } from '../../business-profile/calls/google-calls.js';
import { CORRECTED_DAYS, StatisticsReader } from './statistics-reader.js';
import { Clock } from '../../config/clock.js';
import { AppError, type ErrorCode } from '../../errors/app-error.js';
import { DueWork } from '../../jobs/due-work.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';

/** How often locations that are due are read from the database. */
const READ_EVERY_MS = 20_000;
/** How often new locations are added, and those dropped that are gone. */
const TAKE_UP_EVERY_MS = 20_000;
/** How many locations one process reads at once: as many as a mirror’s import. */
const AT_ONCE = 4;

/** Lowest priority: no save, post or view waits for it. */
const TURN: GoogleTurn = { priority: 'mirror', withinMs: 20_000 };

/** For how long Google’s content may be kept without asking again. */
const KEPT_DAYS = 30;

/** Errors that concern all of an owner’s locations, which then wait for an hour. */
const OF_OWNER: ErrorCode[] = [
  'google/reconnect',
  'connect/held',
  'google/no-quota',
  'connect/not-connected',
];

/**
 * Reads the statistics of connected owners’ locations: each once a day, at its own minute, and its search words about every
 * second day. `metric_readings` alone says what is due.
 */
@Injectable()
export class StatisticsDispatcher implements OnModuleInit {
  private readonly logger = new Logger('Figures');
  readonly work;

  constructor(
    private readonly dueWork: DueWork,
    private readonly intervalTasks: IntervalTasks,
    private readonly connections: ConnectionsService,
    private readonly apis: GoogleApis,
    private readonly readings: StatisticsReadingsRepository,
    private readonly retention: StatisticsRetention,
    private readonly reader: StatisticsReader,
    private readonly clock: Clock,
  ) {
    this.work = dueWork.add({
      name: 'figures',
      everyMs: READ_EVERY_MS,
      read: () => this.readings.due(this.clock.now()),
      limits: { read: () => AT_ONCE },
      step: ({ id }) => this.step(id),
    });
  }

  onModuleInit(): void {
    this.intervalTasks.repeat('Taking up locations for figures', TAKE_UP_EVERY_MS, () => this.takeUp());
    this.intervalTasks.repeat('Dropping old figures', HOUR_MS, () => this.dropOld());
    this.apis.whenOpened(async (api) => {
      if (api === 'performance') await this.readings.openedNow(this.clock.now());
    });
    this.connections.whenDisconnected((owner) => this.retention.forget(owner));
  }

  /** Adds new locations, has them read soon, and drops those that are gone. */
  async takeUp(): Promise<void> {
    const added = await this.readings.addNew(this.clock.now());
    if (added > 0) this.work.lookSoon();
    const gone = await this.retention.dropGone();
    if (gone > 0) this.logger.log({ event: 'figures.dropped', locations: gone, reason: 'no longer listed' });
  }

  /** Drops numbers that Google has not confirmed for 30 days. */
  async dropOld(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    const dropped = await this.retention.dropOld(before, CORRECTED_DAYS);
    if (dropped > 0)
      this.logger.log({ event: 'figures.dropped', locations: dropped, reason: 'not read again' });
  }

  /** How many locations are read, and how many of them have been due for a day. */
  count(): Promise<{ locations: number; late: number }> {
    return this.readings.count(new Date(this.clock.now().getTime() - DAY_MS));
  }

  /** Reads one location. False when Google’s quota is used up for this: then all wait for the next look. */
  private async step(id: string): Promise<boolean> {
    const row = await this.readings.claimDue(id, this.clock.now());
    if (!row) return false;
    const began = performance.now();
    const code = await this.read(row);
    const { locationId: location } = row;
    const ms = Math.round(performance.now() - began);
    this.logger.log({ event: 'figures.read', location, outcome: code ?? 'read', ms });
    return code !== 'google/busy';
  }

  /** @returns why it could not be read; undefined when it was */
  private async read(row: ReadingRow): Promise<ErrorCode | undefined> {
    try {
      await this.reader.readClaimed(row, { ...TURN, signal: this.dueWork.stopping });
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const code = error.code as ErrorCode;
      if (OF_OWNER.includes(code))
        await this.readings.postpone(row, new Date(this.clock.now().getTime() + HOUR_MS), code);
      return code;
    }
  }
}
