import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { DayUpdates } from '../../../dist/server/business-profile/calls/day-updates.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import { googleUpdateHours } from '../../../dist/server/database/connection.schema.js';
import type { SignedInClient } from '../../support/app.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';

const HOUR_MS = 60 * 60_000;
const PER_DAY = 110;
/** Ten stay, since processes that ask in the same moment may take the last one together; 30 % are a person's own. */
const SINGLE = 100;
const QUEUED = 70;

let setting: ChangesSetting;
let robin: SignedInClient;
beforeAll(async () => {
  setting = await startChanges({ GOOGLE_UPDATES_PER_DAY: String(PER_DAY) });
  holdBack(setting.served.app.get(ChangeDispatcher));
});
beforeEach(async () => {
  robin = await setting.connected(PEOPLE.idris);
});
afterEach(async () => {
  await setting.served.database.orm.delete(googleUpdateHours);
  await setting.reset();
});
afterAll(() => setting.close());

const left = () => setting.served.app.get(DayUpdates).left();
const patches = () => setting.google.calls.count({ operation: 'locations.patch' });

/** So many changes were sent in the last hours. */
async function sent(count: number): Promise<void> {
  const hour = new Date(Math.floor(setting.served.clock.now().getTime() / HOUR_MS) * HOUR_MS);
  await setting.served.database.orm.insert(googleUpdateHours).values({ hour, count });
}

async function save(phoneNumber: string): Promise<{ status: number; body: unknown }> {
  const { id } = setting.google.world.location({ location: 'Riverside Books' });
  return robin.send('patch', `/api/locations/${id}`, { phoneNumber });
}

/** Accepts an edit of Google's in the background. @returns the state and the words of its line, once it was worked on */
async function acceptInBackground(): Promise<() => Promise<{ state: string; error: string | null }>> {
  const { id } = setting.google.world.location({ location: 'Riverside Books' });
  setting.google.world.editByGoogle({
    location: id,
    fields: { websiteUri: 'https://by-google.example.com/' },
  });
  await setting.sweep(robin);
  const ids = (await setting.editsOf(robin)).items.map((edit) => edit.id);
  await robin.send('post', '/api/google-edits/decide', { ids, decision: 'accept' }).expect(202);
  return async () => {
    await workOff(setting.served.app.get(ChangeDispatcher));
    return (await setting.logOf(robin)).items.find(({ origin }) => origin === 'here')!;
  };
}

describe('the changes of locations that Google takes in a day', () => {
  it('are counted as they are sent, and told to the operator', async () => {
    expect(await left()).toEqual({ single: SINGLE, queued: QUEUED });
    expect((await save('+44 1632 960701')).status).toBe(200);
    expect(await left()).toEqual({ single: SINGLE - 1, queued: QUEUED - 1 });
  });

  it('are kept for a person’s own saves to the last; then a save is refused, with words', async () => {
    await sent(SINGLE - 1);
    expect((await save('+44 1632 960702')).status).toBe(200);
    setting.google.calls.clear();
    expect(await save('+44 1632 960703')).toMatchObject({
      status: 503,
      body: {
        code: 'google/day-full',
        message: 'Shingle has reached Google’s daily limit of changes. Please try again in a few hours.',
      },
    });
    expect(patches()).toBe(0);
  });

  it('are not used up by changes that were queued: these wait, and say why, and go out once there is room', async () => {
    await sent(QUEUED);
    const lineAfterWork = await acceptInBackground();
    setting.google.calls.clear();
    expect(await lineAfterWork()).toMatchObject({
      state: 'waiting',
      error: 'Google limits changes per day. This will be sent when it allows more.',
    });
    expect(patches()).toBe(0);
    await setting.pass(26 * HOUR_MS);
    await robin.send('post', '/api/auth/login', { email: robin.email, password: 'correct horse' });
    await workOff(setting.served.app.get(ChangeDispatcher));
    expect(patches()).toBe(1);
  });

  it.each([false, true])(
    'are never more in 24 hours, whenever Google begins to count anew (%s)',
    async (fromMidnight) => {
      setting.google.configure({
        updatesPerDay: PER_DAY,
        updatesFromMidnight: fromMidnight,
        editsPerMinute: 1_000,
      });
      const updates = setting.served.app.get(DayUpdates);
      let taken = 0;
      for (let hour = 0; hour < 49; hour += 1) {
        for (let turn = 0; turn < 5; turn += 1)
          await updates.take('save').then(
            () => (taken += 1),
            () => undefined,
          );
        await setting.pass(HOUR_MS);
      }
      // In two days not more than twice the limit, and in each hour of the second day as much as has become free.
      expect(taken).toBeLessThanOrEqual(2 * SINGLE);
      expect(taken).toBeGreaterThan(1.5 * SINGLE);
    },
  );
});
