import { expect, it } from '@jest/globals';
import { planOf } from '../../../../dist/server/bulk-edits/bulk-plan.js';

it.each([
  [412, { seconds: 309, days: null, isOverToday: false }],
  [3000, { seconds: 2250, days: null, isOverToday: false }],
  [6000, { days: 2, isOverToday: true }],
  [20_000, { days: 4, isOverToday: true }],
])('plans %i locations by calls and by days', (locations, plan) => {
  expect(planOf(locations, { queued: 5000, queuedPerDay: 6993, waiting: 0 })).toMatchObject({
    ...plan,
    updatesLeftToday: 5000,
  });
});

it('sends what waits already before them', () => {
  const left = { queued: 5000, queuedPerDay: 1000, waiting: 4800 };
  expect(planOf(200, left)).toMatchObject({ days: null, updatesLeftToday: 200 });
  expect(planOf(201, left)).toMatchObject({ days: 2, isOverToday: true });
  expect(planOf(201, { ...left, waiting: 7000 })).toMatchObject({ days: 4, updatesLeftToday: 0 });
});
