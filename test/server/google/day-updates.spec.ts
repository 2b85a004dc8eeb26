import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { eq, sql } from 'drizzle-orm';
import type { BulkEditDto } from '../../../dist/server/bulk-edits/bulk-edit.dto.js';
import { DayUpdates } from '../../../dist/server/business-profile/calls/day-updates.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { ChangeSetDto } from '../../../dist/server/changes/change-set.dto.js';
import { SetPlanner } from '../../../dist/server/changes/set-planner.js';
import { locationChanges } from '../../../dist/server/database/changes.schema.js';
import { googleUpdateHours } from '../../../dist/server/database/connection.schema.js';
import type { SignedInClient } from '../../support/app.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { eventsOf } from '../../support/features/notices.ts';
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
  holdBack(setting.served.app.get(SetPlanner));
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

/** Google changes the websites of so many of somebody's locations, and each is accepted in the background. */
async function acceptMany(client: SignedInClient, email: string, count: number): Promise<string> {
  const { google } = setting;
  const ids = google.world
    .locations({ email })
    .slice(0, count)
    .map(({ id }) => id);
  for (const location of ids)
    google.world.editByGoogle({ location, fields: { websiteUri: 'https://by-google.example.com/' } });
  await setting.sweep(client);
  const edits = (await setting.editsOf(client, '?state=OPEN')).items.filter(
    ({ locationId, field }) => ids.includes(locationId) && field === 'websiteUri',
  );
  const body = { ids: edits.map(({ id }) => id), decision: 'accept' };
  const answer = await client.send('post', '/api/google-edits/decide', body).expect(202);
  return (answer.body as { setId: string }).setId;
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

  it('are shared fairly: one with many leaves another with few its own, without reading a location for nothing', async () => {
    const tamsin = await setting.connected(PEOPLE.tamsin);
    const many = await acceptMany(robin, PEOPLE.idris, 4);
    const few = await acceptMany(tamsin, PEOPLE.tamsin, 2);
    await sent(QUEUED - 4);
    // What waits of the second comes later, as after a day that was full.
    const { orm } = setting.served.database;
    await orm
      .update(locationChanges)
      .set({ nextStepAt: sql`shingle_now() + interval '5 minutes'` })
      .where(eq(locationChanges.setId, few));
    const progressOf = async (client: SignedInClient, setId: string) => {
      await workOff(setting.served.app.get(ChangeDispatcher));
      const { body } = await client.send('get', `/api/change-sets/${setId}`).expect(200);
      return (body as ChangeSetDto).progress;
    };
    setting.google.calls.clear();
    expect(await progressOf(robin, many)).toMatchObject({ sent: 2, waiting: 2 });
    // A reading before each change, and one after it.
    expect(setting.google.calls.count({ operation: 'locations.get' })).toBe(4);
    expect((await setting.logOf(robin, '?state=waiting')).items.map(({ error }) => error)).toEqual(
      Array<string>(2).fill('Google limits changes per day. This will be sent when it allows more.'),
    );
    await setting.pass(6 * 60_000);
    expect(await progressOf(tamsin, few)).toMatchObject({ sent: 2, waiting: 0 });
    expect(await left()).toMatchObject({ queued: 0 });
  });

  it('decide how many days a bulk edit takes beside what waits, and its author gets one notice of that', async () => {
    const bulk = async (locations: number, websiteUri = 'https://bulk.example.com/') => {
      const ids = setting.google.world.locations({ email: PEOPLE.idris }).map(({ id }) => id);
      const body = {
        choice: { locationIds: ids.slice(0, locations) },
        change: { websiteUri },
        name: 'Websites',
      };
      return (await robin.send('post', '/api/bulk-edits', body).expect(201)).body as BulkEditDto;
    };
    await sent(QUEUED - 3);
    const within = await bulk(3);
    expect(within.plan).toMatchObject({ days: null, updatesLeftToday: 3, isOverToday: false });
    const spread = await bulk(4);
    expect(spread.plan).toMatchObject({ days: 2, updatesLeftToday: 3, isOverToday: true });
    const confirm = ({ id, version }: BulkEditDto) =>
      robin.send('post', `/api/bulk-edits/${id}/confirm`, { version }).expect(202);
    await confirm(within);
    expect(await eventsOf(setting.served, robin, 'changes_spread')).toEqual([]);
    await confirm(spread);
    expect(await eventsOf(setting.served, robin, 'changes_spread')).toMatchObject([
      {
        cause: 'Websites: Google’s daily limit spreads the changes of 4 locations over about 2 days',
        subject: { setId: spread.id },
      },
    ]);
    await workOff(setting.served.app.get(SetPlanner));
    expect((await bulk(1, 'https://later.example.com/')).plan).toMatchObject({
      days: 2,
      updatesLeftToday: 0,
    });
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
          await updates.take('save', robin.uid).then(
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
