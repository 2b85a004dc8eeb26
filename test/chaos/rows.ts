import type { Database } from '../../dist/server/database/database.js';
import type { Row } from './oracle.ts';

/** All posts that are to be published, with what became of their attempts. */
export async function readPosts(database: Database): Promise<Row[]> {
  const { rows } = await database.executeSql(`
    select id, location_id as "locationId", body ->> 'summary' as text, publish_at as "publishAt", status, detail,
      google_name as "googleName", error_details as "errorDetails",
      array(select outcome from publish_attempts where post_id = posts.id order by attempt) as outcomes
    from posts where source = 'google' order by publish_at`);
  return rows as Row[];
}
