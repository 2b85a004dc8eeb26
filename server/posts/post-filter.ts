import { and, eq, gte, inArray, isNull, like, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Owner } from '../business-profile/port/business-profile-provider.js';
import { containing, toSearchText } from '../business-profile/port/search-text.js';
import type { Orm } from '../database/database.js';
import { posts } from '../database/schema.js';
import { WAITING_DETAILS } from '../database/waiting-details.js';
import { wrongCursor } from '../security/list-cursor.js';
import { isInstant } from '../security/time-rules.js';
import { isOfUndone } from './undone-posts.js';

type PostRow = typeof posts.$inferSelect;

/** Which of them. */
export interface PostFilter {
  /** Part of the text, or of the location's name or store code, without regard to case and accents. */
  search?: string;
  locationId?: string;
  /** Publish time at or after. */
  from?: Date;
  /** Publish time before. */
  to?: Date;
  /** Only failed posts that Google may have taken, and that a person can send again. */
  isUnconfirmed?: boolean;
  /** Only posts that were scheduled by themselves. */
  isWithoutCampaigns?: boolean;
  /** Only posts that do not go out for now, of any Google account. */
  held?: {
    /** The Google account with a working connection; null: there is none. */
    workingSubject: string | null;
  };
}

/** The owner of the posts. No query returns posts of others. */
export function isOwned({ workspaceId, source, subject }: Owner): SQL | undefined {
  return and(
    eq(posts.workspaceId, workspaceId),
    eq(posts.source, source),
    subject === null ? isNull(posts.subject) : eq(posts.subject, subject),
  );
}

/** A post to Google that waits, and whose connection is lost, held, ended or without quota. */
export function isHeld(workspaceId: string, workingSubject: string | null): SQL | undefined {
  return and(
    eq(posts.workspaceId, workspaceId),
    eq(posts.source, 'google'),
    isIn(['SCHEDULED']),
    workingSubject === null
      ? undefined
      : or(ne(posts.subject, workingSubject), inArray(posts.detail, ['connection_lost', 'connection_held'])),
  );
}

/** Whether a queued post with this detail was certainly not sent. */
function isWaitingDetail(detail: PostRow['detail']): boolean {
  return WAITING_DETAILS.some((waiting) => waiting === detail);
}

/** Whether a post was certainly not sent and only waits for a retry. `isIn` says the same in SQL. */
export function isWaiting({ status, detail, seeded }: PostRow): boolean {
  return status === 'QUEUED' && isWaitingDetail(detail) && !seeded;
}

/** Posts in one of these statuses. Those that wait for a retry count as SCHEDULED. */
export function isIn(statuses: PostRow['status'][]): SQL | undefined {
  const waits = and(
    eq(posts.status, 'QUEUED'),
    inArray(posts.detail, [...WAITING_DETAILS]),
    eq(posts.seeded, false),
  );
  return or(inArray(posts.status, statuses), statuses.includes('SCHEDULED') ? waits : undefined);
}

/** The database's own column: name, text and store code in the form that searches compare. */
const searchText = sql`${posts}.search_text`;

/** The posts of an owner that match a filter. */
export function matching(
  orm: Orm,
  owner: Owner,
  { search, locationId, from, to, isUnconfirmed, isWithoutCampaigns, held }: PostFilter,
): SQL | undefined {
  const wanted = toSearchText(search ?? '');
  return and(
    held ? isHeld(owner.workspaceId, held.workingSubject) : isOwned(owner),
    wanted ? like(searchText, containing(wanted)) : undefined,
    locationId === undefined ? undefined : eq(posts.locationId, locationId),
    isUnconfirmed
      ? and(eq(posts.status, 'FAILED'), eq(posts.detail, 'unconfirmed'), not(isOfUndone(orm)))
      : undefined,
    isWithoutCampaigns ? isNull(posts.campaignId) : undefined,
    from && gte(posts.publishAt, from),
    to && lt(posts.publishAt, to),
  );
}

/** Orders by publish time, the latest or the soonest first. */
export const POST_ORDERS = Object.freeze(['latest', 'soonest'] as const);

export type PostOrder = (typeof POST_ORDERS)[number];

/** A position in the list: that of the last post that the client has. */
export interface PostPosition {
  publishAt: Date;
  id: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A position as an opaque text for the client. */
export function toCursor({ publishAt, id }: PostPosition): string {
  return Buffer.from(`${publishAt.toISOString()} ${id}`).toString('base64url');
}

/** The position that a cursor encodes. Errors: `validation_failed` for any other text. */
export function fromCursor(cursor: string): PostPosition {
  const [publishAt, id] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!isInstant(publishAt) || id === undefined || !UUID.test(id)) throw wrongCursor();
  return { publishAt: new Date(publishAt), id };
}
