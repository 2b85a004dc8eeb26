import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PlannedChange, PlannedLocation } from '../business-profile/changes/planned-changes.js';
import type { RawLocation } from '../business-profile/changes/raw-location.js';
import { MirrorRepository } from '../business-profile/mirror/mirror.repository.js';
import type { ChangeLineRow, ChangeSetRow } from '../database/changes.schema.js';
import { inTurns } from '../jobs/turns.js';
import { ChangeSetsRepository } from './change-sets.repository.js';
import { type SetSource, SetPlanner } from './set-planner.js';
import { undoChangeOf, UndoService } from './undo.service.js';

/** The changes that undo a set: of each line that Google may have, at the locations as last read. */
@Injectable()
export class UndoneSets implements SetSource, OnModuleInit {
  constructor(
    private readonly planner: SetPlanner,
    private readonly sets: ChangeSetsRepository,
    private readonly undo: UndoService,
    private readonly mirror: MirrorRepository,
  ) {}

  onModuleInit(): void {
    this.planner.add('undo', this);
  }

  async slice(
    set: ChangeSetRow,
    after: string | null,
    limit: number,
  ): Promise<{ locations: PlannedLocation[]; last: string | null }> {
    if (!set.undoesSet) return { locations: [], last: null };
    const lines = await this.sets.linesAfter(set.undoesSet, after, limit);
    const byLocation = [...Map.groupBy(lines, ({ locationId }) => locationId)];
    const known = await this.mirror.findManyRaw(
      set,
      byLocation.map(([id]) => id),
    );
    const reasons = new Map(
      (await this.undo.preview(set, lines)).map(({ changeId, whyNot }) => [changeId, whyNot]),
    );
    const locations = await inTurns(byLocation, ([id, its]) => {
      const place = known.get(id) ?? asItWas(its[0]!);
      return { place, changes: its.map((line) => undoOf(line, place, reasons.get(line.id) ?? null)) };
    });
    return { locations, last: byLocation.length < limit ? null : (byLocation.at(-1)?.[0] ?? null) };
  }
}

/** What does not go back is left alone, with the reason. */
function undoOf(line: ChangeLineRow, { google }: RawLocation, whyNot: string | null): PlannedChange {
  const change = undoChangeOf(line, google);
  return whyNot === null ? change : { ...change, outcome: { state: 'conflict', error: whyNot } };
}

/** A location that is no longer there, as it is called in the log. */
function asItWas({ accountId, locationId, locationName, storeCode }: ChangeLineRow): RawLocation {
  const google = {
    name: `locations/${locationId}`,
    title: locationName,
    ...(storeCode !== null && { storeCode }),
  };
  return { accountId, google, isPublicKnown: false };
}
