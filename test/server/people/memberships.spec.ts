import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { memberships } from '../../../dist/server/database/people.schema.js';
import { workspaces } from '../../../dist/server/database/workspaces.schema.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { noteStatements } from '../../support/database/statements.ts';

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
});
afterAll(() => served.close());

/** Another workspace, of which these people are owners. */
async function addWorkspace(id: string, ...uids: string[]): Promise<string> {
  const createdAt = new Date();
  const { orm } = served.database;
  await orm.insert(workspaces).values({ id, name: 'Kiln', kind: 'personal', createdAt });
  for (const uid of uids)
    await orm.insert(memberships).values({ workspaceId: id, uid, role: 'owner', createdAt });
  return id;
}

const inWorkspace = (person: SignedInClient, id: string, path = '/api/notices') =>
  person.send('get', path).set('Shingle-Workspace', id);

describe('a membership', () => {
  it('comes with the account, and the session names the person’s own workspace', async () => {
    const { uid } = await served.signUp();
    const rows = await served.database.executeSql(
      `select workspace_id as workspace, role from memberships where uid = '${uid}'`,
    );
    expect(rows.rows).toEqual([{ workspace: uid, role: 'owner' }]);
    const { body } = await robin.send('get', '/api/auth/session').expect(200);
    expect(body.user.workspaceId).toBe(robin.uid);
  });

  it('opens a workspace to its members alone', async () => {
    const kiln = await addWorkspace('kiln', robin.uid);
    const sam = await served.signUp();
    await inWorkspace(robin, kiln).expect(200);
    for (const [person, id] of [
      [sam, kiln],
      [sam, robin.uid],
      [robin, sam.uid],
      [robin, 'no-such-workspace'],
    ] as const)
      expect((await inWorkspace(person, id).expect(404)).body.code).toBe('not_found');
  });

  it('costs a request no query of its own, with a header or without', async () => {
    await inWorkspace(robin, robin.uid).expect(200);
    const { take } = noteStatements(served.database);
    await robin.send('get', '/api/notices').expect(200);
    await inWorkspace(robin, robin.uid).expect(200);
    const asked = take().map(({ text }) => text);
    expect(asked.filter((text) => text.includes('notices')).length).toBeGreaterThan(1);
    expect(asked.filter((text) => text.includes('memberships'))).toEqual([]);
  });

  it('ends within a minute, also where no process says so', async () => {
    const id = await addWorkspace('closing', robin.uid);
    // The session brings it from now on.
    served.clock.advance({ minutes: 1 });
    await inWorkspace(robin, id).expect(200);
    await served.database.executeSql(`delete from memberships where workspace_id = '${id}'`);
    served.clock.advance({ minutes: 1 });
    await inWorkspace(robin, id).expect(404);
  });

  it('is made for a person whose account a server of an older version has made', async () => {
    const kim = await served.signUp();
    await served.database.executeSql(`delete from memberships where uid = '${kim.uid}'`);
    served.clock.advance({ minutes: 1 });
    await kim.send('get', '/api/notices').expect(200);
    const { rows } = await served.database.executeSql(
      `select role from memberships where workspace_id = '${kim.uid}' and uid = '${kim.uid}'`,
    );
    expect(rows).toEqual([{ role: 'owner' }]);
  });
});

describe('the workspace of a request', () => {
  it('is in the query of downloads and pictures as well, and there it must be the same as in the header', async () => {
    const id = await addWorkspace('downloads', robin.uid);
    const path = (workspace: string) => `/api/account/export/photos?workspace=${workspace}`;
    await robin.send('get', path(id)).expect(200);
    await inWorkspace(robin, id, path(id)).expect(200);
    expect((await robin.send('get', path('elsewhere')).expect(404)).body.code).toBe('not_found');
    const twice = [
      'Workspace must be given once',
      '/api/account/export/photos?workspace=a&workspace=b',
    ] as const;
    const different = ['Workspace must be the one in Shingle-Workspace', path(robin.uid)] as const;
    for (const [message, address] of [twice, different]) {
      const { body } = await inWorkspace(robin, id, address).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'workspace', message }] });
    }
  });

  it('is known to queries with rules', async () => {
    const id = await addWorkspace('tables', robin.uid);
    for (const path of ['/api/changes/export?', '/api/statistics?format=csv&', '/api/statistics/keywords?']) {
      expect((await robin.send('get', `${path}workspace=${id}`).expect(409)).body.code).toBe(
        'connect/not-connected',
      );
      await robin.send('get', `${path}workspace=elsewhere`).expect(404);
    }
    await robin.send('get', `/api/changes?workspace=${id}`).expect(400);
  });

  it.each([
    '',
    ' ',
    'x'.repeat(129),
    'x'.repeat(8000),
    'Ã©',
    '__proto__',
    'constructor',
    "'; drop table users",
    ',',
  ])('is not found under a name that none has: %j', async (name) => {
    await inWorkspace(robin, name).expect(404);
    await robin.send('get', `/api/account/export/photos?workspace=${encodeURIComponent(name)}`).expect(404);
  });

  it('does not matter to what is the person’s own', async () => {
    await inWorkspace(robin, 'elsewhere', '/api/auth/profile').expect(200);
    await inWorkspace(robin, 'elsewhere', '/api/account').expect(200);
    const other = await served.signUp();
    await other.send('post', '/api/auth/logout').set('Shingle-Workspace', 'elsewhere').expect(204);
  });
});
