import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import type { GoogleLocation } from '../business-profile/translation/google-types.js';
import { MirrorRepository } from '../business-profile/mirror/mirror.repository.js';
import type { RawLocation } from '../business-profile/changes/raw-location.js';
import { ProfileChanger } from '../business-profile/google/profile-changer.js';
import { presenceOf, toChangeValue } from '../business-profile/changes/change-values.js';
import { type PlannedChange, PlannedChanges } from '../business-profile/changes/planned-changes.js';
import {
  basisOf,
  type ChangeField,
  hasChangedSince,
  isSame,
  NOWHERE,
  PROFILE_FIELDS,
  type ProfileField,
  valueIn,
} from '../business-profile/translation/profile-fields.js';
import { Clock } from '../config/clock.js';
import { dayOf } from '../config/days.js';
import { Database } from '../database/database.js';
import { lockWorkspaceExclusively } from '../database/workspace-lock.js';
import type { ChangeLineRow } from '../database/changes.schema.js';
import { AppError } from '../errors/app-error.js';
import type { UndoneFieldDto, VersionDto } from './change.dto.js';
import { ChangesRepository } from './changes.repository.js';
import { GoogleEditsRepository } from './google-edits.repository.js';
import { whyNoUndo } from './impossible-undos.js';

/** Fields whose undo is asked about once more, because Google may verify the location again or close it to the public. */
export const ASKS_AGAIN: readonly ChangeField[] = Object.freeze(['name', 'openStatus']);

const CHANGED = 'This field was changed again since then.';
export const UNDER_WAY = 'This is being undone right now.';

/** Who undoes, and why. */
export interface UndoneBy {
  actor: string;
  reason: string | null;
}

/** Undoes changes: it shows first what would go back, and sends it as every other change. */
@Injectable()
export class UndoService {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly edits: GoogleEditsRepository,
    private readonly mirror: MirrorRepository,
    private readonly changer: ProfileChanger,
    private readonly plannedChanges: PlannedChanges,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The effect that an undo of each line would have, by the location as last read. */
  async preview(owner: GoogleOwner, lines: ChangeLineRow[]): Promise<UndoneFieldDto[]> {
    const known = await this.mirror.findManyRaw(
      owner,
      lines.map(({ locationId }) => locationId),
    );
    const underWay = await this.changes.beingUndone(lines.map(({ id }) => id));
    const publicValues = await this.edits.openValues(
      owner,
      lines.filter(({ view }) => view === 'public').map(({ locationId }) => locationId),
    );
    return lines.map((line) => {
      const field = line.field as ChangeField;
      const google = known.get(line.locationId)?.google;
      const current = currentOf(line, google, publicValues);
      const whyNot = underWay.has(line.id) ? UNDER_WAY : (this.whyNot(line, google, current) ?? null);
      return {
        changeId: line.id,
        locationId: line.locationId,
        locationName: line.locationName,
        field,
        current: toChangeValue(field, current),
        goesBackTo: toChangeValue(field, line.before),
        whyNot,
        hasChangedSince: whyNot === CHANGED,
        asksAgain: ASKS_AGAIN.includes(field),
      };
    });
  }

  /**
   * Undoes one change; `changeNow` reads Google first, so that `preview` compares with the present value. Errors: `not_found`;
   * `cannot_undo`; `changed_since` with both values when the field has another value by now, and then nothing is sent; those of
   * `ProfileChanger.changeNow`.
   */
  async undo(owner: GoogleOwner, id: string, by: UndoneBy): Promise<void> {
    const find = async () => {
      const { change } = (await this.changes.find(owner, id)) ?? {};
      if (!change) throw AppError.of('not_found');
      return change;
    };
    const { locationId } = await find();
    const plan = async ({ google }: RawLocation) => {
      // It may have been undone while this waited for its turn: then there is nothing left to do.
      const change = await find();
      const [first] = await this.preview(owner, [change]);
      const { current, goesBackTo, whyNot, hasChangedSince } = first!;
      if (change.undoneBy && hasBefore(change, google)) return [];
      if (hasChangedSince)
        throw AppError.changedSince([{ field: change.field, current, wanted: goesBackTo }]);
      if (whyNot !== null) throw AppError.because('cannot_undo', whyNot);
      return [undoChangeOf(change, google)];
    };
    await this.changer.changeNow(owner, locationId, plan, { kind: 'undo', ...by });
  }

  /**
   * The fields of a location that would go back to their values at a moment, and the basis of the location as it is now.
   * Errors: `not_found`.
   */
  async versionAt(
    owner: GoogleOwner,
    locationId: string,
    moment: Date,
  ): Promise<Pick<VersionDto, 'basis' | 'items'>> {
    const place = await this.mirror.findRaw(owner, locationId);
    if (!place) throw AppError.of('not_found');
    const items = (await this.goingBack(owner, place, locationId, moment)).map(({ dto }) => dto);
    return { basis: basisOf(place.google), items };
  }

  /**
   * Gives a location the values that it had at a moment, all in one change; fields that cannot go back stay.
   * Errors: `not_found`; `changed_since` with both values of each field that would go back and is not as it was shown, and
   * then nothing is sent; `cannot_undo` when nothing can go back; those of `ProfileChanger.changeNow`.
   */
  async restore(
    owner: GoogleOwner,
    locationId: string,
    { moment, basedOn }: { moment: Date; basedOn: string | undefined },
    by: UndoneBy,
  ): Promise<void> {
    const plan = async (place: RawLocation) => {
      const changes = (await this.goingBack(owner, place, locationId, moment)).filter(
        ({ dto }) => dto.whyNot === null,
      );
      const conflicts = changes.filter(
        ({ change: { field } }) => basedOn && hasChangedSince(basedOn, field, place.google),
      );
      if (conflicts.length > 0)
        throw AppError.changedSince(
          conflicts.map(({ dto: { field, current, goesBackTo } }) => ({
            field,
            current,
            wanted: goesBackTo,
          })),
        );
      if (changes.length === 0) throw AppError.of('cannot_undo');
      return changes.map(({ change }) => change);
    };
    await this.changer.changeNow(owner, locationId, plan, { kind: 'restore', ...by });
  }

  /**
   * Plans changes of many locations as one set, which are sent one location after the other. A change that is under way
   * already is left out: of several simultaneous requests for the same, one plans it.
   * @returns the id of the set; undefined if no change is left
   */
  async planInBackground(
    owner: GoogleOwner,
    by: UndoneBy & { kind: 'decision' },
    changes: { locationId: string; change: PlannedChange }[],
  ): Promise<string | undefined> {
    const ids = new Set(changes.map(({ locationId }) => locationId));
    const places = await this.mirror.findManyRaw(owner, [...ids]);
    const now = this.clock.now();
    return this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, owner.workspaceId);
      const underWay = Map.groupBy(
        await this.plannedChanges.underWay(tx, owner, [...places.keys()]),
        ({ locationId }) => locationId,
      );
      const left = changes.filter(
        ({ locationId, change }) => !underWay.get(locationId)?.some((line) => isAlike(line, change)),
      );
      const locations = [...Map.groupBy(left, ({ locationId }) => locationId)].flatMap(
        ([locationId, its]) => {
          const place = places.get(locationId);
          return place ? [{ place, changes: its.map(({ change }) => change) }] : [];
        },
      );
      if (locations.length === 0) return undefined;
      const setId = randomUUID();
      const locationsTotal = locations.length;
      await this.plannedChanges.addSet(tx, owner, { id: setId, ...by, locationsTotal, createdAt: now });
      await this.plannedChanges.add(tx, owner, setId, locations, now);
      return setId;
    });
  }

  /** Why a line cannot be undone: a rule says so, or the value now is not the one that the line left. */
  private whyNot(
    line: ChangeLineRow,
    google: GoogleLocation | undefined,
    current: unknown,
  ): string | undefined {
    const today = dayOf(this.clock.now());
    const reason = whyNoUndo(line, google, today);
    if (reason !== undefined) return reason;
    return isSame(line.field as ProfileField, current, line.after, google ?? NOWHERE) ? undefined : CHANGED;
  }

  /** The fields that had other values at a moment: the values before their first change after it. */
  private async goingBack(
    owner: GoogleOwner,
    { google }: RawLocation,
    locationId: string,
    moment: Date,
  ): Promise<{ dto: UndoneFieldDto; change: PlannedChange }[]> {
    const lines = await this.changes.since(owner, locationId, moment);
    const today = dayOf(this.clock.now());
    return PROFILE_FIELDS.flatMap((field) => {
      const first = lines.find((line) => line.field === field);
      const current = valueIn(google, field);
      if (!first || isSame(field, first.before, current, google)) return [];
      const whole = { ...first, after: current, state: 'public', undoneBy: null } as ChangeLineRow;
      const dto = {
        changeId: null,
        locationId,
        locationName: google.title ?? '',
        field,
        current: toChangeValue(field, current),
        goesBackTo: toChangeValue(field, first.before),
        whyNot: whyNoUndo(whole, google, today) ?? null,
        hasChangedSince: false,
        asksAgain: ASKS_AGAIN.includes(field),
      };
      return [{ dto, change: { field, view: 'owner' as const, before: current, after: first.before } }];
    });
  }
}

/** Whether the owner's value is the one before a line. */
function hasBefore({ field, before }: ChangeLineRow, google: GoogleLocation): boolean {
  return isSame(field as ProfileField, valueIn(google, field as ProfileField), before, google);
}

/**
 * The change that undoes a line. If the line changed only what the public sees, and the owner still has the former value, that
 * is sent once more; else the owner's value changes.
 */
export function undoChangeOf(
  { id, field: name, view, before, after }: ChangeLineRow,
  google: GoogleLocation,
): PlannedChange {
  const field = name as ProfileField;
  const own = valueIn(google, field);
  return view === 'public' && isSame(field, own, before, google)
    ? { field, view, before: after, after: before, undoes: id }
    : { field, view: 'owner', before: own, after: before, undoes: id };
}

/** Whether a line does the same as a change: it undoes the same line, or gives the field the same value. */
function isAlike({ undoes, field, view, after }: ChangeLineRow, change: PlannedChange): boolean {
  if (change.undoes !== undefined) return undoes === change.undoes;
  return field === change.field && view === change.view && isSame(change.field, after, change.after, NOWHERE);
}

/** What a line's field has now: the owner's value, or what the public sees in its place. */
function currentOf(
  { field, view, locationId }: ChangeLineRow,
  google: GoogleLocation | undefined,
  publicValues: ReadonlyMap<string, unknown>,
): unknown {
  const key = `${locationId} ${field}`;
  if (view === 'public' && publicValues.has(key)) return publicValues.get(key);
  if (field === 'presence') return presenceOf(google);
  return google ? valueIn(google, field as ProfileField) : null;
}
