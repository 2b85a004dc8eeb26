import type { Database } from '../../../dist/server/database/database.js';
import type { Attempt, Row } from './oracle.ts';

type Read = Omit<Row, 'attempts'> & { attempts: Record<keyof Attempt, string | null>[] };

/** All posts that are to be published, with what became of their attempts. */
export async function readPosts(database: Database): Promise<Row[]> {
  const { rows } = await database.executeSql(`
    select id, location_id as "locationId", body ->> 'summary' as text, publish_at as "publishAt", status, detail,
      google_name as "googleName", error_details as "errorDetails",
      coalesce(
        (select json_agg(
           json_build_object('outcome', outcome, 'sentAt', sent_at, 'endedAt', ended_at) order by attempt)
         from publish_attempts where post_id = posts.id),
        '[]') as attempts
    from posts where source = 'google' order by publish_at`);
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return (rows as Read[]).map((row) => ({
    ...row,
    attempts: row.attempts.map(({ outcome, sentAt, endedAt }) => ({
      outcome,
      sentAt: instant(sentAt),
      endedAt: instant(endedAt),
    })),
  }));
}
