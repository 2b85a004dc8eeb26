import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { isUUID } from 'class-validator';
import { DayUpdates } from '../business-profile/calls/day-updates.js';
import { STOPPED } from '../business-profile/changes/change-failures.js';
import { ChangeRetries } from '../business-profile/changes/change-retries.js';
import { PlannedChanges } from '../business-profile/changes/planned-changes.js';
import { secondsOfChanges } from '../business-profile/port/api-allowance.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import type { ChangeField } from '../business-profile/translation/profile-fields.js';
import { Clock } from '../config/clock.js';
import { Database } from '../database/database.js';
import { lockWorkspaceExclusively } from '../database/workspace-lock.js';
import { AppError } from '../errors/app-error.js';
import { toPage, wrongCursor } from '../security/list-cursor.js';
import { MAX_PAGE } from '../security/validation.js';
import type {
  ChangeSetDto,
  SetLocationDto,
  SetLocationListDto,
  SetLocationQueryDto,
  SetUndoQueryDto,
  UndoneFieldListDto,
} from './change-set.dto.js';
import {
  ChangeSetsRepository,
  type LinePosition,
  type NamedSet,
  type SetPosition,
} from './change-sets.repository.js';
import { toActor } from './change-mapping.js';
import { ChangesRepository } from './changes.repository.js';
import { ChangesService } from './changes.service.js';
import { SetPlanner } from './set-planner.js';
import { progressOf } from './set-progress.js';
import { ASKS_AGAIN, UNDER_WAY, type UndoneBy, UndoService } from './undo.service.js';

/** How many locations are compared before an undo of a set begins, so that one that changes nothing is refused at once. */
const COMPARED = 100;

/** Shows sets of changes of any size, and stops, repeats and undoes them. */
@Injectable()
export class ChangeSetsService {
  constructor(
    private readonly changes: ChangesService,
    private readonly lines: ChangesRepository,
    private readonly sets: ChangeSetsRepository,
    private readonly undoing: UndoService,
    private readonly planner: SetPlanner,
    private readonly planned: PlannedChanges,
    private readonly retries: ChangeRetries,
    private readonly updates: DayUpdates,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Errors: `not_found`, `connect/not-connected`. */
  async get(workspaceId: string, id: string): Promise<ChangeSetDto> {
    const { set } = await this.find(workspaceId, id);
    const [counts, lines, canRetry, isUnderWay, left] = await Promise.all([
      this.sets.countStates(id),
      this.sets.linesOf(id),
      this.retries.count(id),
      this.sets.isBeingUndone(this.database.orm, id),
      this.updates.left(),
    ]);
    const progress = progressOf(set, counts);
    const { goingBack } = lines;
    const isWithinDay = progress.waiting > 0 && progress.waiting <= left.queued;
    return {
      id,
      kind: set.kind,
      name: set.name,
      actor: toActor(set.actor, set.actorName),
      reason: set.reason,
      createdAt: set.createdAt.toISOString(),
      undoes: set.undoesSet,
      state: set.stoppedAt ? 'stopped' : progress.waiting > 0 ? 'running' : 'ended',
      fields: lines.fields as ChangeField[],
      progress,
      canRetry,
      secondsLeft: isWithinDay ? secondsOfChanges(progress.waiting) : null,
      undo: {
        locations: goingBack.locations,
        changes: goingBack.changes,
        cannot: lines.linesThere - goingBack.changes,
        asksAgain: ASKS_AGAIN.filter((field) => goingBack.fields.includes(field)),
        isUnderWay,
      },
    };
  }

  /** Errors: `not_found`, `connect/not-connected`, `validation_failed` for an invalid cursor. */
  async listLocations(
    workspaceId: string,
    id: string,
    { state: part = 'all', cursor, limit = MAX_PAGE }: SetLocationQueryDto,
  ): Promise<SetLocationListDto> {
    const after = cursor === undefined ? undefined : toPosition(cursor);
    const { owner, set } = await this.find(workspaceId, id);
    const [rows, states] = await Promise.all([
      this.sets.listLocations(id, part, { after, limit: limit + 1 }),
      this.sets.countStates(id),
    ]);
    const { page, nextCursor } = toPage(rows, limit, ({ rank, locationId }) =>
      encoded(`${rank} ${locationId}`),
    );
    const listed = await this.lines.ofLocationChanges(page.map((row) => row.id));
    const shown = await this.changes.toChanges(owner, listed);
    const byChange = Map.groupBy(
      listed.map(({ change }, index) => ({ change, dto: shown[index]! })),
      ({ change }) => change.locationChangeId,
    );
    const items = page.map((row): SetLocationDto => {
      const its = byChange.get(row.id) ?? [];
      const { locationName = '', storeCode = null } = its[0]?.change ?? {};
      return {
        id: row.id,
        locationId: row.locationId,
        locationName,
        storeCode,
        state: row.state === 'stopped' ? 'not_sent' : row.state,
        nextTryAt: row.nextTryAt?.toISOString() ?? null,
        changes: its.map(({ dto }) => dto),
      };
    });
    const { total, waiting, sent, failed, leftAlone } = progressOf(set, states);
    return { items, counts: { need: failed + leftAlone, sent, waiting, all: total }, nextCursor };
  }

  /** Errors: `not_found`, `connect/not-connected`, `validation_failed` for an invalid cursor. */
  async previewUndo(
    workspaceId: string,
    id: string,
    { cursor, limit = MAX_PAGE }: SetUndoQueryDto,
  ): Promise<UndoneFieldListDto> {
    const after = cursor === undefined ? undefined : toLinePosition(cursor);
    const { owner } = await this.find(workspaceId, id);
    const rows = await this.sets.listLines(id, { after, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, (line) => encoded(`${line.id} ${line.locationId}`));
    return { items: await this.undoing.preview(owner, page), nextCursor };
  }

  /**
   * Undoes what can go back of a set, in the background, slice by slice. What of the set was not sent yet is stopped.
   * @returns the id of the new set. Errors: `not_found`, `connect/not-connected`; `cannot_undo` when nothing of it can go
   *   back, or while it is being undone.
   */
  async undo(workspaceId: string, id: string, by: UndoneBy): Promise<string> {
    const { owner, set } = await this.find(workspaceId, id);
    if (!(await this.canUndo(owner, id))) throw AppError.of('cannot_undo');
    const undoId = randomUUID();
    await this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, owner.workspaceId);
      if (await this.sets.isBeingUndone(tx, id)) throw AppError.because('cannot_undo', UNDER_WAY);
      const { locationsThere: locationsTotal } = await this.sets.linesOf(id, tx);
      const undo = { id: undoId, kind: 'undo', ...by, undoesSet: id, locationsTotal } as const;
      const createdAt = this.clock.now();
      await this.planned.addSet(tx, owner, { ...undo, createdAt }, { isPlannedLater: true });
    });
    await this.stopSet(set);
    this.planner.kick();
    return undoId;
  }

  /** Stops a set: nothing more of it is planned or sent. Errors: `not_found`, `connect/not-connected`. */
  async stop(workspaceId: string, id: string): Promise<void> {
    const { set } = await this.find(workspaceId, id);
    await this.stopSet(set);
  }

  /**
   * Makes the locations that failed wait again, with fresh tries: neither those that were left alone nor those whose outcome
   * is not known.
   * @returns how many. Errors: `not_found`, `connect/not-connected`
   */
  async retry(workspaceId: string, id: string): Promise<number> {
    const { set } = await this.find(workspaceId, id);
    return this.retries.retry(set.id, this.clock.now());
  }

  private async stopSet({ id }: NamedSet): Promise<void> {
    const now = this.clock.now();
    if (!(await this.sets.noteStopped(id, now))) return;
    // The first of it at once, so that a small set is over with the answer.
    await this.planned.abandonSet(id, STOPPED, now);
    this.planner.kick();
  }

  /** Whether any of the first changes can go back; if there are many, the rest is compared in the background. */
  private async canUndo(owner: GoogleOwner, id: string): Promise<boolean> {
    const first = await this.sets.linesAfter(id, null, COMPARED);
    const preview = await this.undoing.preview(owner, first);
    const hasMore = new Set(first.map(({ locationId }) => locationId)).size === COMPARED;
    if (preview.some(({ whyNot }) => whyNot === null)) return true;
    return hasMore && this.sets.hasToUndo(id);
  }

  private async find(workspaceId: string, id: string): Promise<{ owner: GoogleOwner; set: NamedSet }> {
    const owner = await this.changes.ownerOf(workspaceId);
    const set = await this.sets.find(owner, id);
    if (!set) throw AppError.of('not_found');
    return { owner, set };
  }
}

function encoded(position: string): string {
  return Buffer.from(position).toString('base64url');
}

/** What stands before and after the first space of a cursor. */
function decoded(cursor: string): [first: string, rest: string] {
  const text = Buffer.from(cursor, 'base64url').toString();
  const space = text.indexOf(' ');
  const rest = text.slice(space + 1);
  if (space < 0 || rest === '' || rest.includes('\0')) throw wrongCursor();
  return [text.slice(0, space), rest];
}

function toPosition(cursor: string): SetPosition {
  const [rank, locationId] = decoded(cursor);
  if (rank !== '0' && rank !== '1') throw wrongCursor();
  return { rank: Number(rank), locationId };
}

function toLinePosition(cursor: string): LinePosition {
  const [id, locationId] = decoded(cursor);
  if (!isUUID(id)) throw wrongCursor();
  return { id, locationId };
}
