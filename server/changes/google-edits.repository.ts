import { Injectable } from '@nestjs/common';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, lte, or, type SQL } from 'drizzle-orm';
import { isLockOf } from '../business-profile/changes/locked-fields.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { Database } from '../database/database.js';
import { type GoogleEditRow, googleEdits } from '../database/changes.schema.js';
import { lockedFields } from '../database/locks.schema.js';
import { users } from '../database/schema.js';
import type { ListPosition } from '../security/list-cursor.js';

export type ListedEdit = GoogleEditRow & { decidedByName: string | null; isLocked: boolean };

export interface EditFilter {
  state?: GoogleEditRow['state'];
  field?: string;
  locationId?: string;
}

/** Reads the inbox of what Google and the public changed. */
@Injectable()
export class GoogleEditsRepository {
  constructor(private readonly database: Database) {}

  /** Edits after a position, the latest seen first. */
  async list(
    owner: GoogleOwner,
    filter: EditFilter,
    { after, limit }: { after?: ListPosition; limit: number },
  ): Promise<ListedEdit[]> {
    const { lastSeenAt: at, id } = googleEdits;
    const rows = await this.database.orm
      .select({
        edit: googleEdits,
        name: users.displayName,
        isLocked: isNotNull(lockedFields.id).mapWith(Boolean),
      })
      .from(googleEdits)
      .leftJoin(lockedFields, isLockOf(googleEdits))
      .leftJoin(users, eq(users.uid, googleEdits.decidedBy))
      .where(
        and(matching(owner, filter), after && and(lte(at, after.at), or(lt(at, after.at), gt(id, after.id)))),
      )
      .orderBy(desc(at), asc(id))
      .limit(limit);
    return rows.map(({ edit, name, isLocked }) => ({ ...edit, decidedByName: name, isLocked }));
  }

  /** How many edits match the filter, by state. */
  async count(
    owner: GoogleOwner,
    filter: Omit<EditFilter, 'state'>,
  ): Promise<Record<GoogleEditRow['state'], number>> {
    const { state } = googleEdits;
    const rows = await this.database.orm
      .select({ state, count: count() })
      .from(googleEdits)
      .where(matching(owner, filter))
      .groupBy(state);
    const none = { OPEN: 0, ACCEPTED: 0, REJECTED: 0, GONE: 0 };
    return { ...none, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
  }

  /** How many edits wait for an answer, by field, the most first. */
  openByField(owner: GoogleOwner): Promise<{ field: string; count: number }[]> {
    const { field } = googleEdits;
    return this.database.orm
      .select({ field, count: count() })
      .from(googleEdits)
      .where(matching(owner, { state: 'OPEN' }))
      .groupBy(field)
      .orderBy(desc(count()), asc(field));
  }

  /** The edits with these ids; unknown ids are left out. */
  findAll(owner: GoogleOwner, ids: string[]): Promise<GoogleEditRow[]> {
    return this.database.orm
      .select()
      .from(googleEdits)
      .where(and(matching(owner, {}), inArray(googleEdits.id, ids)));
  }

  /** What the public sees in place of the owner's values, by `location field`. */
  async openValues(owner: GoogleOwner, locationIds: string[]): Promise<Map<string, unknown>> {
    if (locationIds.length === 0) return new Map();
    const { locationId, field, publicValue } = googleEdits;
    const rows = await this.database.orm
      .select({ locationId, field, publicValue })
      .from(googleEdits)
      .where(and(matching(owner, { state: 'OPEN' }), inArray(locationId, locationIds)));
    return new Map(rows.map((row) => [`${row.locationId} ${row.field}`, row.publicValue]));
  }
}

function matching(
  { workspaceId, subject }: GoogleOwner,
  { state, field, locationId }: EditFilter,
): SQL | undefined {
  return and(
    eq(googleEdits.workspaceId, workspaceId),
    eq(googleEdits.subject, subject),
    state && eq(googleEdits.state, state),
    field === undefined ? undefined : eq(googleEdits.field, field),
    locationId === undefined ? undefined : eq(googleEdits.locationId, locationId),
  );
}
