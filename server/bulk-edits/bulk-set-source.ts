import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GONE } from '../business-profile/changes/change-failures.js';
import type { PlannedChange, PlannedLocation } from '../business-profile/changes/planned-changes.js';
import type { RawLocation } from '../business-profile/changes/raw-location.js';
import { MirrorRepository } from '../business-profile/mirror/mirror.repository.js';
import { isSame, type ProfileField } from '../business-profile/translation/profile-fields.js';
import { toSpecialPeriods } from '../business-profile/translation/google-hours.js';
import type { GoogleLocation, GoogleSpecialPeriod } from '../business-profile/translation/google-types.js';
import { type SetSource, SetPlanner } from '../changes/set-planner.js';
import type { BulkTargetRow, BulkValue } from '../database/bulk-edits.schema.js';
import type { ChangeSetRow } from '../database/changes.schema.js';
import { inTurns } from '../jobs/turns.js';
import { type BulkChange, type BulkSpecialHours, datesOf } from './bulk-change.js';
import { BulkEditsRepository } from './bulk-edits.repository.js';
import { BulkPlaces } from './bulk-places.js';
import { holidayDatesAt } from './holiday-answers.js';
import { mergeSpecialHours } from './special-hours-merge.js';

const PASSED = 'These dates have passed at this location since the preview, so nothing was sent.';

/** The changes of a confirmed bulk edit, as its preview showed them. */
@Injectable()
export class BulkSetSource implements SetSource, OnModuleInit {
  constructor(
    private readonly planner: SetPlanner,
    private readonly bulkEdits: BulkEditsRepository,
    private readonly places: BulkPlaces,
    private readonly mirror: MirrorRepository,
  ) {}

  onModuleInit(): void {
    this.planner.add('bulk', this);
  }

  async slice(
    set: ChangeSetRow,
    after: string | null,
    limit: number,
  ): Promise<{ locations: PlannedLocation[]; last: string | null }> {
    const edit = await this.bulkEdits.find(set, set.id);
    if (!edit) return { locations: [], last: null };
    const targets = await this.bulkEdits.slice(set.id, after, limit);
    const known = await this.mirror.findManyRaw(
      set,
      targets.map(({ locationId }) => locationId),
    );
    const change = edit.change as BulkChange;
    const locations = await inTurns(targets, (target) =>
      this.locationOf(target, known.get(target.locationId), change),
    );
    return { locations, last: targets.length < limit ? null : (targets.at(-1)?.locationId ?? null) };
  }

  private locationOf(
    target: BulkTargetRow,
    place: RawLocation | undefined,
    wanted: BulkChange,
  ): PlannedLocation {
    const today = this.places.today(target.timeZone);
    const changes = target.changes
      .filter((value) => !value.isSame)
      .map((value): PlannedChange => {
        const change = { ...toPlanned(value), ...(!place && { outcome: unsent(GONE.unsent) }) };
        const specialHours = place && value.field === 'specialHours' && specialHoursAt(wanted, target, value);
        return place && specialHours
          ? withoutPassed(change, specialHours, { today, google: place.google })
          : change;
      });
    return { place: place ?? asItWas(target), changes };
  }
}

function toPlanned({ field, before, after }: BulkValue): PlannedChange {
  return { field: field as ProfileField, view: 'owner', before, after };
}

/** Special hours without the dates that have passed there since the preview. */
function withoutPassed(
  change: PlannedChange,
  wanted: BulkSpecialHours,
  { today, google }: { today: string; google: GoogleLocation },
): PlannedChange {
  if (datesOf(wanted).every((date) => date >= today)) return change;
  const before = change.before as { specialHourPeriods?: GoogleSpecialPeriod[] } | null;
  const { periods, dates } = mergeSpecialHours(before?.specialHourPeriods ?? [], wanted, today);
  const after = periods.length > 0 ? { specialHourPeriods: periods } : null;
  const isOver = dates.length === 0 || isSame('specialHours', change.before, after, google);
  return isOver ? { ...change, outcome: unsent(PASSED) } : { ...change, after };
}

/** The special hours that an edit gives a location, as its preview worked them out. */
function specialHoursAt(
  change: BulkChange,
  { locationId }: BulkTargetRow,
  { after }: BulkValue,
): BulkSpecialHours | undefined {
  if (!change.holidays) return change.specialHours;
  const dates = new Set(holidayDatesAt(change, locationId));
  const { specialHourPeriods = [] } = (after ?? {}) as { specialHourPeriods?: GoogleSpecialPeriod[] };
  const periods = toSpecialPeriods(specialHourPeriods).filter(({ date }) => dates.has(date));
  return { mode: 'merge', periods };
}

function unsent(error: string) {
  return { state: 'not_sent', error } as const;
}

/** A location that is no longer there, as the preview knew it. */
function asItWas({ accountId, locationId, locationName, storeCode }: BulkTargetRow): RawLocation {
  const name = `locations/${locationId}`;
  const google = { name, title: locationName, ...(storeCode !== null && { storeCode }) };
  return { accountId, google, isPublicKnown: false };
}
