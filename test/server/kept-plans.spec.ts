import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PEOPLE } from '../support/google-simulator.js';
import { HOUR_MS, type Publishing, schedule, startPublishing } from '../support/publishing.js';
import { keptPlanOf, noteStatements } from '../support/statements.js';

/** Those of the engine are its own; those that are planned each time are unlike others in that they compare pairs. */
const IS_KEPT =
  /^(?!.*pgboss)(?!.*\) in \(select \* from unnest).*(any\(\$|unnest\(\$|jsonb_to_recordset\(\$)/s;

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing();
});
afterAll(() => publishing.close());

it('statements that are planned once go from each key into an index, however small the tables are by then', async () => {
  const { served, google } = publishing;
  const { database } = served;
  const tamsin = await publishing.connected(PEOPLE.tamsin);
  const { id: locationId } = google.world.location({ location: 'Okonjo Ceramics' });
  // The worst of times: the database knows that there is next to nothing.
  await database.executeSql('analyze');
  const statements = noteStatements(database);
  await schedule(publishing, tamsin, { locationId, inMs: 2 * HOUR_MS });
  // Google takes it and does not say so: it is looked for, and what is doubtful is read.
  google.faults.next('localPosts.create', 'error-after');
  await publishing.passAndWork(2 * HOUR_MS);
  await publishing.passAndWork(HOUR_MS);
  const kept = new Set(statements.take().flatMap(({ text }) => (IS_KEPT.test(text) ? text : [])));
  // Connections, places, pauses, doubts; new posts, claims, intents, records.
  expect(kept.size).toBe(8);
  for (const text of kept)
    for (const step of await keptPlanOf(database, text))
      expect({ text, step }).toEqual({
        text,
        step: expect.objectContaining({ 'Index Cond': expect.stringMatching(/^\(+(id|uid|post_id) = /) }),
      });
});
