import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ConnectionsService } from '../business-profile/connection/connections.service.js';
import { FiguresRetention } from '../business-profile/google/figures-retention.js';
import { FiguresRepository, type ReadingRow } from '../business-profile/google/figures.repository.js';
import type { GoogleTurn } from '../business-profile/google/google-calls.js';
import { CORRECTED_DAYS, LocationFigures } from '../business-profile/google/location-figures.js';
import { Clock } from '../config/clock.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';

/** How often locations that are due are looked for. */
const LOOK_EVERY_MS = 20_000;
/** For how long one look goes on, so that the next can take up new locations. */
const LOOK_FOR_MS = 40_000;
/** How many locations one process reads at once: as many as a mirror’s import. */
const AT_ONCE = 4;
/** How many are claimed together; a claim holds long enough for all of them. */
const CLAIMED = 8;

/** Lowest priority: no save, post or view waits for it. */
const TURN: GoogleTurn = { priority: 'mirror', withinMs: 20_000 };

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** For how long Google’s content may be kept without asking again. */
const KEPT_DAYS = 30;

/** Errors that concern all of an owner’s locations. They wait for an hour. */
const OF_OWNER: ErrorCode[] = [
  'google/reconnect',
  'connect/held',
  'google/no-quota',
  'connect/not-connected',
];

/**
 * Reads the figures of connected owners’ locations: each once a day, at its own minute, and its search words about every
 * second day. `metric_readings` alone says what is due.
 */
@Injectable()
export class FiguresDispatcher implements OnModuleInit {
  private readonly logger = new Logger('Figures');

  constructor(
    private readonly intervalTasks: IntervalTasks,
    private readonly connections: ConnectionsService,
    private readonly figures: FiguresRepository,
    private readonly retention: FiguresRetention,
    private readonly reader: LocationFigures,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Reading figures', LOOK_EVERY_MS, (stopping) => this.dispatch(stopping));
    this.intervalTasks.repeat('Dropping old figures', HOUR_MS, () => this.dropOld());
    this.connections.whenDisconnected((owner) => this.retention.forget(owner));
  }

  /**
   * Takes up new locations, drops those that are gone, and reads what is due. Once `stopping` is aborted it reads no more
   * and gives back what it has claimed.
   */
  async dispatch(stopping: AbortSignal = new AbortController().signal): Promise<void> {
    const began = performance.now();
    await this.figures.addNew(this.clock.now());
    const gone = await this.retention.dropGone();
    if (gone > 0) this.logger.log({ event: 'figures.dropped', locations: gone, reason: 'no longer listed' });
    const counts = { read: 0, failed: 0 };
    let isGoingOn = true;
    while (isGoingOn && !stopping.aborted && performance.now() - began < LOOK_FOR_MS) {
      const claimed = await this.figures.claimDue(this.clock.now(), CLAIMED);
      isGoingOn = claimed.length > 0;
      const workers = Array.from({ length: AT_ONCE }, async () => {
        for (let row = claimed.shift(); row; row = claimed.shift())
          if (stopping.aborted) await this.figures.end(row, {});
          else if (!(await this.read(row, counts, stopping))) isGoingOn = false;
      });
      await Promise.all(workers);
    }
    const ms = Math.round(performance.now() - began);
    if (counts.read + counts.failed > 0) this.logger.log({ event: 'figures.read', ...counts, ms });
  }

  /** Drops what Google has not said again for 30 days. */
  async dropOld(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    const dropped = await this.retention.dropOld(before, CORRECTED_DAYS);
    if (dropped > 0)
      this.logger.log({ event: 'figures.dropped', locations: dropped, reason: 'not read again' });
  }

  /** How many locations are read, and how many of them have been due for a day. */
  count(): Promise<{ locations: number; late: number }> {
    return this.figures.count(new Date(this.clock.now().getTime() - DAY_MS));
  }

  /** False when Google’s quota has nothing left for this, and when the process stops. */
  private async read(
    row: ReadingRow,
    counts: { read: number; failed: number },
    stopping: AbortSignal,
  ): Promise<boolean> {
    try {
      await this.reader.readClaimed(row, { ...TURN, signal: stopping });
      counts.read += 1;
      return true;
    } catch (error) {
      if (stopping.aborted) return false;
      if (!(error instanceof AppError)) throw error;
      counts.failed += 1;
      const code = error.code as ErrorCode;
      if (OF_OWNER.includes(code))
        await this.figures.postpone(row, new Date(this.clock.now().getTime() + HOUR_MS), code);
      return code !== 'google/busy';
    }
  }
}
