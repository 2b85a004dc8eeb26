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
  profileChanges,
  profileSaves,
  type SaveRow,
} from '../database/changes.schema.js';
import { DueWork } from '../jobs/due-work.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';

/** How often saves that are due are read. */
const READ_EVERY_MS = 1_000;
/** How many saves one process works on at once: Google's quota allows no more in the time that one takes. */
const AT_ONCE = 4;
const CLEAN_UP_EVERY_MS = HOUR_MS;
/** For how long values are kept that only Google or the public set, after they were last seen. */
const GOOGLES_VALUES_KEPT_DAYS = 30;

const DISCONNECTED: Readonly<WhyUnsent> = Object.freeze({
  unsent: 'The Google account was disconnected before this was sent.',
  inDoubt:
    'It isn’t known whether Google took this change: the Google account was disconnected before that was found out.',
});

/**
 * Works through the saves that wait, and those whose outcome a process that died left open: `profile_saves.next_step_at`
 * alone says when. It drops what the record keeps no longer.
 */
@Injectable()
export class ChangeDispatcher implements OnModuleInit {
  readonly work;

  constructor(
    dueWork: DueWork,
    private readonly intervalTasks: IntervalTasks,
    private readonly connections: ConnectionsService,
    private readonly ledger: ChangeLedger,
    private readonly saves: PlannedChanges,
    private readonly turns: LocationTurns,
    private readonly saver: ProfileChanger,
    private readonly database: Database,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {
    this.work = dueWork.add({
      name: 'changes of profiles',
      everyMs: READ_EVERY_MS,
      read: () => this.ledger.due(),
      limits: { send: () => AT_ONCE },
      step: ({ id }) => this.saver.step(id),
    });
  }

  onModuleInit(): void {
    this.intervalTasks.repeat('Dropping old changes', CLEAN_UP_EVERY_MS, () => this.cleanUp());
    this.connections.whenDisconnected((owner) => this.saves.abandon(owner, DISCONNECTED, this.clock.now()));
  }

  /** How many saves are not over, by state; `saved`: to be looked at once more. */
  async countOpen(): Promise<{ state: SaveRow['state']; count: number }[]> {
    const { state, nextStepAt } = profileSaves;
    return this.database.orm
      .select({ state, count: count() })
      .from(profileSaves)
      .where(isNotNull(nextStepAt))
      .groupBy(state);
  }

  /** Drops what is older than the record keeps, and values of Google that were not accepted. */
  async cleanUp(): Promise<void> {
    const now = this.clock.now();
    const end = new Date(now);
    end.setUTCMonth(end.getUTCMonth() - this.env.CHANGES_KEPT_MONTHS);
    await this.database.orm.delete(profileChanges).where(lt(profileChanges.at, end));
    await this.database.orm.delete(changeSets).where(lt(changeSets.createdAt, end));
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
          eq(googleEdits.workspaceId, profileChanges.workspaceId),
          eq(googleEdits.subject, profileChanges.subject),
          eq(googleEdits.locationId, profileChanges.locationId),
          eq(googleEdits.field, profileChanges.field),
          or(inArray(googleEdits.state, ['OPEN', 'ACCEPTED']), isNull(googleEdits.clearedAt)),
        ),
      );
    await orm
      .update(profileChanges)
      .set({ before: null, after: null, areValuesDropped: true })
      .where(
        and(
          lt(profileChanges.at, before),
          eq(profileChanges.view, 'public'),
          eq(profileChanges.areValuesDropped, false),
          notExists(stillThere),
        ),
      );
  }
}
