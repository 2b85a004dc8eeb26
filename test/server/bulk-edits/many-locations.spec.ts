import { afterAll, beforeAll, expect, it } from '../../support/jest.ts';
import type { BulkEditDto, BulkRowListDto } from '../../../dist/server/bulk-edits/bulk-edit.dto.js';
import { BulkEditsService } from '../../../dist/server/bulk-edits/bulk-edits.service.js';
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
  const answer = await robin.send('post', '/api/bulk-edits', { choice: {}, change }).expect(201);
  const edit = answer.body as BulkEditDto;
  expect(edit.counts).toMatchObject({ chosen: PLACES, changes: PLACES, warnings: PLACES / 50, fields: 2 });
  const rows = await robin.send('get', `/api/bulk-edits/${edit.id}/rows?limit=50`).expect(200);
  const { items, nextCursor } = rows.body as BulkRowListDto;
  expect([items.length, items[0]?.warnings[0]?.id, nextCursor === null]).toEqual([
    50,
    'location-unverified',
    false,
  ]);
  const { database } = served;
  const sets = await database.orm.$count(changeSets);
  await robin.send('post', `/api/bulk-edits/${edit.id}/confirm`, { version: 1 }).expect(202);
  expect(await database.orm.$count(changeSets)).toBe(sets + 1);
  await workOff(served.app.get(SetPlanner));
  expect(await database.orm.$count(locationChanges)).toBe(PLACES);
  // What the preview saw is no longer needed.
  await served.app.get(BulkEditsService).cleanUp();
  expect(await database.orm.$count(bulkTargets)).toBe(0);
});

it('answers for holidays at 10,000 locations come in parts, each in its own way', async () => {
  const christmas = `${served.clock.now().getUTCFullYear() + 1}-12-25`;
  const ids = Array.from({ length: PLACES }, (_, number) => `place-${number}`);
  const run = (answer: 'closed' | 'as_usual', from: number) => ({
    ...{ answer, dates: [christmas], isFill: true, locationIds: ids.slice(from, from + 500) },
  });
  const made = await robin
    .send('post', '/api/bulk-edits', {
      choice: { locationIds: [ids[0]] },
      change: { holidays: [{ answer: 'closed', dates: [christmas], isFill: true }] },
    })
    .expect(201);
  const { id } = made.body as BulkEditDto;
  let { version } = made.body as BulkEditDto;
  // Until the last part the draft is about one location, so that only that one is previewed.
  for (let from = 0; from < PLACES; from += 500) {
    const isLast = from + 500 >= PLACES;
    const answer = await robin
      .send('patch', `/api/bulk-edits/${id}`, {
        version,
        addHolidays: [run(from % 1000 === 0 ? 'as_usual' : 'closed', from)],
        ...(isLast && { choice: {} }),
      })
      .expect(200);
    ({ version } = answer.body as BulkEditDto);
    expect((answer.body as BulkEditDto).counts.chosen).toBe(isLast ? PLACES : 1);
  }
  const { items } = (
    await robin.send('get', `/api/bulk-edits/${id}/rows?limit=100&state=changes`).expect(200)
  ).body as BulkRowListDto;
  // A weekday: as usual is open.
  const isOpen = ![0, 6].includes(new Date(christmas).getUTCDay());
  for (const { locationId, fields } of items) {
    const isAsUsual = Number(locationId.slice('place-'.length)) % 1000 < 500;
    expect([locationId, fields[0]?.dates?.[0]?.after?.[0]?.isClosed]).toEqual([
      locationId,
      !(isAsUsual && isOpen),
    ]);
  }
});
