import { afterAll, beforeAll, expect, it } from '../../support/jest.ts';
import type { BulkEditDto, BulkRowListDto } from '../../../dist/server/bulk-edits/bulk-edit.dto.js';
import { SetPlanner } from '../../../dist/server/changes/set-planner.js';
import { bulkTargets } from '../../../dist/server/database/bulk-edits.schema.js';
import { changeSets, locationChanges } from '../../../dist/server/database/changes.schema.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { workOff } from '../../support/due-work.ts';
import { addPlaces } from '../../support/features/big-account.ts';

const PLACES = 10_000;

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
  await addPlaces(served.database, { uid: robin.uid, subject: '103' }, PLACES, served.clock.now());
});
afterAll(() => served.close());

it('10,000 locations are previewed at once, confirmed as one row, and planned in slices, each once', async () => {
  const christmas = `${served.clock.now().getUTCFullYear() + 1}-12-25`;
  const closed = { date: christmas, isClosed: true, openTime: null, closeTime: null, closeDate: null };
  const change = {
    specialHours: { mode: 'merge', periods: [closed] },
    websiteUri: '{website}?shop={storeCode}',
  };
  const times: Record<string, number[]> = {};
  const timed = async <T>(name: string, work: () => PromiseLike<T>): Promise<T> => {
    const since = performance.now();
    const result = await work();
    (times[name] ??= []).push(Math.round(performance.now() - since));
    return result;
  };
  let edit!: BulkEditDto;
  for (let n = 0; n < 5; n += 1) {
    const answer = await timed('preview', () =>
      robin.send('post', '/api/bulk-edits', { choice: {}, change }).expect(201),
    );
    edit = answer.body as BulkEditDto;
  }
  expect(edit.counts).toMatchObject({ chosen: PLACES, changes: PLACES, warnings: PLACES / 50, fields: 2 });
  const rows = await timed('rows', () =>
    robin.send('get', `/api/bulk-edits/${edit.id}/rows?limit=50`).expect(200),
  );
  const { items, nextCursor } = rows.body as BulkRowListDto;
  expect([items.length, items[0]?.warnings[0]?.id, nextCursor === null]).toEqual([
    50,
    'location-unverified',
    false,
  ]);
  const { database } = served;
  const sets = await database.orm.$count(changeSets);
  await timed('confirm', () =>
    robin.send('post', `/api/bulk-edits/${edit.id}/confirm`, { version: 1 }).expect(202),
  );
  expect(await database.orm.$count(changeSets)).toBe(sets + 1);
  await timed('plan', () => workOff(served.app.get(SetPlanner)));
  expect(await database.orm.$count(locationChanges)).toBe(PLACES);
  console.error(JSON.stringify(times), await database.orm.$count(bulkTargets));
});
