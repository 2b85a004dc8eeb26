import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import type { GoogleLocation } from '../business-profile/translation/google-types.js';
import { MirrorRepository } from '../business-profile/mirror/mirror.repository.js';
import type { RawLocation } from '../business-profile/changes/raw-location.js';
import { ProfileChanger } from '../business-profile/google/profile-changer.js';
import { toChangeValue } from '../business-profile/changes/change-values.js';
import { PlannedChanges } from '../business-profile/changes/planned-changes.js';
import type { PlannedChange } from '../business-profile/changes/change-claim.js';
import { presenceOf } from '../business-profile/changes/presence.js';
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
import type { ChangeRow } from '../database/changes.schema.js';
import { AppError } from '../errors/app-error.js';
import type { UndoneFieldDto, VersionDto } from './change.dto.js';
import { ChangesRepository } from './changes.repository.js';
import { GoogleEditsRepository } from './google-edits.repository.js';
import { ASKS_AGAIN, whyNoUndo } from './undo-rules.js';

/** The most changes of a set that are undone at once. */
export const MOST_OF_SET = 1000;

const CHANGED = 'This field was changed again since then.';
const UNDER_WAY = 'This is being undone at this moment.';

/** Who undoes, and why. */
interface UndoneBy {
  actor: string;
  reason: string | null;
}

/** Takes changes back: it says first what goes back, and sends it the way of every save. */
@Injectable()
export class UndoService {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly edits: GoogleEditsRepository,
    private readonly mirror: MirrorRepository,
    private readonly saver: ProfileChanger,
    private readonly saves: PlannedChanges,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** What an undo of each line would change, by the location as last read. */
  async preview(owner: GoogleOwner, lines: ChangeRow[]): Promise<UndoneFieldDto[]> {
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
   * Takes one change back. Errors: `not_found`; `cannot_undo`; `changed_since` with both values when the field has another
   * value by now, and then nothing is sent; those of `ProfileChanger.saveNow`.
   */
  async undo(owner: GoogleOwner, id: string, by: UndoneBy): Promise<void> {
    const find = async () => {
      const { change } = (await this.changes.find(owner, id)) ?? {};
      if (!change) throw AppError.of('not_found');
      return change;
    };
    const { locationId } = await find();
    const plan = async ({ google }: RawLocation) => {
      // Somebody may have undone it while this waited for its turn: then there is nothing left to do.
      const change = await find();
      const [first] = await this.preview(owner, [change]);
      const { current, goesBackTo, whyNot, hasChangedSince } = first!;
      if (change.undoneBy && hasBefore(change, google)) return [];
      if (hasChangedSince)
        throw AppError.changedSince([{ field: change.field, current, wanted: goesBackTo }]);
      if (whyNot !== null) throw AppError.because('cannot_undo', whyNot);
      return [planned(change, google)];
    };
    await this.saver.saveNow(owner, locationId, plan, { kind: 'undo', ...by });
  }

  /**
   * Takes back what is possible of a set, one location after the other, in the background.
   * @returns the id of the new set. Errors: `not_found`; `cannot_undo` when nothing of it can go back.
   */
  async undoSet(owner: GoogleOwner, setId: string, by: UndoneBy): Promise<string> {
    if (!(await this.changes.findSet(owner, setId))) throw AppError.of('not_found');
    const lines = (await this.changes.ofSet(owner, setId, MOST_OF_SET)).map(({ change }) => change);
    const preview = await this.preview(owner, lines);
    const possible = lines.filter((_, index) => preview[index]?.whyNot === null);
    if (possible.length === 0) throw AppError.of('cannot_undo');
    const ids = possible.map(({ locationId }) => locationId);
    const known = await this.mirror.findManyRaw(owner, ids);
    const made = await this.planInBackground(
      owner,
      { kind: 'undo', ...by },
      possible.map((line) => ({
        locationId: line.locationId,
        change: planned(line, known.get(line.locationId)?.google ?? NOWHERE),
      })),
    );
    if (made === undefined) throw AppError.because('cannot_undo', UNDER_WAY);
    return made;
  }

  /**
   * The fields of a location that would go back to what they were at a moment, and what stands for the location as it is
   * now. Errors: `not_found`.
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
   * Gives a location the values that it had at a moment, all in one save; what cannot go back stays.
   * Errors: `not_found`; `changed_since` with both values of each field that would go back and is not as it was shown, and
   * then nothing is sent; `cannot_undo` when nothing can go back; those of `ProfileChanger.saveNow`.
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
    await this.saver.saveNow(owner, locationId, plan, { kind: 'restore', ...by });
  }

  /**
   * Plans changes of many locations as one set; each location is sent in its turn. What is under way already is left out: of
   * several requests for the same at once, one plans it.
   * @returns the id of the set; undefined when nothing is left
   */
  async planInBackground(
    owner: GoogleOwner,
    by: UndoneBy & { kind: 'undo' | 'decision' },
    changes: { locationId: string; change: PlannedChange }[],
  ): Promise<string | undefined> {
    const ids = new Set(changes.map(({ locationId }) => locationId));
    const places = await this.mirror.findManyRaw(owner, [...ids]);
    const now = this.clock.now();
    return this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, owner.workspaceId);
      const underWay = Map.groupBy(
        await this.saves.underWay(tx, owner, [...places.keys()]),
        ({ locationId }) => locationId,
      );
      const left = changes.filter(
        ({ locationId, change }) => !underWay.get(locationId)?.some((line) => isAlike(line, change)),
      );
      const saves = [...Map.groupBy(left, ({ locationId }) => locationId)].flatMap(([locationId, its]) => {
        const place = places.get(locationId);
        return place ? [{ place, changes: its.map(({ change }) => change) }] : [];
      });
      if (saves.length === 0) return undefined;
      const setId = randomUUID();
      await this.saves.addSet(tx, owner, { id: setId, ...by, createdAt: now });
      await this.saves.addSaves(tx, owner, setId, saves, now);
      return setId;
    });
  }

  private whyNot(line: ChangeRow, google: GoogleLocation | undefined, current: unknown): string | undefined {
    const today = dayOf(this.clock.now());
    const reason = whyNoUndo(line, google, today);
    if (reason !== undefined) return reason;
    return isSame(line.field as ProfileField, current, line.after, google ?? NOWHERE) ? undefined : CHANGED;
  }

  /** The fields whose values at a moment were others than now: those before their first change after it. */
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
      const whole = { ...first, after: current, state: 'public', undoneBy: null } as ChangeRow;
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

/** Whether the owner's value is the one that a line has replaced. */
function hasBefore({ field, before }: ChangeRow, google: GoogleLocation): boolean {
  return isSame(field as ProfileField, valueIn(google, field as ProfileField), before, google);
}

/**
 * The change that takes a line back. Where only the public's value had changed, and the owner has the former one, that is
 * sent once more; else the owner's value changes.
 */
function planned({ id, field: name, view, before, after }: ChangeRow, google: GoogleLocation): PlannedChange {
  const field = name as ProfileField;
  const own = valueIn(google, field);
  return view === 'public' && isSame(field, own, before, google)
    ? { field, view, before: after, after: before, undoes: id }
    : { field, view: 'owner', before: own, after: before, undoes: id };
}

/** Whether a line does the same as a change: it takes the same line back, or gives the field the same value. */
function isAlike({ undoes, field, view, after }: ChangeRow, change: PlannedChange): boolean {
  if (change.undoes !== undefined) return undoes === change.undoes;
  return field === change.field && view === change.view && isSame(change.field, after, change.after, NOWHERE);
}

/** What a line's field has now: the owner's value, or what the public sees in its place. */
function currentOf(
  { field, view, locationId }: ChangeRow,
  google: GoogleLocation | undefined,
  publicValues: ReadonlyMap<string, unknown>,
): unknown {
  const key = `${locationId} ${field}`;
  if (view === 'public' && publicValues.has(key)) return publicValues.get(key);
  if (field === 'presence') return presenceOf(google);
  return google ? valueIn(google, field as ProfileField) : null;
}
