import { sql } from 'drizzle-orm';
import { NOW } from '../../database/database-clock.js';
import { randomUUID } from 'node:crypto';
import type { Orm } from '../../database/database.js';
import { noticeEvents, type NoticeKind, type NoticeSubject } from '../../database/notices.schema.js';

/** Something that the owner of a workspace gets a notice of. */
export interface NoticeEvent {
  workspaceId: string;
  kind: NoticeKind;
  /** The same each time the same event is found: it is stored once. At most 500 characters. */
  key: string;
  /** The same for events that come in one notice, as `notice-kinds.ts` says for each kind. At most 500 characters. */
  cause: string;
  subject: NoticeSubject;
  /** By the clock of this server, which may be wrong: it is stored as within the last minutes by that of the database. */
  at: Date;
}

/** Less than `SETTLING_MS` of digests (`digest-times.ts`), so that no digest has passed the event already. */
const EARLIEST = sql`${NOW} - interval '4 minutes'`;

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
    at: sql`least(greatest(${known}, ${EARLIEST}), ${NOW})`,
  };
}
