import { afterAll, beforeAll, expect, it } from '../../support/jest.ts';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Database } from '../../../dist/server/database/database.js';
import { openPostgres } from '../../../dist/server/database/postgres.js';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { TestClock } from '../../support/clock.ts';
import { untilSeen } from '../../support/until.ts';

/** Instead of the role's own name, and its database's: others may use the same server. */
const name = `shingle_${randomBytes(6).toString('hex')}`;
let server: pg.Client;
let database: Database;
let served: TestApp;
beforeAll(async () => {
  server = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await server.connect();
  const script = readFileSync('server/database/app-role.sh', 'utf8');
  for (const [statement] of script.matchAll(/^create .*;$/gm))
    await server.query(statement.replaceAll('shingle', name).replace(":'password'", "'hunter2'"));
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  Object.assign(url, { username: name, password: 'hunter2', pathname: `/${name}` });
  database = await openPostgres(url.href);
  served = await startTestApp({}, { database, clock: new TestClock() });
});
afterAll(async () => {
  await served.close();
  await database.close();
  await server.query(`drop database ${name} with (force)`);
  await server.query(`drop role ${name}`);
  await server.end();
});

it('the role that compose.yaml creates for the app is not a superuser, and the product works with it', async () => {
  const { rows } = await database.executeSql(
    'select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([
    { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
  ]);
  const robin = await served.signUp();
  const postBody = { languageCode: 'en-US', summary: 'Fresh at 8', topicType: 'STANDARD' };
  const publishAt = new Date(served.clock.now().getTime() + 1000).toISOString();
  const { body } = await robin
    .send('post', '/api/posts', { locationId: 'sample-101', publishAt, postBody })
    .expect(201);
  served.clock.advance({ minutes: 1 });
  await untilSeen('that it is published', async () => {
    const post = await robin.send('get', `/api/posts/${(body as { id: string }).id}`);
    return (post.body as { status: string }).status === 'PUBLISHED';
  });
  await served.visitor().send('get', '/api/health/ready').expect(200);
});
