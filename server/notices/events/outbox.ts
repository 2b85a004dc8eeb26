import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Orm } from '../../database/database.js';
import { noticeEvents, type NoticeKind, type NoticeSubject } from '../../database/notices.schema.js';

/** Something that the owner of a workspace is to be told. */
export interface NoticeEvent {
  workspaceId: string;
  kind: NoticeKind;
  /** The same for the same event, however often it is found: its second mention is not stored. At most 500 characters. */
  key: string;
  /** The same for events that are told together, in words that suit its kind (`notice-kinds.ts`). At most 500 characters. */
  cause: string;
  subject: NoticeSubject;
  /** By the clock of this server, which may be wrong: it is stored as within the last minutes by that of the database. */
  at: Date;
}

/** Less than the margin of daily and weekly messages (`tell-times.ts`), so that none of them has passed the event already. */
const EARLIEST = sql`shingle_now() - interval '4 minutes'`;

/** Rows of one statement. */
const BATCH = 200;

/** Notes events in the transaction of what caused them, so that they commit together or not at all. */
export async function noteEvents(tx: Orm, events: readonly NoticeEvent[]): Promise<void> {
  for (let first = 0; first < events.length; first += BATCH)
    await tx
      .insert(noticeEvents)
      .values(events.slice(first, first + BATCH).map(rowOf))
      .onConflictDoNothing();
}

function rowOf({ at, ...event }: NoticeEvent) {
  const known = sql`${at.toISOString()}::timestamptz`;
  return {
    id: randomUUID(),
    ...event,
    at: sql`least(greatest(${known}, ${EARLIEST}), shingle_now())`,
  };
}
