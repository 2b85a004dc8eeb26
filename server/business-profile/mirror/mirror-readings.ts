import { Injectable } from '@nestjs/common';
import { and, inArray, sql } from 'drizzle-orm';
import { Database, type Orm } from '../../database/database.js';
import { mirrorImports, mirrorLocations } from '../../database/mirror.schema.js';
import { noteEvents, type NoticeEvent } from '../../notices/events/outbox.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import type { VerificationState } from '../port/location.js';
import type { Observation } from '../changes/change-lines.js';
import { stateEvent } from '../changes/location-events.js';
import { noteObserved } from '../changes/observed-changes.js';
import { type ProfileField, type RawValue, withValues } from '../translation/profile-fields.js';
import {
  isBefore,
  noteSeen,
  noteBefore,
  changesJustAccepted,
  changesUnderWay,
} from '../changes/changes-at-google.js';
import { checkShape, SHAPES } from '../translation/google-shapes.js';
import type { GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';
import { isPlace } from './mirror.repository.js';
import { toMirrorRow } from './mirror-row.js';
import { locationKey } from './unreadable.js';

/** Google's answer about one location. */
export interface Reading {
  google: GoogleLocation;
  /** Undefined where Google did not say: the known state stays. */
  state?: VerificationState;
  /** What the public sees; undefined when Google was not asked. */
  updated?: GoogleUpdatedLocation;
}

/** When a reading began, in the order of all readings of its owner. */
export interface ReadingStart {
  no: number;
  at: Date;
}

type Row = typeof mirrorLocations.$inferSelect;

/** What is known of locations: the mirror's rows by the location's id, one for each account that shows it. */
type Known = Map<string, Row[]>;

/**
 * Replaces the copy of locations with Google's answers, and writes down the differences in the same transaction. Readings are
 * ordered without any clock. A reading is dropped if another one was stored after it began, or if a change of the location
 * is on its way, because the reading may show the state before the change. If it certainly does, Google's edits in it are
 * still written down. After a change that Google accepted, its answers may lag: for a while a reading without the change is
 * dropped as well.
 */
@Injectable()
export class MirrorReadings {
  constructor(private readonly database: Database) {}

  /** To be called before Google is asked. */
  async begin(owner: GoogleOwner, at: Date): Promise<ReadingStart> {
    return { no: await nextNumber(this.database.orm, owner), at };
  }

  /**
   * Stores a reading of one location that the mirror shows, under every account.
   * @returns whether it was stored, and not dropped
   */
  async storeOne(owner: GoogleOwner, reading: Reading, start: ReadingStart): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const no = await nextNumber(tx, owner, [idOf(reading.google)]);
      const known = await lockKnown(tx, owner, [idOf(reading.google)]);
      if (known.size === 0) return false;
      const [stored] = await this.accept(tx, owner, known, [reading], { start, no });
      if (!stored) return false;
      await tx
        .update(mirrorLocations)
        .set(stored)
        .where(isPlace(owner, idOf(reading.google)));
      return stored.readAt !== undefined;
    });
  }

  /** Notes that Google's answer about a location cannot be stored. The copy stays as it is. */
  async noteUnreadable(owner: GoogleOwner, id: string): Promise<void> {
    const { unreadable, importId } = mirrorImports;
    await this.database.orm
      .update(mirrorImports)
      .set({ unreadable: sql`${unreadable} || jsonb_build_object(${locationKey(id)}::text, ${importId})` })
      .where(ownedBy(owner, mirrorImports));
  }

  /**
   * Notes the values that Google accepted, in the transaction that notes the outcome: the fields have these values from now on.
   * The next reading shows what else Google made of the location.
   */
  async noteAccepted(
    tx: Orm,
    owner: GoogleOwner,
    id: string,
    values: ReadonlyMap<ProfileField, RawValue>,
  ): Promise<void> {
    const readNo = await nextNumber(tx, owner);
    const known = await lockKnown(tx, owner, [id]);
    const row = newestOf(known, id);
    if (!row) return;
    const google = withValues(row.data as unknown as GoogleLocation, values);
    await tx
      .update(mirrorLocations)
      .set({ ...toMirrorRow(google), readNo })
      .where(isPlace(owner, id));
  }

  /**
   * Stores readings of locations that an account lists, under every account that shows them. If a reading is dropped, its
   * location is only marked as listed.
   */
  async storeListed(
    tx: Orm,
    owner: GoogleOwner,
    readings: readonly Reading[],
    start: ReadingStart,
    {
      accountId,
      importId,
      isPrimary,
    }: { accountId: string; importId: number; isPrimary: (id: string) => boolean },
  ): Promise<void> {
    const ids = readings.map(({ google }) => idOf(google));
    const no = await nextNumber(tx, owner, ids);
    const known = await lockKnown(tx, owner, ids);
    const stored = await this.accept(tx, owner, known, readings, { start, no }, accountId);
    const rows = readings.flatMap(
      ({ google, state = 'UNVERIFIED' }, index): (typeof mirrorLocations.$inferInsert)[] => {
        const id = idOf(google);
        const elsewhere = (known.get(id) ?? []).filter((row) => row.accountId !== accountId);
        const { accountId: _a, isPrimary: _p, importId: _m, ...last } = newestOf(known, id) ?? {};
        const listed = {
          ...toMirrorRow(google),
          state,
          readAt: start.at,
          ...last,
          ...stored[index],
          workspaceId: owner.workspaceId,
          subject: owner.subject,
          accountId,
          id,
          isPrimary: isPrimary(id),
          importId,
        };
        return [listed, ...elsewhere.map((row) => ({ ...row, ...stored[index] }))];
      },
    );
    const { workspaceId, subject, id } = mirrorLocations;
    await tx
      .insert(mirrorLocations)
      .values(rows)
      .onConflictDoUpdate({
        target: [workspaceId, subject, mirrorLocations.accountId, id],
        set: { ...READ_COLUMNS, importId: sql`excluded.import_id` },
      });
  }

  /**
   * Writes down what is new in readings, and adds notices for the owner.
   * @returns for each reading the new columns of the location's rows: only its number if nothing but Google's edits was
   *   written down, undefined if it was dropped
   */
  private async accept(
    tx: Orm,
    owner: GoogleOwner,
    known: Known,
    readings: readonly Reading[],
    { start, no }: { start: ReadingStart; no: number },
    listedBy?: string,
  ): Promise<(Partial<Row> | undefined)[]> {
    const underWay = await changesUnderWay(tx, owner, [...known.keys()]);
    const justAccepted = await changesJustAccepted(tx, owner, [...known.keys()]);
    const observed: Observation[] = [];
    const beforeChanges = new Map<string, Observation>();
    const events: NoticeEvent[] = [];
    const stored = readings.map(({ google, state, updated }) => {
      checkShape(google, SHAPES.location);
      const id = idOf(google);
      const old = newestOf(known, id);
      if (old && old.readNo > start.no) return undefined;
      const before = old && old.readNo > 0 ? (old.data as unknown as GoogleLocation) : undefined;
      const pendingMask = google.metadata?.hasPendingEdits
        ? (updated?.pendingMask ?? before?.pendingMask)
        : undefined;
      const now = { ...google, ...(pendingMask && { pendingMask }) };
      const location = { accountId: primaryOf(known, id) ?? listedBy ?? '', now, at: start.at };
      const observation = { ...location, before, updated, seenAfter: old?.readAt ?? null };
      const change = underWay.get(id);
      if (change) {
        if (!isBefore(change, observation)) return undefined;
        beforeChanges.set(change.id, observation);
        return { readNo: no };
      }
      const accepted = justAccepted.get(id);
      if (accepted && isBefore(accepted, observation)) return undefined;
      observed.push(observation);
      const event = state && old && before && stateEvent(owner, location, { from: old.state, to: state });
      if (event) events.push(event);
      const isPublicKnown = updated !== undefined || !isFlagged(google);
      return {
        ...toMirrorRow(now),
        ...(state && { state }),
        readAt: start.at,
        readNo: no,
        ...(isPublicKnown && { publicReadAt: start.at }),
      };
    });
    await noteSeen(
      tx,
      new Map([...justAccepted, ...underWay]),
      readings.map(({ google }) => google),
    );
    await noteObserved(tx, owner, observed);
    await noteBefore(tx, owner, beforeChanges);
    await noteEvents(tx, events);
    return stored;
  }
}

/** Whether the public may see other values than the owner, so that `getGoogleUpdated` has to be asked. */
export function isFlagged({ metadata }: GoogleLocation): boolean {
  return Boolean(metadata?.hasGoogleUpdated || metadata?.hasPendingEdits);
}

const READ_COLUMNS = Object.fromEntries(
  (
    ['data', 'state', 'sortText', 'searchText', 'codeSortText', 'readAt', 'readNo', 'publicReadAt'] as const
  ).map((name) => [name, sql.raw(`excluded."${mirrorLocations[name].name}"`)]),
);

/**
 * The number of the next reading of an owner. In a transaction it comes before any lock of locations: those who store
 * readings of an owner wait here for each other.
 * @param read the locations that are read: they no longer count as unreadable
 */
async function nextNumber(tx: Orm, owner: GoogleOwner, read: readonly string[] = []): Promise<number> {
  const { readings, unreadable } = mirrorImports;
  const names = JSON.stringify(read.map(locationKey));
  const isRead = sql`array(select jsonb_array_elements_text(${names}::jsonb))`;
  const [row] = await tx
    .update(mirrorImports)
    .set({
      readings: sql`${readings} + 1`,
      ...(read.length > 0 && { unreadable: sql`${unreadable} - ${isRead}` }),
    })
    .where(ownedBy(owner, mirrorImports))
    .returning({ no: mirrorImports.readings });
  return row?.no ?? 0;
}

async function lockKnown(tx: Orm, owner: GoogleOwner, ids: string[]): Promise<Known> {
  const rows = await tx
    .select()
    .from(mirrorLocations)
    .where(and(ownedBy(owner, mirrorLocations), inArray(mirrorLocations.id, ids)))
    .orderBy(mirrorLocations.id, mirrorLocations.accountId)
    .for('update');
  return Map.groupBy(rows, ({ id }) => id);
}

function newestOf(known: Known, id: string): Row | undefined {
  return known.get(id)?.reduce((newest, row) => (row.readNo > newest.readNo ? row : newest));
}

function primaryOf(known: Known, id: string): string | undefined {
  return known.get(id)?.find(({ isPrimary }) => isPrimary)?.accountId;
}
