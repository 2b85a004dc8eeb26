import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { eq, sql } from 'drizzle-orm';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import { changeLines, locationChanges } from '../../../dist/server/database/changes.schema.js';
import type { NoticeListDto } from '../../../dist/server/notices/events/notice.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { eventsOf } from '../../support/features/notices.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { untilSeen } from '../../support/until.ts';

const HOUR_MS = 60 * 60_000;
const BOOKS = 'Riverside Books';
const PATCH = 'locations.patch';

let setting: ChangesSetting;
let robin: SignedInClient;
beforeAll(async () => {
  setting = await startChanges();
  holdBack(setting.served.app.get(ChangeDispatcher));
});
afterEach(async () => {
  setting.google.faults.clear();
  await setting.reset();
});
afterAll(() => setting.close());

const patches = () => setting.google.calls.count({ operation: PATCH });
const work = () => workOff(setting.served.app.get(ChangeDispatcher));

/** Google changes the phone number of the bookshop, and its edit is accepted in the background. @returns the set */
async function acceptInBackground(): Promise<string> {
  robin = await setting.connected(PEOPLE.idris);
  const { id } = setting.google.world.location({ location: BOOKS });
  const phoneNumbers = { primaryPhone: '+44 1632 960777' };
  setting.google.world.editByGoogle({ location: id, fields: { phoneNumbers } });
  await setting.sweep(robin);
  setting.google.calls.clear();
  const ids = (await setting.editsOf(robin)).items.map((edit) => edit.id);
  const { body } = await robin
    .send('post', '/api/google-edits/decide', { ids, decision: 'accept' })
    .expect(202);
  return (body as { setId: string }).setId;
}

/** The only change of a set, and its only line; `inMs` is how long until its next step. */
async function changeOf(setId: string) {
  const { orm } = setting.served.database;
  const inMs = sql<number>`round(extract(epoch from ${locationChanges.nextStepAt} - shingle_now()) * 1000)`;
  const [row] = await orm
    .select({ state: locationChanges.state, inMs: inMs.mapWith(Number), line: changeLines })
    .from(locationChanges)
    .innerJoin(changeLines, eq(changeLines.locationChangeId, locationChanges.id))
    .where(eq(locationChanges.setId, setId));
  return row!;
}

/** What the bell says of edits, once it has what happened. */
const noticesOf = () =>
  untilSeen('a notice of an edit', async () => {
    const { items } = (await robin.send('get', '/api/notices').expect(200)).body as NoticeListDto;
    const ofEdits = items.filter(({ kind }) => kind === 'edit_refused');
    return ofEdits.length > 0 && ofEdits.map(({ title, text, path }) => [title, text, path]);
  });

describe('a change that waits and that Google does not take for now', () => {
  it.each([
    ['throttled', 'Google isn’t accepting changes to this location right now.'],
    ['rate-limited', 'Google isn’t accepting changes right now.'],
  ] as const)(
    '(%s) is tried after pauses that double up to hours, and given up after a day',
    async (fault, why) => {
      const setId = await acceptInBackground();
      setting.google.faults.next(PATCH, fault, { times: 1_000 });
      const pauses: number[] = [];
      for (;;) {
        await work();
        const { state, inMs, line } = await changeOf(setId);
        if (state !== 'waiting') break;
        expect([line.state, line.error]).toEqual(['waiting', why]);
        pauses.push(Math.round(inMs / 1000));
        await setting.pass(inMs + 1_000);
      }
      expect(pauses.slice(0, 10)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400]);
      expect(pauses.length).toBeLessThan(16);
      expect(patches()).toBe(pauses.length + 1);

      const error = 'Google didn’t accept changes to this location for a day, so this wasn’t sent.';
      const { state, line } = await changeOf(setId);
      expect([state, line.state, line.error]).toEqual(['not_sent', 'not_sent', error]);
      const events = await eventsOf(setting.served, robin, 'edit_refused');
      expect(events.map(({ cause }) => cause)).toEqual([error]);
      await setting.pass(24 * HOUR_MS);
      await work();
      expect(patches()).toBe(pauses.length + 1);
    },
  );

  it('and that is no longer what it was says so, to its owner too', async () => {
    const setId = await acceptInBackground();
    const phoneNumbers = { primaryPhone: '+44 1632 960778' };
    setting.google.world.editByOwner({ location: BOOKS, fields: { phoneNumbers } });
    await work();
    const { line } = await changeOf(setId);
    const error = 'This field has changed on Google since then, so nothing was sent.';
    expect([line.state, line.error]).toEqual(['conflict', error]);
    expect(patches()).toBe(0);
    expect(await noticesOf()).toEqual([
      ['An edit wasn’t made', `${error} ${BOOKS}.`, expect.stringContaining('state=conflict')],
    ]);
  });

  it('and whose location is gone says so, to its owner too', async () => {
    const setId = await acceptInBackground();
    setting.google.faults.next('locations.get', 'not-found', { times: 5 });
    await work();
    const { line } = await changeOf(setId);
    const error = 'This location is no longer on Google, or you no longer manage it.';
    expect([line.state, line.error]).toEqual(['not_sent', error]);
    expect(await noticesOf()).toEqual([
      ['An edit wasn’t made', `${error} ${BOOKS}.`, expect.stringContaining('state=not_sent')],
    ]);
  });

  it('goes out once Google takes it', async () => {
    const setId = await acceptInBackground();
    setting.google.faults.next(PATCH, 'throttled', { times: 2 });
    for (const pause of [0, 31_000, 61_000]) {
      await setting.pass(pause);
      await work();
    }
    const { state, line } = await changeOf(setId);
    expect([state, line.error, patches()]).toEqual(['saved', null, 3]);
  });

  it('can be stopped: then it is not sent, and the log says so', async () => {
    const setId = await acceptInBackground();
    setting.google.faults.next(PATCH, 'throttled');
    await work();
    await robin.send('post', `/api/change-sets/${setId}/stop`).expect(204);
    const [line] = (await setting.logOf(robin)).items;
    expect(line).toMatchObject({ state: 'not_sent', error: 'This was stopped before it was sent.' });
    await setting.pass(HOUR_MS);
    await work();
    expect(patches()).toBe(1);
    // There is nothing left to stop, and that is no fault.
    await robin.send('post', `/api/change-sets/${setId}/stop`).expect(204);
  });
});

describe('a change that a person waits for', () => {
  it('and that Google does not take for now says so at its field, not to try again in a minute', async () => {
    robin = await setting.connected(PEOPLE.idris);
    const { id } = setting.google.world.location({ location: BOOKS });
    setting.google.faults.next(PATCH, 'throttled', { times: 2 });
    const message = 'Google isn’t accepting changes to this right now. Please try again in a few hours.';
    const phone = { phoneNumber: '+44 1632 960778' };
    expect((await robin.send('patch', `/api/locations/${id}`, phone).expect(400)).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'phoneNumber', message }],
    });
    const both = { ...phone, websiteUri: 'https://both.example.com/' };
    expect((await robin.send('patch', `/api/locations/${id}`, both).expect(503)).body).toMatchObject({
      code: 'google/throttled',
      message: 'Google isn’t accepting changes to this location right now. Please try again in a few hours.',
    });
  });

  it('stays in the hands of its process while that reads what became of it, for longer than it was claimed to be sent', async () => {
    robin = await setting.connected(PEOPLE.idris);
    const { id } = setting.google.world.location({ location: BOOKS });
    setting.google.faults.next(PATCH, 'error-after');
    setting.google.faults.next('locations.get', 'slow', { ms: 2_000, times: 2 });
    setting.google.calls.clear();
    const gets = () => setting.google.calls.count({ operation: 'locations.get' });
    const saving = robin
      .send('patch', `/api/locations/${id}`, { phoneNumber: '+44 1632 960780' })
      .expect(200)
      .then(() => undefined);
    await untilSeen('that it is looked for', () => patches() === 1 && gets() === 2);
    await setting.pass(31_000);
    await work();
    await saving;
    const { orm } = setting.served.database;
    const [change] = await orm
      .select()
      .from(locationChanges)
      .where(eq(locationChanges.workspaceId, robin.uid));
    expect(change).toMatchObject({ state: 'saved', attempt: 1 });
  });

  it('is sent once for a try, also when its access token had to be renewed', async () => {
    robin = await setting.connected(PEOPLE.idris);
    const { id } = setting.google.world.location({ location: BOOKS });
    setting.google.faults.next(PATCH, 'unauthenticated');
    setting.google.calls.clear();
    await robin.send('patch', `/api/locations/${id}`, { phoneNumber: '+44 1632 960779' }).expect(200);
    expect(patches()).toBe(2);
    const { orm } = setting.served.database;
    const [change] = await orm
      .select()
      .from(locationChanges)
      .where(eq(locationChanges.workspaceId, robin.uid));
    expect(change).toMatchObject({ state: 'saved', timesSent: 1 });
  });
});
