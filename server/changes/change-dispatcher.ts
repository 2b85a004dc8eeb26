import { Injectable, type OnModuleInit } from '@nestjs/common';
import { and, count, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { ConnectionsService } from '../business-profile/connection/connections.service.js';
import type { WhyUnsent } from '../business-profile/changes/change-failures.js';
import { ProfileChanger } from '../business-profile/google/profile-changer.js';
import { ChangeLedger } from '../business-profile/changes/change-ledger.js';
import { PlannedChanges } from '../business-profile/changes/planned-changes.js';
import { LocationTurns } from '../business-profile/changes/location-turns.js';
import { Clock } from '../config/clock.js';
import { HOUR_MS, DAY_MS } from '../config/durations.js';
import { Env } from '../config/env.js';
import { Database } from '../database/database.js';
import {
  changeSets,
  googleEdits,
  changeLines,
  locationChanges,
  type LocationChangeRow,
} from '../database/changes.schema.js';
import { lockEvents } from '../database/locks.schema.js';
import { DueWork } from '../jobs/due-work.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';

/** How often changes that are due are read. */
const READ_EVERY_MS = 1_000;
/** How many changes one process works on at once: Google's quota does not allow more in the time of one. */
const AT_ONCE = 4;
const CLEAN_UP_EVERY_MS = HOUR_MS;
/** How long a value that only Google or the public set is kept after it was last seen. */
const GOOGLES_VALUES_KEPT_DAYS = 30;

const DISCONNECTED: Readonly<WhyUnsent> = Object.freeze({
  unsent: 'The Google account was disconnected before this was sent.',
  inDoubt:
    'We don’t know whether Google accepted this change: the Google account was disconnected before we could check.',
});

/**
 * Works through the changes that wait, and those whose outcome a process that died left open: `profile_saves.next_step_at`
 * alone says when. It also deletes old changes.
 */
@Injectable()
export class ChangeDispatcher implements OnModuleInit {
  readonly work;

  constructor(
    dueWork: DueWork,
    private readonly intervalTasks: IntervalTasks,
    private readonly connections: ConnectionsService,
    private readonly ledger: ChangeLedger,
    private readonly planned: PlannedChanges,
    private readonly turns: LocationTurns,
    private readonly changer: ProfileChanger,
    private readonly database: Database,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {
    this.work = dueWork.add({
      name: 'changes of profiles',
      everyMs: READ_EVERY_MS,
      read: () => this.ledger.due(),
      limits: { send: () => AT_ONCE },
      step: ({ id }) => this.changer.step(id),
    });
  }

  onModuleInit(): void {
    this.intervalTasks.repeat('Dropping old changes', CLEAN_UP_EVERY_MS, () => this.cleanUp());
    this.connections.whenDisconnected((owner) => this.planned.abandon(owner, DISCONNECTED, this.clock.now()));
  }

  /** How many changes are not over, by state; `saved`: one more look is due. */
  async countOpen(): Promise<{ state: LocationChangeRow['state']; count: number }[]> {
    const { state, nextStepAt } = locationChanges;
    return this.database.orm
      .select({ state, count: count() })
      .from(locationChanges)
      .where(isNotNull(nextStepAt))
      .groupBy(state);
  }

  /** Deletes changes that are older than `CHANGES_KEPT_MONTHS`, and values of Google that were not accepted. */
  async cleanUp(): Promise<void> {
    const now = this.clock.now();
    const end = new Date(now);
    end.setUTCMonth(end.getUTCMonth() - this.env.CHANGES_KEPT_MONTHS);
    await this.database.orm.delete(changeLines).where(lt(changeLines.at, end));
    await this.database.orm.delete(changeSets).where(lt(changeSets.createdAt, end));
    await this.database.orm.delete(lockEvents).where(lt(lockEvents.at, end));
    await this.database.orm
      .delete(googleEdits)
      .where(
        and(lt(googleEdits.lastSeenAt, end), inArray(googleEdits.state, ['REJECTED', 'GONE', 'ACCEPTED'])),
      );
    const dropBefore = new Date(now.getTime() - GOOGLES_VALUES_KEPT_DAYS * DAY_MS);
    await this.dropGooglesValues(dropBefore);
    await this.turns.dropOver();
  }

  private async dropGooglesValues(before: Date): Promise<void> {
    const { orm } = this.database;
    await orm
      .update(googleEdits)
      .set({ publicValue: null })
      .where(and(lt(googleEdits.lastSeenAt, before), inArray(googleEdits.state, ['REJECTED', 'GONE'])));
    const stillThere = orm
      .select({ one: sql`1` })
      .from(googleEdits)
      .where(
        and(
          eq(googleEdits.workspaceId, changeLines.workspaceId),
          eq(googleEdits.subject, changeLines.subject),
          eq(googleEdits.locationId, changeLines.locationId),
          eq(googleEdits.field, changeLines.field),
          or(inArray(googleEdits.state, ['OPEN', 'ACCEPTED']), isNull(googleEdits.clearedAt)),
        ),
      );
    await orm
      .update(changeLines)
      .set({ before: null, after: null, areValuesDropped: true })
      .where(
        and(
          lt(changeLines.at, before),
          eq(changeLines.view, 'public'),
          eq(changeLines.areValuesDropped, false),
          notExists(stillThere),
        ),
      );
  }
}
