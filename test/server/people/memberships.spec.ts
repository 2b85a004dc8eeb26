import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { inWorkspace, PASSWORD, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { noteStatements } from '../../support/database/statements.ts';
import { untilSeen } from '../../support/until.ts';
import { addWorkspace, endMembership } from '../../support/workspaces.ts';

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
});
afterAll(() => served.close());

const notices = (client: SignedInClient) => client.send('get', '/api/notices');

/** The rows of memberships that a condition is true of. */
async function rowsWhere(condition: string): Promise<unknown[]> {
  const { rows } = await served.database.executeSql(
    `select workspace_id as workspace, uid, role from memberships where ${condition}`,
  );
  return rows;
}

/** Makes a person a member of the workspace of another. @returns the person, acting there */
async function share(owner: SignedInClient, member: SignedInClient): Promise<SignedInClient> {
  await served.database.executeSql(`insert into memberships values ($1, $2, 'owner', $3)`, [
    owner.uid,
    member.uid,
    served.clock.now().toISOString(),
  ]);
  return inWorkspace(member, owner.uid);
}

const deleteAccount = (person: SignedInClient) =>
  person.send('delete', '/api/account', { confirmation: person.email, password: PASSWORD }).expect(200);

describe('a membership', () => {
  it('comes with the account, and the session names the person’s own workspace', async () => {
    const { uid } = await served.signUp();
    expect(await rowsWhere(`uid = '${uid}'`)).toEqual([{ workspace: uid, uid, role: 'owner' }]);
    const { body } = await robin.send('get', '/api/auth/session').expect(200);
    expect(body.user.workspaceId).toBe(robin.uid);
  });

  it('opens a workspace to its members alone', async () => {
    const kiln = await addWorkspace(served, robin);
    const sam = await served.signUp();
    await notices(kiln).expect(200);
    for (const [person, id] of [
      [sam, kiln.workspaceId],
      [sam, robin.uid],
      [robin, sam.uid],
      [robin, 'no-such-workspace'],
    ] as const)
      expect((await notices(inWorkspace(person, id)).expect(404)).body.code).toBe('not_found');
  });

  it('costs a request no query of its own, with a header or without', async () => {
    await notices(robin).expect(200);
    const { take } = noteStatements(served.database);
    await notices(robin).expect(200);
    await notices(inWorkspace(robin, robin.uid)).expect(200);
    const asked = take().map(({ text }) => text);
    expect(asked.filter((text) => text.includes('notices')).length).toBeGreaterThan(1);
    expect(asked.filter((text) => text.includes('memberships'))).toEqual([]);
  });

  it('ends within a minute, also where no process says so', async () => {
    const closing = await addWorkspace(served, robin);
    // The session brings it from now on.
    served.clock.advance({ minutes: 1 });
    await notices(closing).expect(200);
    await endMembership(served, closing);
    await notices(closing).expect(200);
    served.clock.advance({ minutes: 1 });
    await notices(closing).expect(404);
  });

  it('ends with the account of its workspace, at once on all replicas', async () => {
    const other = await startTestApp({}, served);
    try {
      const owner = await served.signUp();
      const sam = await served.signUp();
      const shared = await share(owner, sam);
      const there = () =>
        other
          .visitor()
          .send('get', '/api/notices')
          .set({ Cookie: sam.cookie, 'Shingle-Workspace': owner.uid });
      // Both replicas have it in memory from here on.
      served.clock.advance({ minutes: 1 });
      await notices(shared).expect(200);
      await there().expect(200);
      await deleteAccount(owner);
      await notices(shared).expect(404);
      await untilSeen('the end at the other replica', async () => (await there()).status === 404);
      await notices(sam).expect(200);
    } finally {
      await other.close();
    }
  });

  it('in another’s workspace is in the export, and ends with the account of the member alone', async () => {
    const owner = await served.signUp();
    const sam = await served.signUp();
    await share(owner, sam);
    const { body } = await sam.send('get', '/api/account/export').expect(200);
    expect(body.memberships).toEqual([
      { workspaceId: sam.uid, role: 'owner', createdAt: expect.any(String) },
      { workspaceId: owner.uid, role: 'owner', createdAt: expect.any(String) },
    ]);
    await deleteAccount(sam);
    expect(await rowsWhere(`workspace_id in ('${owner.uid}', '${sam.uid}')`)).toEqual([
      { workspace: owner.uid, uid: owner.uid, role: 'owner' },
    ]);
    await notices(owner).expect(200);
  });

  it('is made for a person whose account a server of an older version has made', async () => {
    const { uid, ...kim } = await served.signUp();
    await served.database.executeSql(`delete from memberships where uid = '${uid}'`);
    served.clock.advance({ minutes: 1 });
    await notices({ uid, ...kim }).expect(200);
    expect(await rowsWhere(`uid = '${uid}'`)).toEqual([{ workspace: uid, uid, role: 'owner' }]);
  });
});

describe('the workspace of a request', () => {
  it('is in the query of downloads and pictures as well, and there it must be the same as in the header', async () => {
    const shop = await addWorkspace(served, robin);
    const path = (workspace: string) => `/api/account/export/photos?workspace=${workspace}`;
    await robin.send('get', path(shop.workspaceId)).expect(200);
    await shop.send('get', path(shop.workspaceId)).expect(200);
    expect((await robin.send('get', path('elsewhere')).expect(404)).body.code).toBe('not_found');
    for (const [message, address] of [
      ['Workspace must be given once', `${path('a')}&workspace=b`],
      ['Workspace must be the one in Shingle-Workspace', path(robin.uid)],
    ] as const) {
      const { body } = await shop.send('get', address).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'workspace', message }] });
    }
  });

  it('is known to queries with rules', async () => {
    const { workspaceId } = await addWorkspace(served, robin);
    for (const path of ['/api/changes/export?', '/api/statistics?format=csv&', '/api/statistics/keywords?']) {
      const { body } = await robin.send('get', `${path}workspace=${workspaceId}`).expect(409);
      expect(body.code).toBe('connect/not-connected');
      await robin.send('get', `${path}workspace=elsewhere`).expect(404);
    }
    await robin.send('get', `/api/changes?workspace=${workspaceId}`).expect(400);
  });

  it.each([
    ...['', ' ', 'x'.repeat(129), 'x'.repeat(8000), 'Ã©', '__proto__', 'constructor', "'; drop table users"],
    ...[',', '{}', '../notices'],
  ])('is not found under a name that none has: %j', async (name) => {
    await notices(inWorkspace(robin, name)).expect(404);
    await robin.send('get', `/api/account/export/photos?workspace=${encodeURIComponent(name)}`).expect(404);
  });

  it('does not matter to what is the person’s own', async () => {
    const elsewhere = inWorkspace(await served.signUp(), 'elsewhere');
    await elsewhere.send('get', '/api/auth/profile').expect(200);
    await elsewhere.send('get', '/api/account').expect(200);
    await elsewhere.send('post', '/api/auth/logout').expect(204);
  });
});
