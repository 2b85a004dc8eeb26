import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { fileURLToPath } from 'node:url';
import type { Database, Orm } from '../../../dist/server/database/database.js';

const MIGRATIONS = fileURLToPath(new URL('../../../dist/server/database/migrations', import.meta.url));

const migrationFiles = readMigrationFiles({ migrationsFolder: MIGRATIONS });

/** How many migrations there are. */
export const MIGRATION_COUNT = migrationFiles.length;

/** How many statements an upgrade from there consists of: a lock, the list, what is new, the job engine's tables. */
export function countStatements(migrations: number): number {
  return migrationFiles.slice(migrations).reduce((sum, { sql }) => sum + sql.length + 1, 3);
}

/** Takes everything out of a database, so that it is as a server gives it. */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.executeSql(
    'drop schema public cascade; drop schema if exists pgboss cascade; create schema public',
  );
}

/**
 * Leaves an empty database as a version of the program would that knew only the first migrations, with what people
 * have done in it.
 */
export async function makeOlder(orm: Orm, migrations: number): Promise<void> {
  await orm.execute(sql`create table migrations
    (id bigint primary key, hash text not null, applied_at timestamptz not null default now())`);
  for (const { folderMillis, hash, sql: statements } of migrationFiles.slice(0, migrations)) {
    for (const statement of statements) await orm.execute(sql.raw(statement));
    await orm.execute(sql`insert into migrations (id, hash) values (${folderMillis}, ${hash})`);
  }
  const rows = [
    ...USERS,
    ...(migrations > 9 ? WORKSPACES : []),
    ...ownedRows(migrations > 9 ? 'workspace_id' : 'uid'),
    keyRow(migrations > 25, migrations > 34),
    ...(migrations > 1 ? GOOGLE_ROWS : []),
    ...(migrations > 2 ? PUBLISHING_ROWS : []),
    ...(migrations > 12 ? RECORD_ROWS : []),
    ...(migrations > 15 ? NOTICE_ROWS : []),
    ...(migrations > 20 ? campaignRows(migrations > 32) : []),
    ...(migrations > 22 ? STATISTICS_ROWS : []),
  ];
  for (const statement of rows) await orm.execute(sql.raw(statement));
}

const post = (number: number, values: string) =>
  `('00000000-0000-4000-8000-00000000000${number}', 'user-' || ${(number % 3) + 1}, ${values})`;

const USERS = [
  `insert into users (uid, display_name, email, first_name, last_name, preferences, sign_in_method, last_sign_in,
     created_at, updated_at)
   select 'user-' || n, 'Robin van Bérg ' || n, n || '@example.com', 'Robin', 'van Bérg',
     '{"theme":"dark","notifications":true,"emailUpdates":false}', 'email', '2026-10-01T10:00:00.123Z',
     '2026-09-01T10:00:00Z', '2026-10-01T10:00:00Z'
   from generate_series(1, 60) n`,
  `insert into sessions select 'session-' || n, 'user-' || n, true, now(), now(), now() + interval '14 days', null
   from generate_series(1, 60) n`,
];

/** From then on what is owned belongs to a workspace, one for each user. */
const WORKSPACES = [`insert into workspaces select uid, display_name, 'personal', created_at from users`];

/** A key belongs to a route from then on, and later to a workspace. */
const keyRow = (hasRoute: boolean, hasWorkspace: boolean) => {
  const further = [hasRoute && 'schedulePost', hasWorkspace && 'user-1'].filter((value) => value !== false);
  const values = further.map((value) => `, '${value}'`).join('');
  return `insert into idempotency_keys values ('user-1', 'key', 'hash', '{"id":"1"}', now()${values})`;
};

/** Posts 1 to 4 came with the sample, 5 and 6 were written by people. */
const ownedRows = (owner: 'uid' | 'workspace_id') => [
  `insert into sample_edits select 'user-' || n, 'sample-101', '{"name":"A corrected name 😀"}', now()
   from generate_series(1, 60) n`,
  `insert into posts (id, ${owner}, source, seeded, account_id, location_id, location_name, time_zone, post_type, body,
     publish_at, status, published_at, error_details, created_at, updated_at) values
   ${[
     post(1, place("'sample', true", "'2026-09-10T10:00:00Z', 'PUBLISHED', '2026-09-10T10:00:01Z', null")),
     post(2, place("'sample', true", "'2027-09-10T10:00:00Z', 'SCHEDULED', null, null")),
     post(3, place("'sample', true", "'2026-09-11T10:00:00Z', 'FAILED', null, 'The link does not open.'")),
     post(4, place("'sample', true", "'2026-09-12T10:00:00Z', 'QUEUED', null, null")),
     post(5, place("'sample', false", "'2027-09-11T10:00:00Z', 'SCHEDULED', null, null")),
     post(6, place("'sample', false", "'2026-09-12T10:00:00Z', 'FAILED', null, 'It was refused.'")),
   ].join(', ')}`,
  `insert into publish_attempts values
   ('00000000-0000-4000-8000-000000000003', 1, '2026-09-11T10:00:00Z', 'failed', 'The link does not open.'),
   ('00000000-0000-4000-8000-000000000003', 3, '2026-09-11T10:05:00Z', 'failed', 'The link does not open.'),
   ('00000000-0000-4000-8000-000000000006', 1, '2026-09-12T10:00:00Z', 'failed', 'It was refused.')`,
];

function place(kind: string, state: string): string {
  const body = `'{"languageCode":"en-US","summary":"Fresh today: “rye”","topicType":"STANDARD"}'`;
  return `${kind}, 'sample-account', 'sample-101', 'Hearth', 'Europe/Berlin', 'STANDARD', ${body}, ${state}, now(), now()`;
}

const GOOGLE_ROWS = [
  // Ended ones: no key reads these tokens, and a server that asks Google with one writes down that it has ended.
  `insert into google_connections select 'user-' || n, gen_random_uuid(), '10' || n, n || '@gmail.com',
     array['openid', 'email'], 'bm9uY2U=', 'k1', 'reconnect', now(), now() from generate_series(1, 30) n`,
  `insert into oauth_transactions values ('way', 'connect', 'verifier', 'binding', 'user-1', null, now())`,
  `insert into rate_buckets values ('google', 12.5, now())`,
  `insert into mirror_accounts select 'user-' || n, '10' || n, 'accounts/1', 0, '{"name":"accounts/1"}', 1
   from generate_series(1, 30) n`,
  `insert into mirror_imports select 'user-' || n, '10' || n, 1, now(), now(), null, 1, now(), now() + interval '1 year'
   from generate_series(1, 30) n`,
  `insert into mirror_locations select 'user-' || n, '10' || n, '1', 'l' || n, true, '{"title":"Hearth"}', 'VERIFIED',
     'hearth', 'hearth', 1, now() from generate_series(1, 30) n`,
  `update posts set source = 'google', subject = '1' || right(id::text, 1) where not seeded`,
];

/** From then on a post says itself when its next step is, and how often it was tried. */
const PUBLISHING_ROWS = [
  `update posts set next_step_at = publish_at where status = 'SCHEDULED' and not seeded`,
  `update posts set attempt = (select max(attempt) from publish_attempts where post_id = id)
   where id in (select post_id from publish_attempts)`,
];

/** From then on there is a change log. */
const RECORD_ROWS = [
  `insert into profile_changes (id, workspace_id, subject, account_id, location_id, location_name, field, view, before,
     after, origin, state, at, search_text)
   select gen_random_uuid(), 'user-' || n, '10' || n, 'accounts/1', 'l' || n, 'Hearth', 'websiteUri', 'owner',
     '"https://old.example.com/"', '"12345"', 'elsewhere', 'public', now(), 'hearth' from generate_series(1, 30) n`,
];

/** From then on there are notices. */
const NOTICE_ROWS = [
  `insert into notice_channels (id, workspace_id, kind, target, secret, key_name, kinds, schedule, is_on, on_since,
     created_at, updated_at)
   select gen_random_uuid(), 'user-' || n, 'webhook', 'dGFyZ2V0', 'c2VjcmV0', 'k1', array['post_failed'], 'now', true,
     now(), now(), now() from generate_series(1, 30) n`,
  `insert into notices (id, workspace_id, kind, cause, first_at, last_at, open_until, events, tell_at)
   select gen_random_uuid(), 'user-' || n, 'post_failed', 'It was refused.', now(), now(), now(), 1, now()
   from generate_series(1, 30) n`,
  `insert into notice_events (id, workspace_id, kind, key, cause, subject, at, notice_id, place)
   select gen_random_uuid(), workspace_id, kind, 'key', cause, '{"locationName":"Hearth"}', now(), id, 1 from notices`,
  `insert into notice_deliveries (id, workspace_id, channel_id, kind, content, state, due_at, created_at)
   select gen_random_uuid(), workspace_id, id, 'notice', '{"notices":[]}', 'waiting', now(), now() from notice_channels`,
  `insert into notice_settings select 'user-' || n, '22:00', '07:00' from generate_series(1, 30) n`,
];

/** From then on there are campaigns, and from migration 32 on with a name. */
const campaignRows = (hasName: boolean) => [
  `insert into campaigns (id, workspace_id, subject, ${hasName ? 'name, first_at, ' : ''}state, body, choice, wall_time, time_zone,
     closed_days, created_at, updated_at)
   select gen_random_uuid(), 'user-' || n, '10' || n, ${hasName ? "'Fresh', now(), " : ''}'scheduling',
     '{"languageCode":"en-US","summary":"Fresh at {name}","topicType":"STANDARD"}', '{"label":"north"}', '2027-09-10T09:00', 'Europe/Berlin', 'move', now(), now()
   from generate_series(1, 30) n`,
  `insert into campaign_targets (campaign_id, location_id, position, account_id, location_name, facts, time_zone, wall_time,
     publish_at)
   select id, 'l1', 1, 'accounts/1', 'Hearth', '{"name":"Hearth"}', 'Europe/Berlin', '2027-09-10T09:00',
     '2027-09-10T07:00:00Z' from campaigns`,
  `insert into selections (id, workspace_id, subject, name, is_live, choice, created_at, updated_at)
   select gen_random_uuid(), workspace_id, subject, 'North', true, choice, now(), now() from campaigns`,
];

/** From then on there are statistics. */
const STATISTICS_ROWS = [
  `insert into metric_readings (id, workspace_id, subject, location_id, counted_until, has_series, next_at, words_next_at)
   select gen_random_uuid(), 'user-' || n, '10' || n, 'l' || n, '2026-10-05', true, '2036-01-01', '2036-01-01'
   from generate_series(1, 30) n`,
  `insert into metric_days (reading_id, day, calls) select id, '2026-10-05'::date - n, n from metric_readings,
   generate_series(0, 9) n`,
  `insert into keyword_readings select id, '2026-09-01', now() from metric_readings`,
  `insert into keyword_months select id, '2026-09-01', 'bakery', 20, null from metric_readings`,
];

/** The rows of each table, as the columns of one version of the program show them. */
export type Contents = Record<string, { columns: string; rows: string[] }>;

/** Everything in a database but its list of migrations. */
export async function readContents(database: Database): Promise<Contents> {
  const { rows } = await database.executeSql(`
    select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and table_name <> 'migrations' group by table_name`);
  const contents: Contents = {};
  for (const { name, columns } of rows as { name: string; columns: string }[])
    contents[name] = { columns, rows: await rowsOf(database, name, columns) };
  return contents;
}

/** Tables whose rows belong to a workspace: their `uid` is `workspace_id` since. */
const OWNED = [
  'google_connections',
  'mirror_accounts',
  'mirror_imports',
  'mirror_locations',
  'posts',
  'publishing_pauses',
  'sample_edits',
];

/** The same columns of the same tables as they are now. */
export async function readAgain(database: Database, contents: Contents): Promise<Contents> {
  const now: Contents = {};
  for (const [name, { columns }] of Object.entries(contents)) {
    const present = OWNED.includes(name) ? columns.replace(/\buid\b/, 'workspace_id') : columns;
    now[name] = { columns, rows: await rowsOf(database, name, present) };
  }
  return now;
}

async function rowsOf(database: Database, table: string, columns: string): Promise<string[]> {
  const { rows } = await database.executeSql(`select row(${columns})::text as row from ${table} order by 1`);
  return (rows as { row: string }[]).map(({ row }) => row);
}
