import { Injectable } from '@nestjs/common';
import { and, asc, count, countDistinct, desc, eq, gt, gte, inArray, like, lt, type SQL } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { isUnderWay } from '../business-profile/changes/planned-changes.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { containing, toSearchText } from '../business-profile/port/search-text.js';
import { Database } from '../database/database.js';
import {
  type ChangeLineRow,
  changeSets,
  type ChangeSetRow,
  changeLines,
} from '../database/changes.schema.js';
import { users } from '../database/schema.js';
import { isAfter, type ListPosition } from '../security/list-cursor.js';

/** A line with the set that it belongs to and the name of who made it. */
export interface ListedChange {
  change: ChangeLineRow;
  set: Pick<ChangeSetRow, 'kind' | 'actor' | 'reason' | 'name'> | null;
  actorName: string | null;
}

/** How much a set changed. */
export interface SetSize {
  changes: number;
  locations: number;
}

export interface ChangeFilter {
  locationId?: string;
  field?: string;
  by?: string;
  state?: ChangeLineRow['state'];
  from?: Date;
  to?: Date;
  search?: string;
}

type Counts = Record<ChangeLineRow['origin'], number>;

/** Reads the change log. */
@Injectable()
export class ChangesRepository {
  constructor(private readonly database: Database) {}

  /** Lines after a position, the latest first. */
  list(
    owner: GoogleOwner,
    filter: ChangeFilter & { origin?: ChangeLineRow['origin'] },
    { after, limit }: { after?: ListPosition; limit: number },
  ): Promise<ListedChange[]> {
    const { at, id, origin } = changeLines;
    return this.select()
      .where(
        and(
          matching(owner, filter),
          filter.origin && eq(origin, filter.origin),
          after && isAfter(after, { at, id }),
        ),
      )
      .orderBy(desc(at), asc(id))
      .limit(limit);
  }

  /** How many lines match the filter, by origin. */
  async count(owner: GoogleOwner, filter: ChangeFilter): Promise<Counts> {
    const { origin } = changeLines;
    const needsSet = filter.by !== undefined;
    const counting = this.database.orm.select({ origin, count: count() }).from(changeLines).$dynamic();
    if (needsSet) counting.leftJoin(changeSets, eq(changeSets.id, changeLines.setId));
    const rows = await counting.where(matching(owner, filter)).groupBy(origin);
    return { ...NONE, ...Object.fromEntries(rows.map((row) => [row.origin, row.count])) };
  }

  /** Undefined unless it is the owner's. */
  async find(owner: GoogleOwner, id: string): Promise<ListedChange | undefined> {
    const [row] = await this.select().where(and(ownedBy(owner, changeLines), eq(changeLines.id, id)));
    return row;
  }

  /** The lines of locations' changes. */
  async ofLocationChanges(ids: string[]): Promise<ListedChange[]> {
    if (ids.length === 0) return [];
    return this.select()
      .where(inArray(changeLines.locationChangeId, ids))
      .orderBy(asc(changeLines.at), asc(changeLines.id));
  }

  /** How much each of the sets changed. */
  async sizesOf(setIds: string[]): Promise<Map<string, SetSize>> {
    if (setIds.length === 0) return new Map();
    const { setId, locationId } = changeLines;
    const rows = await this.database.orm
      .select({ setId, changes: count(), locations: countDistinct(locationId) })
      .from(changeLines)
      .where(inArray(setId, [...new Set(setIds)]))
      .groupBy(setId);
    return new Map(rows.map(({ setId: id, ...size }) => [id!, size]));
  }

  /** Changes of the owner's version of a location since a moment, the oldest first. */
  since(owner: GoogleOwner, locationId: string, moment: Date): Promise<ChangeLineRow[]> {
    const { at, id, view, state } = changeLines;
    return this.database.orm
      .select()
      .from(changeLines)
      .where(
        and(
          ownedBy(owner, changeLines),
          eq(changeLines.locationId, locationId),
          gt(at, moment),
          eq(view, 'owner'),
          inArray(state, ['public', 'in_review']),
        ),
      )
      .orderBy(asc(at), asc(id));
  }

  /** Which of the lines are being undone at this moment. */
  async beingUndone(owner: GoogleOwner, lines: readonly ChangeLineRow[]): Promise<Set<string>> {
    if (lines.length === 0) return new Set();
    const { undoes, state, locationId } = changeLines;
    const ids = lines.map(({ id }) => id);
    // Lines that undo others are found by their locations: there is no index of what they undo.
    const places = [...new Set(lines.map((line) => line.locationId))];
    const rows = await this.database.orm
      .select({ undoes })
      .from(changeLines)
      .innerJoin(changeSets, eq(changeSets.id, changeLines.setId))
      .where(
        and(
          ownedBy(owner, changeLines),
          inArray(locationId, places),
          inArray(undoes, ids),
          isUnderWay(state),
        ),
      );
    return new Set(rows.flatMap((row) => row.undoes ?? []));
  }

  private select() {
    return this.database.orm
      .select({
        change: changeLines,
        set: {
          kind: changeSets.kind,
          actor: changeSets.actor,
          reason: changeSets.reason,
          name: changeSets.name,
        },
        actorName: users.displayName,
      })
      .from(changeLines)
      .leftJoin(changeSets, eq(changeSets.id, changeLines.setId))
      .leftJoin(users, eq(users.uid, changeSets.actor))
      .$dynamic();
  }
}

const NONE: Counts = { here: 0, elsewhere: 0, google: 0 };

function matching(owner: GoogleOwner, filter: ChangeFilter): SQL | undefined {
  const { locationId, field, by, state, from, to, search } = filter;
  const wanted = toSearchText(search ?? '');
  return and(
    ownedBy(owner, changeLines),
    locationId === undefined ? undefined : eq(changeLines.locationId, locationId),
    field === undefined ? undefined : eq(changeLines.field, field),
    by === undefined ? undefined : eq(changeSets.actor, by),
    state && eq(changeLines.state, state),
    from && gte(changeLines.at, from),
    to && lt(changeLines.at, to),
    wanted ? like(changeLines.searchText, containing(wanted)) : undefined,
  );
}
