import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { PlannedChanges } from '../business-profile/changes/planned-changes.js';
import { ConnectionsService } from '../business-profile/connection/connections.service.js';
import { MirrorRepository } from '../business-profile/mirror/mirror.repository.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import type { LocationChoiceDto } from '../campaigns/selections/selection.dto.js';
import { SelectionsService } from '../campaigns/selections/selections.service.js';
import { GoogleEditsService } from '../changes/google-edits.service.js';
import { Clock } from '../config/clock.js';
import { MINUTE_MS } from '../config/durations.js';
import type { GoogleEditRow } from '../database/changes.schema.js';
import type { LockRow } from '../database/locks.schema.js';
import { AppError } from '../errors/app-error.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import type { RequestOwner } from '../people/current-owner.js';
import { fromCursor, toCursor, toPage } from '../security/list-cursor.js';
import { MAX_PAGE } from '../security/validation.js';
import type {
  LockDto,
  LockEventListDto,
  LockEventQueryDto,
  LockListDto,
  LockQueryDto,
  MadeLocksDto,
  NewLocksDto,
  UpdateLockDto,
} from './lock.dto.js';
import { LockDetailsRepository } from './lock-details.repository.js';
import { toLock, toLockEvent } from './lock-mapping.js';
import { LockPlanner } from './lock-planner.js';
import { LocksRepository, type NewLock } from './locks.repository.js';

/** How long a lock that comes with an answer leaves the edit to it. */
const ANSWER_MS = 2 * MINUTE_MS;

/** Locks fields, and shows what the locks have done. A lock of another workspace or Google account is `not_found`. */
@Injectable()
export class LocksService implements OnModuleInit {
  private readonly logger = new Logger('Locks');

  constructor(
    private readonly locks: LocksRepository,
    private readonly details: LockDetailsRepository,
    private readonly planner: LockPlanner,
    private readonly planned: PlannedChanges,
    private readonly selections: SelectionsService,
    private readonly mirror: MirrorRepository,
    private readonly edits: GoogleEditsService,
    private readonly providers: BusinessProfileProviders,
    private readonly connections: ConnectionsService,
    private readonly oneAtATime: OneAtATime,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.edits.whenKept((owner, actor, edits) => this.keep(owner, actor, edits));
    // What waits of them ends with all changes of the connection.
    this.connections.whenDisconnected((owner) => this.locks.deleteAll(owner));
  }

  /** Errors: `connect/not-connected`. */
  async list(
    workspaceId: string,
    { locationId, state, cursor, limit = MAX_PAGE }: LockQueryDto,
  ): Promise<LockListDto> {
    const owner = await this.ownerOf(workspaceId);
    const offset = Number(cursor ?? 0);
    const filter = { locationId, isWaiting: state === 'waiting' };
    const [rows, counts] = await Promise.all([
      this.locks.list(owner, filter, { offset, limit: limit + 1 }),
      this.locks.count(owner, filter),
    ]);
    const { page, nextCursor } = toPage(rows, limit, () => String(offset + limit));
    return { items: await this.shown(owner, page, locationId), counts, nextCursor };
  }

  /**
   * Locks fields at the locations that a choice means now. Errors: `connect/not-connected`, `too_many_locks`,
   * `validation_failed` for a choice without locations or with too many, those of `SelectionsService.choose`.
   */
  async create(
    { workspaceId, actor }: RequestOwner,
    { fields: given, choice }: NewLocksDto,
  ): Promise<MadeLocksDto> {
    const fields = [...new Set(given)];
    const owner = await this.ownerOf(workspaceId);
    return this.oneAtATime.run(workspaceId, async () => {
      const locationIds = await this.selections.idsOf(owner, choice);
      if (locationIds.length === 0)
        throw AppError.invalid([{ field: 'choice', message: 'No location fits this choice' }]);
      await this.locks.checkRoom(owner, actor, fields.length);
      const title = locationIds.length === 1 ? null : await this.titleOf(owner, choice);
      const lock = { title, actor, locationIds, leavesToAnswerMs: 0, createdAt: this.clock.now() };
      const made: LockRow[] = [];
      let locked = 0;
      for (const field of fields) {
        const added = await this.add(owner, { ...lock, field });
        const row = added && (await this.locks.find(owner, added.id));
        if (row) made.push(row);
        locked += added?.locations ?? 0;
      }
      this.planner.kick();
      const already = fields.length * locationIds.length - locked;
      return { items: await this.shown(owner, made), locked, already };
    });
  }

  /** Takes locations out of a lock. Errors: `not_found`, `connect/not-connected`. */
  async update(workspaceId: string, id: string, { without }: UpdateLockDto): Promise<LockDto> {
    const owner = await this.ownerOf(workspaceId);
    const row = await this.find(owner, id);
    const [before] = await this.shown(owner, [row]);
    const isLeft = await this.locks.takeOut(id, without);
    await this.planned.abandonUnlocked(owner, this.clock.now());
    const [now] = isLeft ? await this.shown(owner, [row]) : [];
    return now ?? { ...before!, locations: { ...before!.locations, count: 0 }, waiting: [], waitingCount: 0 };
  }

  /** Ends a lock, and what waits of it. Errors: `not_found`, `connect/not-connected`. */
  async delete(workspaceId: string, id: string): Promise<void> {
    const owner = await this.ownerOf(workspaceId);
    if (!(await this.locks.delete(owner, id))) throw AppError.of('not_found');
    await this.planned.abandonUnlocked(owner, this.clock.now());
    this.logger.log({ event: 'locks.unlocked', lock: id });
  }

  /** Errors: `not_found`, `connect/not-connected`, `validation_failed` for an invalid cursor. */
  async listEvents(
    workspaceId: string,
    id: string,
    { cursor, limit = MAX_PAGE }: LockEventQueryDto,
  ): Promise<LockEventListDto> {
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    await this.find(await this.ownerOf(workspaceId), id);
    const rows = await this.details.events(id, { after, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, toCursor);
    return { items: page.map(toLockEvent), nextCursor };
  }

  /** Locks the fields of edits that a person answers. Errors: `too_many_locks`. */
  private async keep(owner: GoogleOwner, actor: string, edits: readonly GoogleEditRow[]): Promise<void> {
    const lock = { title: null, actor, leavesToAnswerMs: ANSWER_MS, createdAt: this.clock.now() };
    const byField = Map.groupBy(edits, ({ field }) => field);
    for (const [field, its] of byField)
      await this.add(owner, { ...lock, field, locationIds: its.map(({ locationId }) => locationId) });
  }

  private async add(owner: GoogleOwner, lock: NewLock) {
    const added = await this.locks.add(owner, lock);
    if (added)
      this.logger.log({
        event: 'locks.locked',
        lock: added.id,
        field: lock.field,
        locations: added.locations,
      });
    return added;
  }

  /** Locks as the API shows them. @param locationId what they did at this location alone */
  private async shown(owner: GoogleOwner, rows: LockRow[], locationId?: string): Promise<LockDto[]> {
    const details = await this.details.of(
      owner,
      rows.map(({ id }) => id),
      locationId,
    );
    const firsts = [...details.values()].flatMap(({ first }) => first?.locationId ?? []);
    const [places, names] = await Promise.all([
      this.mirror.findManyRaw(owner, [...new Set(firsts)]),
      this.details.namesOf([...new Set(rows.map(({ actor }) => actor))]),
    ]);
    return rows.map((row) => toLock(row, details.get(row.id)!, names.get(row.actor) ?? null, places));
  }

  private async titleOf(
    owner: GoogleOwner,
    { selectionId, label }: LocationChoiceDto,
  ): Promise<string | null> {
    const name = selectionId ? await this.selections.nameOf(owner, selectionId) : null;
    return name ?? (label === undefined ? null : `label ${label}`);
  }

  private async find(owner: GoogleOwner, id: string): Promise<LockRow> {
    const row = await this.locks.find(owner, id);
    if (!row) throw AppError.of('not_found');
    return row;
  }

  /** Errors: `connect/not-connected`. */
  private async ownerOf(workspaceId: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceOf(workspaceId)).owner);
  }
}
