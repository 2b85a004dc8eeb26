import { Injectable } from '@nestjs/common';
import { isSame, type ProfileField, valueIn } from '../business-profile/translation/profile-fields.js';
import type { PlannedChange } from '../business-profile/changes/planned-changes.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toChangeValue } from '../business-profile/changes/change-values.js';
import type { RawLocation } from '../business-profile/changes/raw-location.js';
import { ProfileChanger } from '../business-profile/google/profile-changer.js';
import type { GoogleEditRow } from '../database/changes.schema.js';
import { AppError } from '../errors/app-error.js';
import type { RequestOwner } from '../people/current-owner.js';
import { MAX_PAGE } from '../security/validation.js';
import { fromCursor, toCursor, toPage } from '../security/list-cursor.js';
import { ChangesService } from './changes.service.js';
import type {
  AnswerEditDto,
  DecideEditsDto,
  GoogleEditDto,
  GoogleEditListDto,
  GoogleEditQueryDto,
} from './google-edit.dto.js';
import { GoogleEditsRepository, type ListedEdit } from './google-edits.repository.js';
import { UndoService } from './undo.service.js';

type Decision = DecideEditsDto['decision'];

/** Keeps the fields of some edits as their owner has them, from the answer on. */
type KeepListener = (owner: GoogleOwner, actor: string, edits: readonly GoogleEditRow[]) => Promise<void>;

/** The state of an edit after its answer. */
const STATE_AFTER = Object.freeze({ accept: 'ACCEPTED', reject: 'REJECTED' } as const satisfies Record<
  Decision,
  GoogleEditRow['state']
>);

/** The inbox of what Google and the public changed, and the owner's answers. Only a lock answers by itself. */
@Injectable()
export class GoogleEditsService {
  private readonly keepers: KeepListener[] = [];

  constructor(
    private readonly changes: ChangesService,
    private readonly edits: GoogleEditsRepository,
    private readonly undo: UndoService,
    private readonly changer: ProfileChanger,
  ) {}

  /** Calls back before an answer that a person wants to be kept is sent. */
  whenKept(listener: KeepListener): void {
    this.keepers.push(listener);
  }

  /** Errors: `validation_failed` for an invalid cursor, `connect/not-connected`. */
  async list(
    workspaceId: string,
    { state, field, locationId, cursor, limit = MAX_PAGE }: GoogleEditQueryDto,
  ): Promise<GoogleEditListDto> {
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    const owner = await this.changes.ownerOf(workspaceId);
    const [rows, counts, openFields] = await Promise.all([
      this.edits.list(owner, { state, field, locationId }, { after, limit: limit + 1 }),
      this.edits.count(owner, { field, locationId }),
      this.edits.openByField(owner),
    ]);
    const { page, nextCursor } = toPage(rows, limit, (last) =>
      toCursor({ at: last.lastSeenAt, id: last.id }),
    );
    return {
      items: page.map(toGoogleEdit),
      counts: { open: counts.OPEN, accepted: counts.ACCEPTED, rejected: counts.REJECTED, gone: counts.GONE },
      openFields: openFields.map((each) => ({ ...each, field: each.field as ProfileField })),
      nextCursor,
    };
  }

  /**
   * Answers one edit now. Errors: `not_found`; `cannot_undo` where it is answered or over; `changed_since` with both values
   * when Google has another value by now, and then nothing is sent; `too_many_locks`; those of `ProfileChanger.changeNow`.
   */
  async decide(
    { workspaceId, actor }: RequestOwner,
    id: string,
    decision: Decision,
    { reason = null, keep = false }: AnswerEditDto,
  ): Promise<void> {
    const owner = await this.changes.ownerOf(workspaceId);
    const [shown] = await this.edits.findAll(owner, [id]);
    if (!shown) throw AppError.of('not_found');
    const field = shown.field as ProfileField;
    const plan = async ({ google }: RawLocation) => {
      const [now] = await this.edits.findAll(owner, [id]);
      if (!now) throw AppError.of('not_found');
      // The same answer twice is one answer.
      if (now.state === STATE_AFTER[decision]) {
        if (keep) await this.keep(owner, actor, [now]);
        return [];
      }
      const refusal = whyNoAnswer(now);
      if (refusal) throw AppError.because('cannot_undo', refusal);
      const own = valueIn(google, field);
      if (!isSame(field, own, shown.ownerValue, google))
        throw AppError.changedSince([
          {
            field,
            current: toChangeValue(field, own),
            wanted: toChangeValue(field, valueFor(shown, decision)),
          },
        ]);
      if (keep) await this.keep(owner, actor, [now]);
      return [planned(now, decision)];
    };
    await this.changer.changeNow(owner, shown.locationId, plan, { kind: 'decision', actor, reason });
  }

  /**
   * Answers many edits in the background, one location after the other. Edits that are answered, being answered or over are
   * left out.
   * @returns the id of the set. Errors: `not_found` when none is left, `too_many_locks`
   */
  async decideAll(
    { workspaceId, actor }: RequestOwner,
    { ids, decision, reason = null, keep = false }: DecideEditsDto,
  ): Promise<string> {
    const owner = await this.changes.ownerOf(workspaceId);
    const open = (await this.edits.findAll(owner, ids)).filter((edit) => whyNoAnswer(edit) === null);
    if (open.length === 0) throw AppError.of('not_found');
    if (keep) await this.keep(owner, actor, open);
    const made = await this.undo.planInBackground(
      owner,
      { kind: 'decision', actor, reason },
      open.map((edit) => ({ locationId: edit.locationId, change: planned(edit, decision) })),
    );
    if (made === undefined) throw AppError.of('not_found');
    return made;
  }

  private async keep(owner: GoogleOwner, actor: string, edits: GoogleEditRow[]): Promise<void> {
    for (const keeper of this.keepers) await keeper(owner, actor, edits);
  }
}

/** To accept sends Google's value as the owner's, to reject sends the owner's once more: either ends the difference. */
function planned(edit: GoogleEditRow, decision: Decision): PlannedChange {
  const field = edit.field as ProfileField;
  return decision === 'accept'
    ? { field, view: 'owner', before: edit.ownerValue, after: edit.publicValue }
    : { field, view: 'public', before: edit.publicValue, after: edit.ownerValue };
}

function valueFor({ ownerValue, publicValue }: GoogleEditRow, decision: Decision): unknown {
  return decision === 'accept' ? publicValue : ownerValue;
}

function whyNoAnswer({ state, field }: GoogleEditRow): string | null {
  if (state === 'GONE') return 'Google withdrew this edit.';
  if (state !== 'OPEN') return 'This edit has been answered.';
  if (field === 'address') return 'The address can only be changed in Google’s own editor.';
  return null;
}

function toGoogleEdit(edit: ListedEdit): GoogleEditDto {
  const field = edit.field as ProfileField;
  return {
    id: edit.id,
    accountId: edit.accountId,
    locationId: edit.locationId,
    locationName: edit.locationName,
    storeCode: edit.storeCode,
    field,
    yours: toChangeValue(field, edit.ownerValue),
    google: toChangeValue(field, edit.publicValue),
    firstSeenAt: edit.firstSeenAt.toISOString(),
    lastSeenAt: edit.lastSeenAt.toISOString(),
    times: edit.times,
    state: edit.state,
    decidedAt: edit.decidedAt?.toISOString() ?? null,
    decidedBy: edit.decidedBy === null ? null : { uid: edit.decidedBy, name: edit.decidedByName ?? '' },
    changeId: edit.changeId,
    whyNoAnswer: whyNoAnswer(edit),
    isLocked: edit.isLocked,
  };
}
