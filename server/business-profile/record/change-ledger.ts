import { Injectable } from '@nestjs/common';
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { Database, type Orm } from '../../database/database.js';
import {
  type ChangeRow,
  changeSets,
  type ChangeSetRow,
  googleEdits,
  profileChanges,
  profileSaves,
  type SaveRow,
} from '../../database/record.schema.js';
import { rootOf } from '../../errors/database-errors.js';
import { noteEvents } from '../../notices/outbox.js';
import type { GoogleOwner } from '../business-profile-provider.js';
import type { RawLocation } from '../google/mirror.repository.js';
import { toLine } from './change-lines.js';
import { refusedEvent } from './location-events.js';
import { isSame, NOWHERE, type ProfileField, type RawValue } from './profile-fields.js';

/** The clock that decides what is due and which claims hold: the database's, for all processes. */
const NOW = sql`shingle_now()`;
/** How long a claim holds: for a reading of the location and the wait for its turn. */
const LEASE = sql`${NOW} + interval '60 seconds'`;
/** How long it holds from the intent on: for one request, and for noting its outcome. */
const SENDING_LEASE = sql`${NOW} + interval '30 seconds'`;
/** An intent that took longer to commit is too old to be followed. */
const INTENT_WITHIN_MS = 10_000;
const UNIQUE_VIOLATION = '23505';
const DUE_AT_ONCE = 100;

/** A field that is to change, with the values in Google's shape. */
export interface PlannedChange {
  field: ProfileField;
  /** `public`: Google's value goes, and the owner's stays. */
  view: 'owner' | 'public';
  before: RawValue;
  after: RawValue;
  /** The line that it takes back. */
  undoes?: string;
}

/** A claimed save. While the claim holds, no other process works on it. */
export interface SaveClaim {
  save: SaveRow;
  owner: GoogleOwner;
  lines: ChangeRow[];
  /** Whether a person waits for the outcome and sees it. */
  isAwaited: boolean;
}

/** What became of each line of a save, by its id. */
export type LineOutcome = Pick<ChangeRow, 'state' | 'error'> & Partial<Pick<ChangeRow, 'after'>>;

/** Thrown when nothing may be sent: the claim is over, or Google still has another edit of the location to answer. */
export class SaveAborted extends Error {
  constructor(readonly reason: 'over' | 'busy') {
    super(reason === 'over' ? 'the claim is over' : 'another edit of the location is under way');
  }
}

/**
 * The ledger of changes to profiles. Each change is made under a claim that holds, or not at all: a claim has a number
 * (`profile_saves.attempt`), and a later claim ends the earlier ones.
 */
@Injectable()
export class ChangeLedger {
  constructor(private readonly database: Database) {}

  /** Stores what somebody does, without sending anything. */
  async addSet(
    tx: Orm,
    owner: GoogleOwner,
    set: Omit<ChangeSetRow, 'workspaceId' | 'subject'>,
  ): Promise<void> {
    await tx.insert(changeSets).values({ ...set, workspaceId: owner.workspaceId, subject: owner.subject });
  }

  /** Adds the changes of one location to a set: they wait to be sent in one call. */
  async addSave(
    tx: Orm,
    owner: GoogleOwner,
    setId: string,
    { accountId, google }: RawLocation,
    changes: PlannedChange[],
    at: Date,
  ): Promise<string> {
    const id = randomUUID();
    const lines = changes.map(({ undoes = null, ...change }) =>
      toLine(
        owner,
        { accountId, now: google, at },
        { ...change, undoes, setId, saveId: id, origin: 'here', state: 'waiting' },
      ),
    );
    await tx.insert(profileSaves).values({
      id,
      setId,
      workspaceId: owner.workspaceId,
      subject: owner.subject,
      locationId: lines[0]?.locationId ?? '',
      state: 'waiting',
      nextStepAt: NOW,
      createdAt: at,
    });
    await tx.insert(profileChanges).values(lines);
    return id;
  }

  /** Claims a save that is not claimed; undefined otherwise. If the process dies, it is due again when the claim ends. */
  async claim(
    id: string,
    { isAwaited, tx = this.database.orm }: { isAwaited: boolean; tx?: Orm },
  ): Promise<SaveClaim | undefined> {
    const [save] = await tx
      .update(profileSaves)
      .set({ attempt: sql`${profileSaves.attempt} + 1`, leaseUntil: LEASE, nextStepAt: LEASE })
      .where(
        and(
          eq(profileSaves.id, id),
          isNotNull(profileSaves.nextStepAt),
          or(isNull(profileSaves.leaseUntil), lte(profileSaves.leaseUntil, NOW)),
        ),
      )
      .returning();
    if (!save) return undefined;
    const lines = await tx
      .select()
      .from(profileChanges)
      .where(eq(profileChanges.saveId, id))
      .orderBy(asc(profileChanges.id));
    return { save, lines, owner: { workspaceId: save.workspaceId, subject: save.subject }, isAwaited };
  }

  /** Commits the intent to send, before anything leaves. Errors: `SaveAborted`; then nothing may leave. */
  async intend(claim: SaveClaim, at: Date): Promise<void> {
    const askedAt = performance.now();
    try {
      await this.database.transaction(async (tx) => {
        const sent = await tx
          .update(profileSaves)
          .set({
            state: 'sending',
            sentAt: at,
            timesSent: sql`${profileSaves.timesSent} + 1`,
            leaseUntil: SENDING_LEASE,
            nextStepAt: SENDING_LEASE,
          })
          .where(and(isHeldBy(claim), sql`${profileSaves.leaseUntil} > ${NOW}`))
          .returning({ id: profileSaves.id });
        if (sent.length === 0) throw new SaveAborted('over');
        await tx
          .update(profileChanges)
          .set({ state: 'sending', at })
          .where(eq(profileChanges.saveId, claim.save.id));
      });
    } catch (error) {
      const { code, constraint } = rootOf(error) as { code?: unknown; constraint?: unknown };
      if (code === UNIQUE_VIOLATION && constraint === 'profile_saves_open') throw new SaveAborted('busy');
      throw error;
    }
    if (performance.now() - askedAt > INTENT_WITHIN_MS) throw new SaveAborted('over');
    claim.save.sentAt = at;
    claim.save.timesSent += 1;
  }

  /**
   * Notes the outcome and ends the claim. False, and nothing noted, when the claim is over already.
   * @param also what else belongs to the outcome, in the same transaction
   */
  async finish(
    claim: SaveClaim,
    state: SaveRow['state'],
    outcomeOf: (line: ChangeRow) => LineOutcome,
    at: Date,
    also?: (tx: Orm) => Promise<void>,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const ended = await tx
        .update(profileSaves)
        .set({ state, leaseUntil: null, nextStepAt: null, endedAt: at })
        .where(isHeldBy(claim))
        .returning({ id: profileSaves.id });
      if (ended.length === 0) return false;
      const [set] = await tx.select().from(changeSets).where(eq(changeSets.id, claim.save.setId));
      for (const line of claim.lines) {
        const outcome = outcomeOf(line);
        await tx.update(profileChanges).set(outcome).where(eq(profileChanges.id, line.id));
        if (outcome.state === 'in_review') await this.noteTaken(tx, line, set?.actor ?? '', at);
        if (outcome.state === 'refused' && !claim.isAwaited)
          await noteEvents(tx, [refusedEvent(line, outcome.error ?? '', at)]);
      }
      await also?.(tx);
      return true;
    });
  }

  /** Ends the claim of a save that is worked on again later. `waiting`: Google certainly has nothing of it. */
  async putOff(claim: SaveClaim, state: 'waiting' | 'unconfirmed', seconds: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const put = await tx
        .update(profileSaves)
        .set({
          state,
          ...(state === 'waiting' && { sentAt: null, timesSent: 0 }),
          leaseUntil: null,
          nextStepAt: sql`${NOW} + ${`${seconds} seconds`}::interval`,
        })
        .where(isHeldBy(claim))
        .returning({ id: profileSaves.id });
      if (put.length > 0)
        await tx.update(profileChanges).set({ state }).where(eq(profileChanges.saveId, claim.save.id));
    });
  }

  /** Takes back a set of which nothing was ever sent, as if it had not been asked for. */
  async forget(claim: SaveClaim): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [held] = await tx
        .select({ id: profileSaves.id })
        .from(profileSaves)
        .where(isHeldBy(claim))
        .for('update');
      if (held) await tx.delete(changeSets).where(eq(changeSets.id, claim.save.setId));
    });
  }

  /** The saves that are due, the oldest first. */
  async due(): Promise<string[]> {
    const rows = await this.database.orm
      .select({ id: profileSaves.id })
      .from(profileSaves)
      .where(lte(profileSaves.nextStepAt, NOW))
      .orderBy(asc(profileSaves.nextStepAt))
      .limit(DUE_AT_ONCE);
    return rows.map(({ id }) => id);
  }

  /** Ends all saves of a connection that wait. What was sent is settled once the connection is back. */
  async abandon(owner: GoogleOwner, error: string, at: Date): Promise<void> {
    const { workspaceId, subject, state } = profileSaves;
    await this.database.transaction(async (tx) => {
      const ended = await tx
        .update(profileSaves)
        .set({ state: 'not_sent', leaseUntil: null, nextStepAt: null, endedAt: at })
        .where(and(eq(workspaceId, owner.workspaceId), eq(subject, owner.subject), eq(state, 'waiting')))
        .returning({ id: profileSaves.id });
      const ids = ended.map(({ id }) => id);
      if (ids.length > 0)
        await tx
          .update(profileChanges)
          .set({ state: 'not_sent', error })
          .where(inArray(profileChanges.saveId, ids));
    });
  }

  /** What a line that Google took means for the line that it takes back, and for an edit of Google that it answers. */
  private async noteTaken(tx: Orm, line: ChangeRow, actor: string, at: Date): Promise<void> {
    if (line.undoes)
      await tx.update(profileChanges).set({ undoneBy: line.id }).where(eq(profileChanges.id, line.undoes));
    const { workspaceId, subject, locationId, field, state } = googleEdits;
    const answered = await tx
      .select()
      .from(googleEdits)
      .where(
        and(
          eq(workspaceId, line.workspaceId),
          eq(subject, line.subject),
          eq(locationId, line.locationId),
          eq(field, line.field),
          eq(state, 'OPEN'),
        ),
      );
    for (const edit of answered) {
      const isAccepted = isSame(line.field as ProfileField, edit.publicValue, line.after, NOWHERE);
      await tx
        .update(googleEdits)
        .set({
          state: line.view === 'owner' && isAccepted ? 'ACCEPTED' : 'REJECTED',
          decidedAt: at,
          decidedBy: actor,
          changeId: line.id,
        })
        .where(eq(googleEdits.id, edit.id));
    }
  }
}

function isHeldBy({ save }: SaveClaim): SQL | undefined {
  return and(
    eq(profileSaves.id, save.id),
    eq(profileSaves.attempt, save.attempt),
    isNotNull(profileSaves.leaseUntil),
  );
}
