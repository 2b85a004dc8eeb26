import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { SignedInClient } from '../../support/app.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { eventsOf } from '../../support/features/notices.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { untilSeen } from '../../support/until.ts';

let setting: ChangesSetting;
let idris: SignedInClient;
/** The bookshop, and its website before. */
let id: string;
let former: string | undefined;

beforeAll(async () => {
  setting = await startChanges();
  // Looks come only when a test says so.
  holdBack(setting.served.app.get(ChangeDispatcher));
});
afterEach(async () => {
  setting.google.configure({ readingsBehindMs: 0 });
  await setting.reset();
  // Google’s quota of edits is full again.
  await setting.pass(60_000);
});
afterAll(() => setting.close());

const BOOKS = 'Riverside Books';
const WANTED = 'https://wanted.example.com';
const THIRD = 'https://third.example.com';

const byOwner = (websiteUri: string) =>
  setting.google.world.editByOwner({ location: BOOKS, fields: { websiteUri } });
const save = (websiteUri: string) =>
  idris.send('patch', `/api/locations/${id}`, { websiteUri }).then(({ status, body }) => ({
    status,
    code: (body as { code?: string }).code,
  }));
const IN_DOUBT = { status: 409, code: 'google/unconfirmed' };

/** Connects somebody to a Google whose answers lag behind the changes that it accepts. */
async function begin(behindMs: number): Promise<void> {
  idris = await setting.connected(PEOPLE.idris);
  ({ id } = await setting.locationOf(idris, BOOKS));
  former = setting.google.world.location({ location: BOOKS }).fields.websiteUri;
  setting.google.configure({ readingsBehindMs: behindMs });
}

/** Time passes, and the server does what is due. */
async function pass(ms: number): Promise<void> {
  await setting.pass(ms);
  await workOff(setting.served.app.get(ChangeDispatcher));
}

/** The server looks every ten seconds. */
async function watch(looks: number): Promise<void> {
  for (let look = 1; look <= looks; look += 1) await pass(12_000);
}

const lines = async () =>
  (await setting.logOf(idris)).items.map(({ origin, state, before, after }) =>
    [origin, state, before.text, after.text].join(' '),
  );
const ownLines = async () => (await setting.logOf(idris)).items.filter(({ origin }) => origin === 'here');
const errors = async () => (await ownLines()).map(({ error }) => error);
const whyNoUndo = async () => (await ownLines()).map((line) => line.whyNoUndo);
const NOT_SURE = 'We don’t know whether Google has this change, so it can’t be undone.';
const causes = async () => (await eventsOf(setting.served, idris, 'edit_refused')).map(({ cause }) => cause);
const shown = async () =>
  ((await idris.send('get', `/api/locations/${id}`).expect(200)).body as { websiteUri: string }).websiteUri;

describe('a save that Google takes, and that readings show some seconds later', () => {
  it('is shown all along, and is one line: it was not changed back', async () => {
    await begin(8_000);
    expect(await save(WANTED)).toMatchObject({ status: 200 });
    expect(await shown()).toBe(WANTED);
    expect(await lines()).toEqual([`here in_review ${former} ${WANTED}`]);
    // It is looked at once more, also without a reading of all locations.
    await pass(31_000);
    expect(await lines()).toEqual([`here public ${former} ${WANTED}`]);
    await setting.sweep(idris);
    expect(await lines()).toEqual([`here public ${former} ${WANTED}`]);
    expect(await causes()).toEqual([]);
  });

  it('and that is put back before any of them has shown it has both lines, when that is sure', async () => {
    await begin(0);
    setting.google.faults.next('locations.get', 'error-before', { after: 1, times: 3 });
    expect(await save(WANTED)).toMatchObject({ status: 200 });
    byOwner(former ?? '');
    await idris.send('get', `/api/locations/${id}`).expect(200);
    expect(await lines()).toEqual([`here in_review ${former} ${WANTED}`]);
    await setting.sweep(idris);
    expect((await lines()).sort()).toEqual([
      `google public ${WANTED} ${former}`,
      `here refused ${former} ${WANTED}`,
    ]);
  });

  it('is waited for by the next save, which finds what it replaces', async () => {
    await begin(20_000);
    expect(await save(WANTED)).toMatchObject({ status: 200 });
    const readings = () => setting.google.calls.count({ operation: 'locations.get' });
    const before = readings();
    const next = save(THIRD);
    await untilSeen('a reading that is behind', () => readings() > before);
    expect(setting.masks()).toHaveLength(1);
    await setting.pass(21_000);
    expect(await next).toMatchObject({ status: 200 });
    await setting.sweep(idris);
    expect((await lines()).sort()).toEqual(
      [`here public ${former} ${WANTED}`, `here public ${WANTED} ${THIRD}`].sort(),
    );
  });
});

describe('a save that Google takes without an answer, and that readings show later', () => {
  it('is found within seconds, and is one line', async () => {
    await begin(8_000);
    setting.google.faults.next('locations.patch', 'reset-after');
    expect(await save(WANTED)).toEqual(IN_DOUBT);
    expect(await whyNoUndo()).toEqual([NOT_SURE]);
    await pass(12_000);
    await setting.sweep(idris);
    expect(await lines()).toEqual([`here public ${former} ${WANTED}`]);
    expect(setting.masks()).toHaveLength(1);
  });

  it('of which looks saw nothing for as long as a kill lasts is waited for once more', async () => {
    await begin(50_000);
    setting.google.faults.next('locations.patch', 'reset-after');
    setting.google.faults.next('locations.get', 'error-before', { after: 1, times: 3 });
    expect(await save(WANTED)).toEqual(IN_DOUBT);
    // No process looks for longer than it may take to arrive.
    await pass(40_000);
    expect(await lines()).toEqual([`here unconfirmed ${former} ${WANTED}`]);
    await watch(2);
    await setting.sweep(idris);
    expect(await lines()).toEqual([`here public ${former} ${WANTED}`]);
    expect(await causes()).toEqual([]);
  });

  it('that is not known by then is found by a reading that follows, with what it takes back', async () => {
    await begin(0);
    expect(await save(WANTED)).toMatchObject({ status: 200 });
    const [saved] = (await setting.logOf(idris)).items;
    setting.google.configure({ readingsBehindMs: 90_000 });
    setting.google.faults.next('locations.patch', 'reset-after');
    setting.google.faults.next('locations.get', 'error-before', { after: 1, times: 3 });
    const undo = await idris.send('post', `/api/changes/${saved!.id}/undo`, {});
    expect(undo.status).toBe(409);
    await pass(70_000);
    expect((await lines())[0]).toBe(`here not_known ${WANTED} ${former}`);
    expect(await causes()).toEqual([
      expect.stringContaining('We don’t know whether Google accepted this change'),
    ]);
    await setting.pass(21_000);
    await idris.send('get', `/api/locations/${id}`).expect(200);
    const { items } = await setting.logOf(idris);
    expect(items.map(({ origin, state }) => [origin, state])).toEqual([
      ['here', 'public'],
      ['here', 'public'],
    ]);
    expect(items[1]?.undoneBy).toBe(items[0]?.id);
  });
});

describe('a save that Google takes without an answer, and that waits to be sent again', () => {
  const KNOWN_TO_WAIT = 'Google isn’t accepting changes to this location right now.';
  /** All looks have shown the former value, and Google accepts no changes for now. */
  const waiting = async () => {
    await begin(50_000);
    setting.google.faults.next('locations.patch', 'reset-after');
    expect(await save(WANTED)).toEqual(IN_DOUBT);
    setting.google.faults.next('locations.patch', 'throttled');
    await watch(3);
    await pass(1_000);
    expect(await errors()).toEqual([KNOWN_TO_WAIT]);
    return (await setting.logOf(idris)).items[0]!.setId!;
  };

  it.each([
    ['by its own look', () => Promise.resolve()],
    ['by a reading of all locations', () => setting.sweep(idris)],
  ])('is found %s, and is one line', async (_, read) => {
    await waiting();
    await setting.pass(20_000);
    await read();
    await pass(31_000);
    await setting.sweep(idris);
    expect(await lines()).toEqual([`here public ${former} ${WANTED}`]);
    expect(await errors()).toEqual([null]);
    expect(await causes()).toEqual([]);
    expect(setting.masks()).toHaveLength(2);
  });

  it('and that its owner has changed since is not said not to have been sent', async () => {
    await waiting();
    byOwner(THIRD);
    await pass(31_000);
    expect((await lines()).sort()).toEqual([
      `elsewhere public ${former} ${THIRD}`,
      `here not_known ${former} ${WANTED}`,
    ]);
    const why =
      'We don’t know whether Google accepted this change: the field now has another value. Check it before you save again.';
    expect(await errors()).toEqual([why]);
    expect(await whyNoUndo()).toEqual([NOT_SURE]);
    expect(await causes()).toEqual([why]);
  });

  it('and that its author stops is not said not to have been sent', async () => {
    const setId = await waiting();
    await idris.send('post', `/api/change-sets/${setId}/stop`).expect(204);
    expect(await lines()).toEqual([`here not_known ${former} ${WANTED}`]);
    expect(await errors()).toEqual([
      'We don’t know whether Google accepted this change: it was stopped before we could check.',
    ]);
  });
});
