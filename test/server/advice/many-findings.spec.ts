import { afterAll, beforeAll, expect, it } from '../../support/jest.ts';
import { AdviceChecker } from '../../../dist/server/advice/advice-checker.js';
import { FindingsWriter } from '../../../dist/server/advice/findings-writer.js';
import type { TaskListDto } from '../../../dist/server/advice/task.dto.js';
import { adviceLocations, findings } from '../../../dist/server/database/advice.schema.js';
import { lockWorkspaceForDeletion } from '../../../dist/server/database/workspace-lock.js';
import { workspaces } from '../../../dist/server/database/workspaces.schema.js';
import { DueWork } from '../../../dist/server/jobs/due-work.js';
import { count, eq, sql } from 'drizzle-orm';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { workOff } from '../../support/due-work.ts';
import { addPlaces } from '../../support/features/big-account.ts';
import { untilSeen } from '../../support/until.ts';

/** More than are judged in one turn. */
const MANY = 2_600;
const FEW = 20;

let served: TestApp;
beforeAll(async () => {
  served = await startTestApp();
});
afterAll(() => served.close());

async function ownerOf(locations: number): Promise<SignedInClient> {
  const client = await served.signUp();
  const { database, clock } = served;
  await addPlaces(database, { uid: client.uid, subject: `google-${client.uid}` }, locations, clock.now());
  return client;
}

it('workspaces with thousands of locations take turns with others, and each location is judged once', async () => {
  const many = [await ownerOf(MANY), await ownerOf(MANY)];
  const few = await ownerOf(FEW);
  const writer = served.app.get(FindingsWriter);
  const settle = writer.settle.bind(writer);
  const ended: string[] = [];
  writer.settle = (...[tx, owner, now]) => {
    ended.push(owner.workspaceId);
    return settle(tx, owner, now);
  };

  await workOff(served.app.get(AdviceChecker));

  expect(ended.toSorted()).toEqual([...many, few].map(({ uid }) => uid).toSorted());
  // Each of the large ones needs a second turn, which comes after the first of all others.
  expect(ended[0]).toBe(few.uid);
  const { orm } = served.database;
  const judged = await orm
    .select({ owner: adviceLocations.workspaceId, locations: count() })
    .from(adviceLocations)
    .groupBy(adviceLocations.workspaceId);
  expect(new Map(judged.map(({ owner, locations }) => [owner, locations]))).toEqual(
    new Map([...many.map(({ uid }) => [uid, MANY] as const), [few.uid, FEW]]),
  );

  const { body } = await many[0]!.send('get', '/api/tasks').expect(200);
  const { items, findings: open, check } = body as TaskListDto;
  expect(check).toMatchObject({ state: 'checked', locations: MANY });
  expect(items.reduce((sum, { locations }) => sum + locations, 0)).toBe(open);
  expect(open).toBe(await orm.$count(findings, eq(findings.workspaceId, many[0]!.uid)));
}, 120_000);

it('a workspace can be deleted beside its check: neither waits for what the other holds', async () => {
  const { workspaceId } = await ownerOf(FEW);
  const { app, database } = served;
  await workOff(app.get(AdviceChecker));
  const own = sql`workspace_id = ${workspaceId}`;
  await database.orm.execute(sql`update advice_checks set next_step_at = shingle_now() where ${own}`);
  await database.orm.execute(sql`delete from advice_locations where ${own}`);
  let check = Promise.resolve();
  await database.transaction(async (tx) => {
    await lockWorkspaceForDeletion(tx, workspaceId);
    check = workOff(app.get(AdviceChecker));
    await untilSeen('the check waits', async () => {
      const waiting = await database.orm.execute(sql`select 1 from pg_locks where not granted`);
      return (waiting as { rows: unknown[] }).rows.length > 0;
    });
    // What the check would hold is free.
    await tx.execute(sql`select from advice_checks where ${own} for update nowait`);
    await tx.delete(workspaces).where(eq(workspaces.id, workspaceId));
  });
  await check;
  expect(await database.orm.$count(adviceLocations, eq(adviceLocations.workspaceId, workspaceId))).toBe(0);
});

it('a check counts for readiness only as far as what is due is still read', () => {
  const work = served.app.get(DueWork);
  expect(work.count().filter(({ work: name }) => name === 'advice')).toMatchObject([{ lane: 'check' }]);
  expect(work.isRead).toBe(true);
});
