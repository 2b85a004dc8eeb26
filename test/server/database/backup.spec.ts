import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endRestoredChanges } from '../../../dist/server/changes/restored-changes.js';
import { LEFT_OUT } from '../../../dist/server/database/backup-format.js';
import { openBackup } from '../../../dist/server/database/backup-restore.js';
import { refuseOtherSchema, writeBackup } from '../../../dist/server/database/backup-write.js';
import type { Database } from '../../../dist/server/database/database.js';
import { schemaHashOf, schemaOfProgram } from '../../../dist/server/database/migrate.js';
import {
  backUpOlder,
  contentsOf,
  linesOf,
  restoreOnly,
  tablesIn,
  writeLines,
} from '../../support/database/backup.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import {
  emptyDatabase,
  makeOlder,
  MIGRATION_COUNT,
  readAgain,
  readContents,
} from '../../support/database/older-database.ts';
import { interruptBefore } from '../../support/database/interrupted-database.ts';
import { addUsers } from '../../support/users.ts';

/** More than are in memory at a time. */
const PEOPLE = 210;
const AWKWARD = `O'Brien "the\\nth" \\ {a,b} NULL \t\n\r 日本 😀 é é $1 ${'x'.repeat(5000)}`;
const SCHEMA = new URL('../../../dist/server/database/', import.meta.url);

let folder: string;
let source: Awaited<ReturnType<typeof openTestDatabase>>;
let target: Awaited<ReturnType<typeof openTestDatabase>>;
/** A backup of the source, and the time before and after it was made. */
let file: string;
const madeBetween: number[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shingle-backup-'));
  file = join(folder, 'whole.gz');
  [source, target] = [await openTestDatabase(), await openTestDatabase()];
  await fill(source.database);
  madeBetween.push(Date.now());
  await writeBackup(source.database, file);
  madeBetween.push(Date.now());
});
afterAll(async () => {
  for (const { database, drop } of [source, target]) {
    await database.close();
    await drop();
  }
  await rm(folder, { recursive: true, force: true });
});

/** Rows in every table, with what is hard to write down. */
async function fill(database: Database): Promise<void> {
  await addUsers(database, ...Array.from({ length: PEOPLE }, (_, index) => `user-${index}`));
  const put = (statement: string, values: unknown[]) => database.executeSql(statement, values);
  await put(`update users set display_name = $1, created_at = $2, preferences = $3 where uid = 'user-7'`, [
    AWKWARD,
    '1969-12-31T23:59:59.999-03:30',
    JSON.stringify({ theme: 'dark', deep: [null, 1e30, 12345678901234567890n.toString(), AWKWARD, {}] }),
  ]);
  const [at, json, id] = ['2026-11-01T01:30:00.123Z', JSON.stringify({ text: AWKWARD }), crypto.randomUUID()];
  await put(`insert into sample_edits values ('user-7', 'sample-101', $2, $1)`, [at, json]);
  await put(`insert into location_settings values ('user-7', $2, $2, 'Asia/Kolkata', $1)`, [at, AWKWARD]);
  await put(`insert into idempotency_keys values ('user-7', $3, 'hash', $2, $1, 'schedulePost', 'user-7')`, [
    at,
    json,
    AWKWARD,
  ]);
  await put(`insert into sessions values ('session-of-7', 'user-7', true, $1, $1, $1, null)`, [at]);
  await put(`insert into rate_buckets values ('bucket', 0.1, $1)`, [at]);
  await put(`insert into google_apis values ('v4', 'not_enabled', $1, $1, 3)`, [at]);
  await put(`insert into server_keys values ('purpose', 'key-of-server', $1)`, [at]);
  await put(`insert into oauth_transactions values ('way', 'sign-in', 'v', 'b', null, null, $1)`, [at]);
  await put(
    `insert into google_connections values ('user-7', $2, '103', 'a@example.com', $3, 'c2VjcmV0', 'k1', 'connected', $1, $1)`,
    [at, id, ['a,b', '"q"', 'NULL', '', '{}']],
  );
  await put(`insert into mirror_accounts values ('user-7', '103', 'accounts/1', 0, $1, 3)`, [json]);
  await put(`insert into mirror_imports values ('user-7', '103', 3, $1, null, null, null, null, $1)`, [at]);
  await put(
    `insert into mirror_locations values ('user-7', '103', '1', '2', true, $2, 'VERIFIED', 's', 's', 3, $1)`,
    [at, json],
  );
  const owned = `'user-7', '103'`;
  await put(
    `insert into metric_readings (id, workspace_id, subject, location_id, next_at, words_next_at) values ($2, ${owned}, $3, $1, $1)`,
    [at, id, AWKWARD],
  );
  await put(`insert into metric_days (reading_id, day, calls) values ($1, '2028-02-29', 7)`, [id]);
  await put(`insert into metric_weeks (reading_id, week, calls, known) values ($1, '2028-02-28', 7, $2)`, [
    id,
    '9223372036854775807',
  ]);
  await put(
    `insert into metric_totals (workspace_id, subject, day, calls) values (${owned}, '2028-02-29', $1)`,
    ['9007199254740991'],
  );
  await put(`insert into metric_watermarks values (${owned}, null)`, []);
  await put(`insert into keyword_readings values ($2, '2026-10-01', $1)`, [at, id]);
  await put(`insert into keyword_months values ($1, '2026-10-01', $2, null, 15)`, [id, AWKWARD]);
  await put(`insert into keyword_totals values (${owned}, '2026-10-01', $1, 15, 0, 1)`, [AWKWARD]);
  await put(`insert into change_sets values ($2, ${owned}, 'save', 'user-7', $3, $1)`, [at, id, AWKWARD]);
  await put(
    `insert into profile_saves (id, set_id, workspace_id, subject, location_id, state, next_step_at, created_at)
     values ($2, $2, ${owned}, '2', 'waiting', $1, $1)`,
    [at, id],
  );
  await put(
    `insert into profile_changes (id, workspace_id, subject, account_id, location_id, location_name, field, view, before,
       after, origin, state, set_id, save_id, at, search_text)
     values ($2, ${owned}, '1', '2', $4, 'name', 'owner', $3, $3, 'here', 'waiting', $2, $2, $1, $4)`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into google_edits (id, workspace_id, subject, account_id, location_id, location_name, field, owner_value,
       public_value, value_hash, first_seen_at, last_seen_at, state)
     values ($2, ${owned}, '1', '2', $4, 'name', $3, null, 'hash', $1, $1, 'OPEN')`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into notices (id, workspace_id, kind, cause, first_at, last_at, open_until, events)
     values ($2, 'user-7', 'post_failed', $3, $1, $1, $1, 1)`,
    [at, id, AWKWARD],
  );
  await put(
    `insert into notice_events (id, workspace_id, kind, key, cause, subject, at, notice_id, place)
     values ($2, 'user-7', 'post_failed', $4, $4, $3, $1, $2, 1)`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into campaigns (id, workspace_id, subject, state, name, body, choice, wall_time, first_at, time_zone, closed_days,
       created_at, updated_at)
     values ($2, ${owned}, 'draft', $4, $3, $3, $4, $1, $4, 'publish', $1, $1)`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into campaign_targets (campaign_id, location_id, position, account_id, location_name, facts, own_text, publish_at)
     values ($2, $4, 1, '1', $4, $3, $4, $1)`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into selections (id, workspace_id, subject, name, is_live, choice, created_at, updated_at)
     values ($2, ${owned}, $4, true, $3, $1, $1)`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into bulk_edits (id, workspace_id, subject, actor, name, state, choice, change, counts, version, created_at,
       updated_at, expires_at)
     values ($2, ${owned}, 'user-7', $4, 'draft', $3, $3, $3, 1, $1, $1, $1)`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into bulk_targets (bulk_edit_id, location_id, account_id, location_name, position, state, warnings, changes,
       other_dates, hash)
     values ($1, $3, '1', $3, 1, 'changes', $2, $2, 0, '')`,
    [id, json, AWKWARD],
  );
  await put(
    `insert into profile_locks (id, workspace_id, subject, field, title, actor, created_at)
     values ($2, ${owned}, 'name', $3, 'user-7', $1)`,
    [at, id, AWKWARD],
  );
  await put(
    `insert into profile_lock_locations (id, lock_id, workspace_id, subject, account_id, location_id, location_name, field,
       next_step_at)
     values ($2, $2, ${owned}, '1', $3, $3, 'name', $1)`,
    [at, id, AWKWARD],
  );
  await put(
    `insert into lock_events (id, workspace_id, subject, lock_id, field, location_id, kind, cause, value, at)
     values ($2, ${owned}, $2, 'name', $4, 'put_back', $4, $3, $1)`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into findings (id, workspace_id, subject, account_id, location_id, location_name, rule_id, group_name, task, severity,
       state, evidence, cure, read_at, since, dismissed_at, dismissed_by, dismissed_reason, dismissed_until)
     values ($2, ${owned}, '1', $4, $4, 'phone-missing', $4, 'task', 3, 'dismissed', $3, $3, $1, $1, $1, 'user-7', $4, '2028-02-29')`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into advice_tasks (workspace_id, subject, task, state, rule_id, group_name, severity, locations, views, weight,
       is_same_cure, since)
     values (${owned}, 'task', 'dismissed', 'phone-missing', $2, 3, 1, '9007199254740991', 47.8, true, $1)`,
    [at, AWKWARD],
  );
  await put(`insert into advice_locations values (${owned}, $3, $3, $1, 20, 3, $2)`, [at, json, AWKWARD]);
  await put(
    `insert into advice_checks (id, workspace_id, subject, checked_at, next_step_at) values ($2, ${owned}, $1, $1)`,
    [at, id],
  );
  await put(
    `insert into photos (id, workspace_id, sha256, type, width, height, size, bytes, created_at, last_needed_at)
     values ($2, 'user-7', $3, 'image/jpeg', 800, 600, 4, '\\x00ff5c0a', $1, $1)`,
    [at, id, AWKWARD],
  );
  await put(
    `insert into photo_pieces (photo_id, number, bytes) values ($1, 0, '\\x00ff5c0a'), ($1, 1, '\\x5c')`,
    [id],
  );
  // As long as pieces are: more than are in memory at a time.
  await put(
    `insert into photo_pieces (photo_id, number, bytes)
     select $1, n, decode(repeat('5c00ff', 87381), 'hex') from generate_series(2, 21) n`,
    [id],
  );
  await put(
    `insert into notice_channels (id, workspace_id, kind, target, secret, key_name, kinds, schedule, is_on, on_since,
       created_at, updated_at)
     values ($2, 'user-7', 'webhook', $3, $3, 'k1', '{post_failed}', 'now', true, $1, $1, $1)`,
    [at, id, AWKWARD],
  );
  await put(
    `insert into notice_deliveries (id, workspace_id, channel_id, kind, content, state, answer, created_at)
     values ($2, 'user-7', $2, 'notice', $3, 'held', $4, $1)`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into notice_settings (uid, quiet_from, quiet_until) values ('user-7', '22:00', '07:00')`,
    [],
  );
  await put(
    `insert into reviews (id, workspace_id, subject, account_id, location_id, google_id, google_name, stars, comment,
       is_anonymous, media, created_at, updated_at, first_seen_at, read_at, reading_no, tab, position, search_text)
     values ($2, ${owned}, '1', '2', 'r', 'r', 1, $4, true, $3, $1, $1, $1, $1, 1, 'UNANSWERED', 9007199254740991, $4)`,
    [at, id, json, AWKWARD],
  );
  await put(
    `insert into review_readings (workspace_id, subject, location_id, account_id, location_name, average_rating,
       whole_due_at, news_due_at)
     values (${owned}, '2', '1', $2, 4.1, $1, $1)`,
    [at, AWKWARD],
  );
  await put(
    `insert into review_replies (id, review_id, workspace_id, subject, version, kind, text, actor, state, basis, next_step_at,
       created_at)
     values ($2, $2, ${owned}, 1, 'PUT', $3, 'user-7', 'waiting', 'basis', $1, $1)`,
    [at, id, AWKWARD],
  );
  await put(
    `insert into review_reply_attempts (reply_id, number, intended_at, error) values ($2, 1, $1, $3)`,
    [at, id, AWKWARD],
  );
  await put(
    `insert into saved_replies (id, workspace_id, title, text, actor, created_at, updated_at)
     values ($2, 'user-7', $3, $3, 'user-7', $1, $1)`,
    [at, id, AWKWARD],
  );
  await put(`insert into publishing_pauses values ('user-7', '103', $1, 2)`, [at]);
  await put(
    `insert into posts (id, workspace_id, source, subject, account_id, location_id, location_name, time_zone, post_type, body,
       publish_at, status, created_at, updated_at)
     values ($2, 'user-7', 'google', '103', '1', '2', $4, 'UTC', 'STANDARD', $3, $1, 'SCHEDULED', $1, $1)`,
    [at, id, json, AWKWARD],
  );
  await put(`insert into publish_attempts (post_id, attempt, started_at, error) values ($2, 1, $1, $3)`, [
    at,
    id,
    AWKWARD,
  ]);
}

const emptyTarget = () => target.database.executeSql('delete from users; delete from workspaces');

describe('a backup', () => {
  it('contains every table except those that are left out for a reason', async () => {
    const modules = (await readdir(SCHEMA)).filter((name) => /(^|\.)schema\.js$/.test(name));
    const tables = await Promise.all(
      modules.map((name) => import(new URL(name, SCHEMA).href) as Promise<Record<string, unknown>>),
    );
    const names = tables.flatMap((module) =>
      Object.values(module).flatMap((value) => (is(value, PgTable) ? getTableName(value) : [])),
    );
    expect(Object.keys(LEFT_OUT)).toEqual([
      'migrations',
      'sessions',
      'oauth_transactions',
      'rate_buckets',
      'google_update_hours',
      'google_apis',
      'location_turns',
      'keyword_totals',
      'metric_weeks',
      'zone_data',
      'server_keys',
    ]);
    expect([...tablesIn(file), ...Object.keys(LEFT_OUT)].sort()).toEqual([...names, 'migrations'].sort());
  });

  it('needs only rows: no table has a sequence', async () => {
    const { rows } = await source.database.executeSql(
      `select sequencename from pg_sequences where schemaname = 'public'`,
    );
    expect(rows).toEqual([]);
  });

  it('is readable only by this user, and leaves no other file behind', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.startsWith('whole'))).toEqual(['whole.gz']);
  });

  it('contains no session, no unfinished consent and no key of the server', () => {
    expect(linesOf(file).join('\n')).not.toMatch(/session-of-7|"way"|"bucket"|key-of-server/);
  });

  it('shows the state of one moment, whatever is written during it', async () => {
    const during = join(folder, 'during.gz');
    let written: Promise<void> | undefined;
    const interrupted = interruptBefore(source.database, { word: 'declare', nth: 2 }, async () => {
      written = addPersonWithPost(source.database);
      // The embedded database has one connection: there it is written as soon as the backup is done.
      if (process.env.TEST_DATABASE === 'postgres') await written;
    });
    await writeBackup(interrupted, during);
    expect(written).toBeDefined();
    await written;
    expect(linesOf(during).join('\n')).not.toContain('came-late');
    await source.database.executeSql(
      `delete from users where uid = 'came-late'; delete from workspaces where id = 'came-late'`,
    );
  });

  it('is refused for a database of another version or of none', async () => {
    const run = (statement: string) => source.database.executeSql(statement);
    await run(`insert into migrations (id, hash) values (9999999999999, 'newer')`);
    await expect(refuseOtherSchema(source.database.orm)).rejects.toThrow(
      'The database belongs to another version of Shingle. Back it up with the version that runs on it.',
    );
    await run(`delete from migrations where hash = 'newer'`);
    await refuseOtherSchema(source.database.orm);
    await run('alter table migrations rename to others');
    await expect(refuseOtherSchema(source.database.orm)).rejects.toThrow(
      'This database holds nothing of Shingle.',
    );
    await run('alter table others rename to migrations');
  });

  it('does not overwrite a file, and fails where it cannot be written', async () => {
    const again = writeBackup(source.database, file);
    await expect(again).rejects.toThrow(`The file ${file} exists already. Name another one.`);
    const nowhere = join(folder, 'none', 'backup.gz');
    await expect(writeBackup(source.database, nowhere)).rejects.toThrow(
      `The file ${nowhere} cannot be written (ENOENT).`,
    );
  });
});

describe('a restored backup', () => {
  beforeEach(emptyTarget);

  it('sends no change of a location by itself that was not over, and says so in its line', async () => {
    await restoreOnly(target.database, file);
    expect(await target.database.transaction(endRestoredChanges)).toBe(1);
    const { rows } = await target.database.executeSql(
      `select profile_saves.state as save, next_step_at, profile_changes.state as line, error
       from profile_changes join profile_saves on profile_saves.id = save_id`,
    );
    expect(rows).toEqual([
      { save: 'not_known', next_step_at: null, line: 'not_known', error: expect.stringContaining('backup') },
    ]);
  });

  it('plans no set on by itself, and gives no notice that one has ended', async () => {
    await restoreOnly(target.database, file);
    await target.database.executeSql('update change_sets set locations_total = 1200, next_step_at = now()');
    await target.database.transaction(endRestoredChanges);
    const { rows } = await target.database.executeSql(
      `select next_step_at, stopped_at is not null as stopped, ended_at is not null as ended from change_sets`,
    );
    expect(rows).toEqual([{ next_step_at: null, stopped: true, ended: true }]);
  });

  it('leaves a change that Google had taken as it is, though it was to be looked at once more', async () => {
    await restoreOnly(target.database, file);
    await target.database.executeSql("update profile_saves set state = 'saved', next_step_at = now()");
    await target.database.executeSql("update profile_changes set state = 'in_review', error = null");
    expect(await target.database.transaction(endRestoredChanges)).toBe(0);
    const { rows } = await target.database.executeSql(
      `select profile_saves.state as save, next_step_at, profile_changes.state as line, error
       from profile_changes join profile_saves on profile_saves.id = save_id`,
    );
    expect(rows).toEqual([{ save: 'saved', next_step_at: null, line: 'in_review', error: null }]);
  });

  it('has everything, to the last character', async () => {
    await restoreOnly(target.database, file);
    const [before, after] = [await contentsOf(source.database), await contentsOf(target.database)];
    for (const table of tablesIn(file)) {
      expect([table, after[table]]).toEqual([table, before[table]]);
      expect([table, after[table]?.length]).not.toEqual([table, 0]);
    }
    expect(after.users).toHaveLength(PEOPLE);
    expect([after.sessions, after.oauth_transactions]).toEqual([[], []]);
    const again = join(folder, 'again.gz');
    await writeBackup(target.database, again);
    const rowsOf = (name: string) => linesOf(name).slice(1).sort();
    expect(rowsOf(again)).toEqual(rowsOf(file));
  });
});

describe('a backup of an older version', () => {
  beforeEach(emptyTarget);

  it.each([3, MIGRATION_COUNT - 1])(
    'that knew %i migrations is restored into the present schema, with all that it holds',
    async (migrations) => {
      const older = await openTestDatabase();
      await emptyDatabase(older.database);
      await makeOlder(older.database.orm, migrations);
      const contents = await readContents(older.database);
      const name = join(folder, `older-${migrations}.gz`);
      await backUpOlder(older.database, migrations, name);
      await older.database.close();
      await older.drop();

      await restoreOnly(target.database, name);

      expect(await schemaHashOf(target.database.orm)).toBe(schemaOfProgram().hash);
      const held = Object.fromEntries(Object.entries(contents).filter(([table]) => !(table in LEFT_OUT)));
      expect(await readAgain(target.database, held)).toEqual(held);
      const { rows } = await target.database.executeSql('select uid from users join workspaces on id = uid');
      expect(rows).toHaveLength(60);
    },
  );
});

describe('a restore that cannot be done says why and changes nothing', () => {
  beforeEach(emptyTarget);

  async function expectRefusal(name: string, words: string): Promise<void> {
    await expect(restoreOnly(target.database, name)).rejects.toThrow(words);
    const { rows } = await target.database.executeSql('select uid from users');
    expect(rows).toEqual([]);
  }

  async function crafted(name: string, change: (lines: string[]) => string[]): Promise<string> {
    const path = join(folder, name);
    writeLines(path, change(linesOf(file)));
    return Promise.resolve(path);
  }

  it('when the database is not empty: it names what is there', async () => {
    await addUsers(target.database, 'robin', 'kim');
    const before = await contentsOf(target.database);
    await expect(restoreOnly(target.database, file)).rejects.toThrow(
      'The database is not empty, and nothing was restored. It has rows in users (2), workspaces (2), memberships (2). Name an empty one',
    );
    expect(await contentsOf(target.database)).toEqual(before);
  });

  it('when the backup has a schema that this version does not know', async () => {
    const newer = await crafted('newer.gz', ([header = '', ...rest]) => [
      header.replace(/"schema":\{[^}]*\}/, '"schema":{"name":"0099_later","hash":"0"}'),
      ...rest,
    ]);
    await expectRefusal(
      newer,
      `The backup ${newer} has the schema 0099_later, which this version of Shingle, with 0`,
    );
  });

  it('when the file is not a backup', async () => {
    const text = join(folder, 'text.gz');
    await writeFile(text, 'Dear diary');
    await expectRefusal(text, `The file ${text} is no backup of Shingle, or it is damaged.`);
    writeLines(text, ['Dear diary']);
    await expectRefusal(text, `The file ${text} is no backup of Shingle, or it is damaged.`);
    await expectRefusal(join(folder, 'none.gz'), 'There is no file');
    await expectRefusal(folder, `The file ${folder} cannot be read.`);
  });

  it('when it is cut off at any point', async () => {
    const whole = await readFile(file);
    const cut = join(folder, 'cut.gz');
    for (const length of [10, Math.floor(whole.length / 2), whole.length - 1]) {
      await writeFile(cut, whole.subarray(0, length));
      await expectRefusal(cut, 'is cut off: its end is missing');
    }
    await expectRefusal(await crafted('endless.gz', (lines) => lines.slice(0, -1)), 'is cut off');
  });

  it('when it is damaged', async () => {
    const whole = await readFile(file);
    const flipped = join(folder, 'flipped.gz');
    whole[whole.length - 6]! ^= 1;
    await writeFile(flipped, whole);
    await expectRefusal(flipped, 'damaged');
    const damages: Record<string, (lines: string[]) => string[]> = {
      fewer: (lines) => lines.filter((line) => !line.startsWith('["user-3"')),
      more: (lines) => [...lines, lines.at(-1) ?? ''],
      unknown: (lines) => lines.map((line) => line.replace('"table":"users"', '"table":"migrations"')),
      other: (lines) => lines.map((line) => line.replace('"display_name"', '"name"')),
      orphan: (lines) => lines.map((line) => line.replace('["user-7"', '["nobody"')),
      nonsense: (lines) => lines.map((line) => line.replace('["user-3"', '["user-3')),
      untrue: (lines) => lines.map((line) => line.replace('"true"', '"maybe"')),
    };
    for (const [name, damage] of Object.entries(damages))
      await expectRefusal(await crafted(`${name}.gz`, damage), 'The backup is damaged.');
  });
});

it('a header tells when it was made, and with which schema', async () => {
  const { header, lines } = await openBackup(file);
  await lines.return();
  expect(header).toMatchObject({
    product: 'Shingle',
    format: 1,
    schema: { name: expect.stringMatching(/^\d{4}_/) },
  });
  const [before = NaN, after = NaN] = madeBetween;
  const madeAt = Date.parse(header.madeAt);
  expect([madeAt >= before, madeAt <= after]).toEqual([true, true]);
});

async function addPersonWithPost(database: Database): Promise<void> {
  await addUsers(database, 'came-late');
  await database.executeSql(
    `insert into posts (id, workspace_id, source, account_id, location_id, location_name, time_zone, post_type, body,
       publish_at, status, created_at, updated_at)
     values (gen_random_uuid(), 'came-late', 'sample', '1', '2', 'n', 'UTC', 'STANDARD', '{}', now(), 'SCHEDULED', now(), now())`,
  );
}
