import { Injectable, Logger } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { PlannedChanges } from '../business-profile/changes/planned-changes.js';
import { DayUpdates } from '../business-profile/calls/day-updates.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { noteSpread } from '../changes/set-events.js';
import { SetPlanner } from '../changes/set-planner.js';
import { Clock } from '../config/clock.js';
import { figure } from '../config/figure.js';
import type { BulkEditRow, BulkTargetRow } from '../database/bulk-edits.schema.js';
import { Database } from '../database/database.js';
import { AppError } from '../errors/app-error.js';
import type { RequestOwner } from '../people/current-owner.js';
import { Idempotency } from '../posts/idempotency.js';
import { BulkEditsRepository, otherVersion } from './bulk-edits.repository.js';
import { planOf } from './bulk-plan.js';
import { BulkPlaces } from './bulk-places.js';
import { BulkPreview, type PreviewedTarget } from './bulk-preview.js';

/** What a person says yes to. */
interface Confirmed {
  id: string;
  version: number;
  reason?: string | null;
}

/** Makes a set of changes of a bulk edit, as its preview showed it. */
@Injectable()
export class BulkConfirmation {
  private readonly logger = new Logger('BulkEdits');

  constructor(
    private readonly bulkEdits: BulkEditsRepository,
    private readonly places: BulkPlaces,
    private readonly preview: BulkPreview,
    private readonly planned: PlannedChanges,
    private readonly planner: SetPlanner,
    private readonly idempotency: Idempotency,
    private readonly updates: DayUpdates,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores one row, whatever its size: the set, whose locations are planned in the background. Errors: `not_found`,
   * `bulk_edit_confirmed`, `bulk_edit_empty`, `changed_since` for another version, or when locations are no longer as the
   * preview saw them; those of `Idempotency.once`.
   */
  confirm(
    by: RequestOwner,
    owner: GoogleOwner,
    confirmed: Confirmed,
    key: string | undefined,
  ): Promise<{ setId: string }> {
    const { id, version, reason = null } = confirmed;
    const request = { owner: by, route: 'confirmBulkEdit', key, body: confirmed } as const;
    return this.idempotency.once(request, async (keep) => {
      const edit = await this.bulkEdits.find(owner, id);
      const now = this.clock.now();
      if (!edit || (edit.state === 'draft' && edit.expiresAt <= now)) throw AppError.of('not_found');
      if (edit.state === 'confirmed') throw AppError.of('bulk_edit_confirmed');
      if (edit.version !== version) throw otherVersion();
      await this.requireUnchanged(owner, edit);
      const { changes: locationsTotal } = edit.counts;
      if (locationsTotal === 0) throw AppError.of('bulk_edit_empty');
      const answer = { setId: id };
      const { days } = planOf(locationsTotal, await this.updates.leftFor(owner.workspaceId));
      await this.database.transaction(async (tx) => {
        await this.bulkEdits.confirm(tx, edit);
        const { name } = edit;
        const set = {
          id,
          kind: 'bulk',
          actor: by.actor,
          reason,
          name,
          locationsTotal,
          createdAt: now,
        } as const;
        await this.planned.addSet(tx, owner, set, { isPlannedLater: true });
        if (days !== null)
          await noteSpread(tx, { ...owner, id, name }, { locations: locationsTotal, days }, now);
        await keep?.(tx, answer);
      });
      this.planner.kick();
      this.logger.log({ event: 'bulk_edit.confirmed', bulkEdit: id, locations: locationsTotal });
      return answer;
    });
  }

  /**
   * Works out again what locations get that are no longer as the preview saw them. Errors: `changed_since` if it is anything
   * else; then the draft has a new version.
   */
  private async requireUnchanged(owner: GoogleOwner, edit: BulkEditRow): Promise<void> {
    const ids = await this.places.changedSince(edit);
    if (ids.length === 0) return;
    const seen = new Map(
      (await this.bulkEdits.targets(edit.id, ids)).map((target) => [target.locationId, target]),
    );
    const now = await this.preview.of(owner, edit.change, ids);
    const targets = now.map((target): BulkTargetRow => {
      const { position, locationName, storeCode, accountId } = seen.get(target.locationId)!;
      // A location that is gone keeps its name.
      const named = target.hash === '' ? { locationName, storeCode, accountId } : {};
      return { ...target, ...named, bulkEditId: edit.id, position };
    });
    const moved = now.filter((target) => !isAlike(target, seen.get(target.locationId)!)).length;
    await this.bulkEdits.replaceSome(edit, targets, { isNewVersion: moved > 0 });
    if (moved === 0) return;
    throw AppError.because(
      'changed_since',
      moved === 1
        ? 'One location has changed on Google since the preview. Look at it, then confirm again.'
        : `${figure(moved)} locations have changed on Google since the preview. Look at them, then confirm again.`,
    );
  }
}

/** Whether a location gets the same as it was shown. */
function isAlike(one: PreviewedTarget, other: BulkTargetRow): boolean {
  return (['state', 'reason', 'changes'] as const).every((part) => isDeepStrictEqual(one[part], other[part]));
}
