import { Injectable, Logger } from '@nestjs/common';
import { and, count, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { noteLockEvents } from '../business-profile/changes/lock-events.js';
import { fieldsUnderReview, type PutBack, putBacksOf } from '../business-profile/changes/locked-fields.js';
import { type PlannedLocation, PlannedChanges, SLICE } from '../business-profile/changes/planned-changes.js';
import type { RawLocation } from '../business-profile/changes/raw-location.js';
import { MirrorRepository } from '../business-profile/mirror/mirror.repository.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import type { ProfileField } from '../business-profile/translation/profile-fields.js';
import { Clock } from '../config/clock.js';
import { MINUTE_MS } from '../config/durations.js';
import { type GoogleEditRow, googleEdits } from '../database/changes.schema.js';
import { inMs, NOW } from '../database/database-clock.js';
import { Database, type Orm } from '../database/database.js';
import { lockedFields, type LockedFieldRow } from '../database/locks.schema.js';
import { rootOf } from '../errors/database-errors.js';
import { type DueTask, DueWork } from '../jobs/due-work.js';
import { noteEvents } from '../notices/events/outbox.js';
import { type LockStep, nextStepOf } from './lock-step.js';

const READ_EVERY_MS = 1_000;
/** How many slices one process looks at at once, each of another workspace. */
const AT_ONCE = 2;
/** How long until a lock looks again where another change, or a review of Google's, comes first. */
const LATER_MS = 10 * MINUTE_MS;
/** How long until it looks again at a field with which something is wrong. */
const AGAIN_MS = 10 * MINUTE_MS;

const REASON = 'Put back by a lock';

interface LockTask extends DueTask<'look'> {
  of: GoogleOwner;
}

/** A locked field, and what the lock does about it. */
interface Looked {
  row: LockedFieldRow;
  step: LockStep;
}

/**
 * Looks at locked fields whose edits of Google have opened, and plans that the owner's values are put back: at most a slice of
 * one workspace in one commit, as a set of changes of the kind `lock`. Whether it may is asked again in the transaction of each
 * intent (`changes/put-backs.ts`). What it may not put back waits for a person.
 */
@Injectable()
export class LockPlanner {
  private readonly logger = new Logger('Locks');
  readonly work;

  constructor(
    dueWork: DueWork,
    private readonly database: Database,
    private readonly planned: PlannedChanges,
    private readonly mirror: MirrorRepository,
    private readonly clock: Clock,
  ) {
    this.work = dueWork.add<'look', LockTask>({
      name: 'locks',
      everyMs: READ_EVERY_MS,
      read: () => this.due(),
      limits: { look: () => AT_ONCE },
      step: ({ of }) => this.step(of),
    });
  }

  /** Begins at once in this process; others begin within a second. */
  kick(): void {
    this.work.lookSoon();
  }

  /** How many locked fields are to be looked at, and how many wait for a person. */
  async countOpen(): Promise<{ state: 'due' | 'waiting'; count: number }[]> {
    const { nextStepAt, waits } = lockedFields;
    const state = sql<'due' | 'waiting'>`case when ${nextStepAt} is null then 'waiting' else 'due' end`;
    return this.database.orm
      .select({ state, count: count() })
      .from(lockedFields)
      .where(sql`${isNotNull(nextStepAt)} or ${isNotNull(waits)}`)
      .groupBy(sql`1`);
  }

  private async due(): Promise<LockTask[]> {
    const { workspaceId, subject, nextStepAt } = lockedFields;
    const rows = await this.database.orm
      .select({
        workspaceId,
        subject,
        dueAt: sql`extract(epoch from min(${nextStepAt})) * 1000`.mapWith(Number),
      })
      .from(lockedFields)
      .where(lte(nextStepAt, NOW))
      .groupBy(workspaceId, subject);
    return rows.map(({ dueAt, ...of }) => ({
      id: `${of.workspaceId} ${of.subject}`,
      owner: of.workspaceId,
      exclusiveKey: of.workspaceId,
      lane: 'look',
      dueAt,
      of,
    }));
  }

  /** Looks at the next slice of a workspace. @returns whether there may be more */
  private async step(owner: GoogleOwner): Promise<boolean> {
    const { id, locationId, nextStepAt } = lockedFields;
    // Of a location one field at a time: a set has each location once.
    const due = await this.database.orm
      .selectDistinctOn([locationId], { id, locationId })
      .from(lockedFields)
      .where(and(ownedBy(owner, lockedFields), lte(nextStepAt, NOW)))
      .orderBy(locationId, nextStepAt)
      .limit(SLICE);
    const places = await this.mirror.findManyRaw(
      owner,
      due.map((row) => row.locationId),
    );
    const ids = due.map((row) => row.id);
    try {
      return await this.look(owner, ids, places);
    } catch (error) {
      // One field with which something is wrong holds up no other one.
      this.logger.error({ event: 'locks.fault', reason: String(rootOf(error)) });
      for (const one of ids) await this.lookAlone(owner, one, places);
      return true;
    }
  }

  private async lookAlone(
    owner: GoogleOwner,
    id: string,
    places: ReadonlyMap<string, RawLocation>,
  ): Promise<void> {
    try {
      await this.look(owner, [id], places);
    } catch (error) {
      this.logger.error({ event: 'locks.put_off', lockedField: id, reason: String(rootOf(error)) });
      await this.database.orm
        .update(lockedFields)
        .set({ nextStepAt: inMs(AGAIN_MS) })
        .where(eq(lockedFields.id, id));
    }
  }

  /**
   * Looks at some fields in one transaction, which holds their rows: what opens in that time makes them due once more.
   * @returns whether it looked at any; another process may be looking at them
   */
  private async look(
    owner: GoogleOwner,
    ids: readonly string[],
    places: ReadonlyMap<string, RawLocation>,
  ): Promise<boolean> {
    if (ids.length === 0) return false;
    const now = this.clock.now();
    const counted = await this.database.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(lockedFields)
        .where(and(inArray(lockedFields.id, [...ids]), lte(lockedFields.nextStepAt, NOW)))
        .for('update', { skipLocked: true });
      if (rows.length === 0) return { fields: 0, putBack: 0, waiting: 0 };
      const { looked, putBacks } = await this.stepsOf(tx, owner, rows, places);
      const comeAgain = looked.flatMap(({ step }) => ('edit' in step ? [step.edit] : []));
      await noteComeAgain(tx, owner, comeAgain, putBacks);
      const putBack = looked.flatMap(({ step }) => (step.act === 'put_back' ? [step.edit] : []));
      await this.plan(tx, owner, putBack, places, now);
      await noteWaiting(tx, owner, looked, now);
      await settle(tx, looked);
      return {
        fields: rows.length,
        putBack: putBack.length,
        waiting: looked.filter(({ step }) => step.act === 'wait').length,
      };
    });
    if (counted.putBack + counted.waiting > 0) this.logger.log({ event: 'locks.looked', ...counted });
    return counted.fields > 0;
  }

  private async stepsOf(
    tx: Orm,
    owner: GoogleOwner,
    rows: readonly LockedFieldRow[],
    places: ReadonlyMap<string, RawLocation>,
  ): Promise<{ looked: Looked[]; putBacks: PutBack[] }> {
    const ids = rows.map(({ locationId }) => locationId);
    const edits = await tx
      .select()
      .from(googleEdits)
      .where(
        and(ownedBy(owner, googleEdits), inArray(googleEdits.locationId, ids), eq(googleEdits.state, 'OPEN')),
      );
    const underWay = await this.planned.underWay(tx, owner, ids);
    const underReview = await fieldsUnderReview(tx, owner, ids);
    const putBacks = await putBacksOf(tx, owner, ids);
    const looked = rows.map((row) => {
      const isSame = (other: { locationId: string; field: string }) =>
        other.locationId === row.locationId && other.field === row.field;
      const step = nextStepOf({
        edit: edits.find(isSame),
        isListed: places.has(row.locationId),
        isUnderWay: underWay.some(isSame),
        isUnderReview: underReview.some(isSame),
        putBacks,
      });
      return { row, step };
    });
    return { looked, putBacks };
  }

  /** Stores a set that sends the owner's values once more. */
  private async plan(
    tx: Orm,
    owner: GoogleOwner,
    edits: readonly GoogleEditRow[],
    places: ReadonlyMap<string, RawLocation>,
    now: Date,
  ): Promise<void> {
    if (edits.length === 0) return;
    const locations = edits.map(({ locationId, field, publicValue, ownerValue }): PlannedLocation => {
      const change = { field: field as ProfileField, before: publicValue, after: ownerValue };
      return { place: places.get(locationId)!, changes: [{ ...change, view: 'public' }] };
    });
    const set = { id: randomUUID(), kind: 'lock', actor: null, reason: REASON } as const;
    await this.planned.addSet(tx, owner, { ...set, locationsTotal: locations.length, createdAt: now });
    await this.planned.add(tx, owner, set.id, locations, now);
  }
}

/** Notes for how long what locks had put back was public. */
async function noteComeAgain(
  tx: Orm,
  owner: GoogleOwner,
  edits: readonly GoogleEditRow[],
  putBacks: readonly PutBack[],
): Promise<void> {
  const events = edits.flatMap((edit) => {
    const last = putBacks.findLast(
      ({ locationId, field, isAccepted }) =>
        isAccepted && locationId === edit.locationId && field === edit.field,
    );
    if (!last) return [];
    const heldSeconds = Math.max(0, Math.round((edit.lastSeenAt.getTime() - last.at.getTime()) / 1000));
    return [
      { of: edit, event: { kind: 'came_again' as const, cause: last.id, heldSeconds, at: edit.lastSeenAt } },
    ];
  });
  await noteLockEvents(tx, owner, events);
}

/** Notes what waits for a person, with a notice. A location that shows as closed has a notice already. */
async function noteWaiting(tx: Orm, owner: GoogleOwner, looked: readonly Looked[], at: Date): Promise<void> {
  const waiting = looked.flatMap(({ step }) => (step.act === 'wait' ? [step] : []));
  await noteLockEvents(
    tx,
    owner,
    waiting.map(({ edit, why }) => ({
      of: edit,
      event: {
        kind: why === 'closed' ? ('asked' as const) : ('waits' as const),
        cause: `${edit.id} ${edit.times}`,
        value: edit.ownerValue,
        at,
      },
    })),
  );
  await noteEvents(
    tx,
    waiting
      .filter(({ why }) => why !== 'closed')
      .map(({ edit: { id, times, locationId, locationName, storeCode, field }, why }) => ({
        workspaceId: owner.workspaceId,
        kind: 'lock_waits',
        key: `lock_waits ${id} ${times} ${why}`,
        cause: why,
        subject: { locationId, locationName, storeCode, field },
        at,
      })),
  );
}

/** Notes what each field waits for, and when it is looked at next. */
async function settle(tx: Orm, looked: readonly Looked[]): Promise<void> {
  const given = looked.map(({ row: { id }, step }) => ({
    id,
    waits: step.act === 'wait' ? step.why : null,
    waits_with: step.act === 'wait' ? step.edit.id : null,
    waits_since: step.act === 'wait' ? step.edit.lastSeenAt : null,
    is_later: step.act === 'later',
  }));
  await tx.execute(sql`
    update ${lockedFields} set waits = given.waits, waits_with = given.waits_with, waits_since = given.waits_since,
      next_step_at = case when given.is_later then ${inMs(LATER_MS)} end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(id uuid, waits text, waits_with uuid, waits_since timestamptz, is_later boolean)
    where ${lockedFields.id} = given.id`);
}
