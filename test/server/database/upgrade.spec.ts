import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type { Database } from '../../../dist/server/database/database.js';
import { proposedName } from '../../../dist/server/campaigns/plan/campaign-text.js';
import { schemaHashOf, migrate, schemaOfProgram } from '../../../dist/server/database/migrate.js';
import { openTestDatabase } from '../../support/database/database.ts';
import { interruptBefore } from '../../support/database/interrupted-database.ts';
import {
  countStatements,
  emptyDatabase,
  makeOlder,
  MIGRATION_COUNT,
  readAgain,
  readContents,
} from '../../support/database/older-database.ts';

/** Statements, and the commit, before which it is broken off here; `npm run drill -- upgrade` kills a process at each. */
const sampleOf = (statements: number) => [3, Math.floor(statements / 2), statements + 1];

/** How many migrations the version had that knew no memberships. */
const BEFORE_MEMBERSHIPS = 34;

let store: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  store = await openTestDatabase();
});
beforeEach(() => emptyDatabase(store.database));
afterAll(async () => {
  await store.database.close();
  await store.drop();
});

async function stepsOf(database: Database): Promise<unknown[]> {
  const { rows } = await database.executeSql(
    `select right(id::text, 1) as number, next_step_at = publish_at as due, attempt from posts order by id`,
  );
  return rows;
}

/** The workspaces, and below what they are to be: one for each user. */
async function workspacesOf(database: Database): Promise<unknown[]> {
  const { rows } = await database.executeSql(
    `select id, name, kind, created_at::text as at from workspaces order by id`,
  );
  return rows;
}

async function usersOf(database: Database): Promise<unknown[]> {
  const { rows } = await database.executeSql(
    `select uid as id, display_name as name, 'personal' as kind, created_at::text as at from users order by uid`,
  );
  return rows;
}

describe.each(Array.from({ length: MIGRATION_COUNT - 1 }, (_, index) => index + 1))(
  'an upgrade of a database that has seen the first %i migrations',
  (migrations) => {
    it('keeps everything, also when it was broken off before', async () => {
      const { database } = store;
      await makeOlder(database.orm, migrations);
      const before = await readContents(database);
      for (const nth of sampleOf(countStatements(migrations))) {
        const brokenOff = migrate(
          interruptBefore(database, { nth }, () => {
            throw new Error('broken off');
          }).orm,
        );
        await expect(brokenOff).rejects.toThrow('broken off');
        expect(await readContents(database)).toEqual(before);
      }
      await migrate(database.orm);
      expect(await schemaHashOf(database.orm)).toBe(schemaOfProgram().hash);
      expect(await readAgain(database, before)).toEqual(before);
      expect(before.users?.rows).toHaveLength(60);
      expect(await workspacesOf(database)).toEqual(await usersOf(database));
      // What people have scheduled goes out, and attempts are counted on.
      expect(await stepsOf(database)).toEqual([
        { number: '1', due: null, attempt: 0 },
        { number: '2', due: null, attempt: 0 },
        { number: '3', due: null, attempt: 3 },
        { number: '4', due: null, attempt: 0 },
        { number: '5', due: true, attempt: 0 },
        { number: '6', due: null, attempt: 1 },
      ]);
    });
  },
);

/** What servers wrote until the reason had a column of its own. */
const UNCONFIRMED =
  'It could not be confirmed whether Google has published this post. It may be live: look at the location on Google.';

it('posts that could not be confirmed before are gathered with those since', async () => {
  const { database } = store;
  await makeOlder(database.orm, 6);
  await database.executeSql(
    `update posts set status = 'FAILED', detail = null, error_details = '${UNCONFIRMED}'
     where right(id::text, 1) = '6'`,
  );
  await migrate(database.orm);
  const { rows } = await database.executeSql(
    `select right(id::text, 1) as number from posts where status = 'FAILED' and detail = 'unconfirmed'`,
  );
  expect(rows).toEqual([{ number: '6' }]);
});

it('posts that were scheduled before get the store code that their location has, and searches find it', async () => {
  const { database } = store;
  await makeOlder(database.orm, 6);
  await database.executeSql(
    `update mirror_locations set uid = 'user-3', subject = '15', id = 'sample-101', data = '{"storeCode":"É-7"}'
     where id = 'l1'`,
  );
  await migrate(database.orm);
  const { rows } = await database.executeSql(
    `select right(id::text, 1) as number, store_code as code from posts where search_text like '%e-7'`,
  );
  expect(rows).toEqual([{ number: '5', code: 'É-7' }]);
  const { rows: locations } = await database.executeSql(
    `select code_sort_text as code from mirror_locations where search_text like '%e-7'`,
  );
  expect(locations).toEqual([{ code: 'é-7' }]);
});

it('connections that were made before are no practice', async () => {
  const { database } = store;
  await makeOlder(database.orm, 11);
  await migrate(database.orm);
  const { rows } = await database.executeSql(
    'select practice, count(*)::int as count from google_connections group by practice',
  );
  expect(rows).toEqual([{ practice: false, count: 30 }]);
});

it('people from before have no language of their own until a browser says it', async () => {
  const { database } = store;
  await makeOlder(database.orm, 33);
  await migrate(database.orm);
  const { rows } = await database.executeSql(
    'select language, count(*)::int as count from users group by language',
  );
  expect(rows).toEqual([{ language: null, count: 60 }]);
});

it('everybody owns the workspace that is theirs, and what they have begun is of it', async () => {
  const { database } = store;
  await makeOlder(database.orm, BEFORE_MEMBERSHIPS);
  await migrate(database.orm);
  const rowsOf = async (query: string) => (await database.executeSql(query)).rows;
  expect(await rowsOf('select * from memberships order by uid')).toEqual(
    await rowsOf(`select workspaces.id as workspace_id, uid, 'owner' as role, workspaces.created_at
      from workspaces join users on uid = id order by uid`),
  );
  expect(await rowsOf('select count(*)::int as count from memberships')).toEqual([{ count: 60 }]);
  for (const table of ['idempotency_keys', 'oauth_transactions'])
    expect(await rowsOf(`select uid, workspace_id from ${table}`)).toEqual([
      { uid: 'user-1', workspace_id: 'user-1' },
    ]);
});

describe('a server of the version before memberships, that still runs beside', () => {
  it('makes people without a membership, and begins consents without a workspace', async () => {
    const { database } = store;
    await makeOlder(database.orm, BEFORE_MEMBERSHIPS);
    await migrate(database.orm);
    await database.executeSql(
      `insert into users (uid, display_name, email, first_name, last_name, preferences, sign_in_method, last_sign_in,
         created_at, updated_at)
       values ('new', 'New', 'new@example.com', 'New', '', '{}', 'email', now(), now(), now())`,
    );
    await database.executeSql(`insert into workspaces values ('new', 'New', 'personal', now())`);
    await database.executeSql(
      `insert into oauth_transactions (id, purpose, verifier, binding, uid, attempt, ends_at)
       values ('new', 'connect', 'verifier', 'binding', 'new', null, now())`,
    );
    const { rows } = await database.executeSql(
      `select workspace_id, (select count(*)::int from memberships where uid = 'new') as memberships
       from oauth_transactions where id = 'new'`,
    );
    // `memberships.spec.ts` and `connection.spec.ts` say what becomes of these.
    expect(rows).toEqual([{ workspace_id: null, memberships: 0 }]);
  });

  it('does nothing for a request with an Idempotency-Key, which it answers with an error', async () => {
    const { database } = store;
    await makeOlder(database.orm, BEFORE_MEMBERSHIPS);
    await migrate(database.orm);
    const before = await readContents(database);
    const work = database.transaction(async (tx) => {
      await tx.execute(`update posts set location_name = 'Changed'`);
      await tx.execute(
        `insert into idempotency_keys (uid, route, key, body_hash, answer, created_at)
         values ('user-1', 'schedulePost', 'another', 'hash', '{}', now())
         on conflict (uid, route, key) do update set body_hash = excluded.body_hash`,
      );
    });
    await expect(work).rejects.toMatchObject({ cause: { code: '42P10' } });
    expect(await readContents(database)).toEqual(before);
  });
});

it('campaigns that were made before get the name that would be proposed for them now, without variables', async () => {
  const { database } = store;
  await makeOlder(database.orm, 32);
  const texts = [
    'Fresh at {name}',
    '{name}',
    '  Two loaves at {city},\nfrom nine. Until they are gone.',
    'Only today! Come to {street}.',
    'Ganz frisch: Brot und Brötchen aus dem Steinofen, Kuchen und Torten, jeden Morgen',
    `${'🥖'.repeat(70)} {website}`,
    'A price of 2.50, every day.',
    '{"a": {brace}}',
  ];
  await database.executeSql(
    `update campaigns set body = jsonb_build_object('summary', text) from (
       select row_number() over (order by id) as nth, id from campaigns where workspace_id <> 'user-1') numbered,
       jsonb_array_elements_text($1::jsonb) with ordinality texts (text, ordinality)
     where numbered.id = campaigns.id and nth = ordinality`,
    [JSON.stringify(texts)],
  );
  await database.executeSql(
    `update campaigns set body = body || '{"event":{"title":"Kiln week at {name}"}}' where workspace_id = 'user-1'`,
  );
  await migrate(database.orm);
  const { rows } = await database.executeSql('select name, body, first_at as "firstAt" from campaigns');
  const named = rows as { name: string; body: Parameters<typeof proposedName>[0]; firstAt: Date }[];
  expect(named).toHaveLength(30);
  for (const { name, body } of named) expect([body, name]).toEqual([body, proposedName(body)]);
  expect(named.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'Fresh at …',
      'Kiln week at …',
      'Campaign',
      'Two loaves at …, from nine',
      'Only today!',
      'Ganz frisch: Brot und Brötchen aus dem Steinofen, Kuchen…',
      `${'🥖'.repeat(59)}…`,
    ]),
  );
  expect(new Set(named.map(({ firstAt }) => new Date(firstAt).toISOString()))).toEqual(
    new Set(['2027-09-10T09:00:00.000Z']),
  );
});

it('a database of a newer version is left as it is', async () => {
  const { database } = store;
  await migrate(database.orm);
  await database.executeSql(`insert into migrations (id, hash) values (9999999999999, 'newer')`);
  await expect(migrate(database.orm)).rejects.toThrow('The database belongs to a newer version of Shingle.');
});

/** How many migrations the version had that knew neither stopped changes nor sets that are planned in slices. */
const BEFORE_SLICES = 34;

it('changes that were cancelled before count as stopped, and those of unknown outcome as not known', async () => {
  const { database } = store;
  await makeOlder(database.orm, BEFORE_SLICES);
  for (const statement of OLD_SETS) await database.executeSql(statement);
  await migrate(database.orm);
  const { rows } = await database.executeSql(
    `select profile_saves.state, locations_total, change_sets.next_step_at, change_sets.ended_at
     from profile_saves join change_sets on change_sets.id = set_id order by change_sets.id`,
  );
  const old = { locations_total: null, next_step_at: null, ended_at: null };
  expect(rows).toEqual(['saved', 'stopped', 'not_known', 'not_sent'].map((state) => ({ state, ...old })));
});

/** How many migrations the version had that knew no locks. */
const BEFORE_LOCKS = 37;

it('sets of changes keep who made them, and a lock can make one from now on', async () => {
  const { database } = store;
  await makeOlder(database.orm, BEFORE_LOCKS);
  for (const statement of OLD_SETS) await database.executeSql(statement);
  const lock = `insert into change_sets (id, workspace_id, subject, kind, actor, created_at)
    values ('00000000-0000-4000-8000-000000000109', 'user-1', '101', 'lock', null, now())`;
  await expect(database.executeSql(lock)).rejects.toThrow();
  await migrate(database.orm);
  await database.executeSql(lock);
  const { rows } = await database.executeSql('select kind, actor from change_sets order by id');
  expect(rows).toEqual([
    ...Array.from({ length: 4 }, () => ({ kind: 'undo', actor: 'user-1' })),
    { kind: 'lock', actor: null },
  ]);
  expect((await database.executeSql('select * from profile_locks')).rows).toEqual([]);
});

/** How many migrations the version had that checked nothing. */
const BEFORE_ADVICE = 39;

it('nothing has been found before the first check', async () => {
  const { database } = store;
  await makeOlder(database.orm, BEFORE_ADVICE);
  await migrate(database.orm);
  for (const table of ['findings', 'advice_tasks', 'advice_locations', 'advice_checks'])
    expect((await database.executeSql(`select * from ${table}`)).rows).toEqual([]);
});

const OLD_SETS = [
  `insert into change_sets (id, workspace_id, subject, kind, actor, created_at)
   select ('00000000-0000-4000-8000-00000000010' || n)::uuid, 'user-1', '101', 'undo', 'user-1', now()
   from generate_series(1, 4) n`,
  `insert into profile_saves (id, set_id, workspace_id, subject, location_id, state, created_at)
   select id, id, workspace_id, subject, 'l1', (array['saved', 'not_sent', 'conflict', 'not_sent'])[right(id::text, 1)::int], created_at
   from change_sets`,
  `insert into profile_changes (id, workspace_id, subject, account_id, location_id, location_name, field, view, origin, state,
     error, set_id, save_id, at, search_text)
   select id, workspace_id, subject, 'accounts/1', 'l1', 'Hearth', 'websiteUri', 'owner', 'here',
     (array['public', 'not_sent', 'not_known', 'not_sent'])[right(id::text, 1)::int],
     (array[null, 'You cancelled this before it was sent.', 'We don’t know.', 'Google didn’t accept this change.'])[right(id::text, 1)::int],
     id, id, created_at, 'hearth' from change_sets`,
];
