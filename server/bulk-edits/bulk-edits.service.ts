import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { DayUpdates } from '../business-profile/calls/day-updates.js';
import { ConnectionsService } from '../business-profile/connection/connections.service.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import { SelectionsService } from '../campaigns/selections/selections.service.js';
import { Clock } from '../config/clock.js';
import { DAY_MS, HOUR_MS } from '../config/durations.js';
import { Env } from '../config/env.js';
import type { BulkEditRow, BulkTargetRow } from '../database/bulk-edits.schema.js';
import { AppError, type FieldError } from '../errors/app-error.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import type { RequestOwner } from '../people/current-owner.js';
import type { BulkChange } from './bulk-change.js';
import { faultsOfAdded, faultsOfChange } from './bulk-change-faults.js';
import { BulkConfirmation } from './bulk-confirmation.js';
import type {
  BulkEditDto,
  BulkEditListDto,
  BulkRowListDto,
  BulkRowQueryDto,
  ConfirmBulkEditDto,
  NewBulkEditDto,
  UpdateBulkEditDto,
} from './bulk-edit.dto.js';
import { toBulkEdit, toBulkRow } from './bulk-edit-mapping.js';
import { BulkEditsRepository, otherVersion } from './bulk-edits.repository.js';
import { withAnswers } from './holiday-answers.js';
import { planOf } from './bulk-plan.js';
import { BulkPreview, type PreviewedTarget } from './bulk-preview.js';
import { BulkValidation } from './bulk-validation.js';
import { PreviewSummary } from './preview-summary.js';
import { WaitingChanges } from './waiting-changes.js';

/** How long a draft stays after its last change. */
const KEPT_MS = DAY_MS;
/** At how many locations Google is asked first. */
const MOST_ASKED = 50;

/**
 * Bulk edits that are prepared and confirmed. One of another workspace or Google account is `not_found`, like an unknown
 * one. While they are switched off, all but the list is `bulk_edits_off`.
 */
@Injectable()
export class BulkEditsService implements OnModuleInit {
  private readonly logger = new Logger('BulkEdits');

  constructor(
    private readonly bulkEdits: BulkEditsRepository,
    private readonly preview: BulkPreview,
    private readonly waiting: WaitingChanges,
    private readonly validation: BulkValidation,
    private readonly confirmation: BulkConfirmation,
    private readonly selections: SelectionsService,
    private readonly providers: BusinessProfileProviders,
    private readonly connections: ConnectionsService,
    private readonly updates: DayUpdates,
    private readonly oneAtATime: OneAtATime,
    private readonly intervalTasks: IntervalTasks,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Dropping old bulk edits', HOUR_MS, () => this.cleanUp());
    this.connections.whenDisconnected((owner) => this.bulkEdits.forget(owner));
  }

  /** Open drafts; none on sample data. */
  async list(workspaceId: string): Promise<BulkEditListDto> {
    const isOn = this.env.BULK_EDITS;
    const { owner } = await this.providers.sourceOf(workspaceId);
    if (!isOn || owner.subject === null) return { isOn, items: [] };
    const own = toGoogleOwner(owner);
    const drafts = await this.bulkEdits.drafts(own, this.clock.now());
    return { isOn, items: await this.shown(own, drafts) };
  }

  /** Errors: `validation_failed`, those of `SelectionsService.choose`, `too_many_requests` while others wait. */
  async create({ workspaceId, actor }: RequestOwner, body: NewBulkEditDto): Promise<BulkEditDto> {
    const { choice, change, name = null } = body;
    requireSound(change);
    const owner = await this.ownerOf(workspaceId);
    return this.oneAtATime.run(workspaceId, async () => {
      const ids = await this.selections.idsOf(owner, choice);
      const previewed = await this.preview.of(owner, change, ids);
      const now = this.clock.now();
      const id = randomUUID();
      await this.bulkEdits.add(
        {
          ...owner,
          id,
          actor,
          name,
          state: 'draft',
          choice,
          change,
          counts: countsOf(previewed),
          version: 1,
          createdAt: now,
          updatedAt: now,
          expiresAt: new Date(now.getTime() + KEPT_MS),
        },
        toTargets(id, previewed),
      );
      return this.show(owner, id);
    });
  }

  /** Errors: `not_found`, `connect/not-connected`. */
  async get(workspaceId: string, id: string): Promise<BulkEditDto> {
    return this.show(await this.ownerOf(workspaceId), id);
  }

  /**
   * Changes a draft, and works out again what its locations would get. Errors: as `create`; `not_found`,
   * `bulk_edit_confirmed`, `changed_since` for another version.
   */
  async update(
    workspaceId: string,
    id: string,
    { version, choice, change, addHolidays, name }: UpdateBulkEditDto,
  ): Promise<BulkEditDto> {
    if (change) requireSound(change);
    // By themselves; below also beside what the draft has.
    if (addHolidays) requireNone(faultsOfAdded({}, addHolidays));
    const owner = await this.ownerOf(workspaceId);
    const edit = await this.findDraft(owner, id);
    if (edit.version !== version) throw otherVersion();
    return this.oneAtATime.run(workspaceId, async () => {
      const given: BulkChange = change ?? edit.change;
      if (addHolidays) requireNone(faultsOfAdded(given, addHolidays));
      const wanted = addHolidays ? withAnswers(given, addHolidays) : given;
      const isPreviewedAgain = [choice, change, addHolidays].some((part) => part !== undefined);
      // A choice stands as it was resolved until another one is given.
      const ids = choice ? await this.selections.idsOf(owner, choice) : await this.bulkEdits.locationIds(id);
      const previewed = isPreviewedAgain ? await this.preview.of(owner, wanted, ids) : undefined;
      const now = this.clock.now();
      await this.bulkEdits.replace(
        edit,
        {
          name: name ?? edit.name,
          choice: choice ?? edit.choice,
          change: wanted,
          counts: previewed ? countsOf(previewed) : edit.counts,
          updatedAt: now,
          expiresAt: new Date(now.getTime() + KEPT_MS),
        },
        previewed && toTargets(id, previewed),
      );
      return this.show(owner, id);
    });
  }

  /** Errors: `not_found`, `bulk_edit_confirmed`. */
  async delete(workspaceId: string, id: string): Promise<void> {
    const owner = await this.ownerOf(workspaceId);
    await this.findDraft(owner, id);
    await this.bulkEdits.delete(owner, id);
  }

  /** Errors: `not_found`. */
  async rows(workspaceId: string, id: string, query: BulkRowQueryDto): Promise<BulkRowListDto> {
    const edit = await this.find(await this.ownerOf(workspaceId), id);
    const { rows, nextCursor } = await this.bulkEdits.rows(id, query);
    return { items: rows.map((row) => toBulkRow(row, edit.change as BulkChange)), nextCursor };
  }

  /**
   * Asks Google about up to 50 locations, and adds to the preview what it refuses. Errors: `not_found`,
   * `bulk_edit_confirmed`, `changed_since` if the draft changed in between, those of `BulkValidation.ask`.
   */
  async validate(workspaceId: string, id: string): Promise<BulkEditDto> {
    const owner = await this.ownerOf(workspaceId);
    const edit = await this.findDraft(owner, id);
    return this.oneAtATime.run(workspaceId, async () => {
      const targets = await this.bulkEdits.changing(id, MOST_ASKED);
      const validated = await this.validation.ask(owner, edit.change, targets);
      await this.bulkEdits.replaceSome(edit, validated.targets, { validated });
      return this.show(owner, id);
    });
  }

  /** Makes it a set of changes. Errors: those of `BulkConfirmation.confirm`. */
  async confirm(
    by: RequestOwner,
    id: string,
    body: ConfirmBulkEditDto,
    key: string | undefined,
  ): Promise<{ setId: string }> {
    return this.confirmation.confirm(by, await this.ownerOf(by.workspaceId), { id, ...body }, key);
  }

  /** Drops drafts that are over, and what is no longer needed of the others. */
  async cleanUp(): Promise<void> {
    const dropped = await this.bulkEdits.dropOver(this.clock.now());
    if (dropped > 0) this.logger.log({ event: 'bulk_edits.dropped', bulkEdits: dropped });
  }

  private async show(owner: GoogleOwner, id: string): Promise<BulkEditDto> {
    const [shown] = await this.shown(owner, [await this.find(owner, id)]);
    return shown!;
  }

  private async shown(
    owner: GoogleOwner,
    edits: readonly (BulkEditRow & { actorName: string })[],
  ): Promise<BulkEditDto[]> {
    const left = await this.updates.leftFor(owner.workspaceId);
    const waiting = await this.waiting.setsOf(
      owner,
      edits.filter(({ state }) => state === 'draft').map(({ id }) => id),
    );
    return edits.map((edit) =>
      toBulkEdit(edit, planOf(edit.counts.changes, left), waiting.get(edit.id) ?? []),
    );
  }

  private async find(owner: GoogleOwner, id: string): Promise<BulkEditRow & { actorName: string }> {
    const edit = await this.bulkEdits.find(owner, id);
    const isOver = edit?.state === 'draft' && edit.expiresAt <= this.clock.now();
    if (!edit || isOver) throw AppError.of('not_found');
    return edit;
  }

  private async findDraft(owner: GoogleOwner, id: string): Promise<BulkEditRow> {
    const edit = await this.find(owner, id);
    if (edit.state === 'confirmed') throw AppError.of('bulk_edit_confirmed');
    return edit;
  }

  /** Errors: `bulk_edits_off`, `connect/not-connected`. */
  private async ownerOf(workspaceId: string): Promise<GoogleOwner> {
    if (!this.env.BULK_EDITS) throw AppError.of('bulk_edits_off');
    return toGoogleOwner((await this.providers.sourceOf(workspaceId)).owner);
  }
}

function requireSound(change: BulkChange): void {
  requireNone(faultsOfChange(change));
}

function requireNone(faults: FieldError[]): void {
  if (faults.length > 0) throw AppError.invalid(faults);
}

function countsOf(previewed: readonly PreviewedTarget[]) {
  const summary = new PreviewSummary();
  for (const target of previewed) summary.add(target);
  return summary.result();
}

function toTargets(bulkEditId: string, previewed: readonly PreviewedTarget[]): BulkTargetRow[] {
  return previewed.map((target, position) => ({ bulkEditId, position, ...target }));
}
