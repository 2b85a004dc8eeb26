import { randomUUID } from 'node:crypto';
import type { Orm } from '../database/database.js';
import { noticeEvents, type NoticeKind, type NoticeSubject } from '../database/notices.schema.js';

/** Something that the owner of a workspace is to be told. */
export interface NoticeEvent {
  workspaceId: string;
  kind: NoticeKind;
  /** The same for the same event, however often it is found: its second mention is not stored. At most 500 characters. */
  key: string;
  /** The same for events that are told together, in words that suit its kind (`notice-kinds.ts`). At most 500 characters. */
  cause: string;
  subject: NoticeSubject;
  at: Date;
}

/** Rows of one statement. */
const BATCH = 200;

/** Notes events in the transaction of what caused them, so that they commit together or not at all. */
export async function noteEvents(tx: Orm, events: readonly NoticeEvent[]): Promise<void> {
  for (let first = 0; first < events.length; first += BATCH)
    await tx
      .insert(noticeEvents)
      .values(events.slice(first, first + BATCH).map((event) => ({ id: randomUUID(), ...event })))
      .onConflictDoNothing();
}
