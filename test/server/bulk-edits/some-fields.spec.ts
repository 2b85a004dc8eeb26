import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { BulkEditDto } from '../../../dist/server/bulk-edits/bulk-edit.dto.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type {
  ChangeSetDto,
  SetLocationDto,
  SetLocationListDto,
} from '../../../dist/server/changes/change-set.dto.js';
import { SetPlanner } from '../../../dist/server/changes/set-planner.js';
import { changeLines, changeSets, locationChanges } from '../../../dist/server/database/changes.schema.js';
import type { SignedInClient } from '../../support/app.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { withoutGoogleLimits } from '../../support/google/google-limits.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';

const CERAMICS = 'Okonjo Ceramics';
const PIANOS = 'Okonjo Piano Tuning';
const PATCH = 'locations.patch';
const WEBSITE = 'https://shops.example.com/';
const DESCRIPTION = 'Made by hand.';
const CHANGE = { websiteUri: WEBSITE, description: DESCRIPTION };
const NOT_NOW = 'Google isn’t accepting changes to this field right now.';
const HOUR_MS = 60 * 60_000;

let setting: ChangesSetting;
let tamsin: SignedInClient;
beforeAll(async () => {
  setting = await startChanges();
  holdBack(setting.served.app.get(ChangeDispatcher));
  holdBack(setting.served.app.get(SetPlanner));
});
afterEach(async () => {
  setting.google.faults.clear();
  setting.google.configure({ readingsBehindMs: 0 });
  await setting.reset();
});
afterAll(() => setting.close());

const plan = () => workOff(setting.served.app.get(SetPlanner));
const send = () => workOff(setting.served.app.get(ChangeDispatcher));
const placeOf = (title: string) => setting.google.world.location({ location: title });

/** Two fields of some locations that are about to be changed. @returns the set */
async function confirmed(...titles: string[]): Promise<string> {
  tamsin = await setting.connected(PEOPLE.tamsin);
  withoutGoogleLimits(setting.google, setting.served.app);
  const body = { choice: { locationIds: titles.map((title) => placeOf(title).id) }, change: CHANGE };
  const made = await tamsin.send('post', '/api/bulk-edits', body).expect(201);
  const { id, version } = made.body as BulkEditDto;
  await tamsin.send('post', `/api/bulk-edits/${id}/confirm`, { version }).expect(202);
  await plan();
  setting.google.calls.clear();
  return id;
}
async function setOf(id: string): Promise<ChangeSetDto> {
  return (await tamsin.send('get', `/api/change-sets/${id}`).expect(200)).body as ChangeSetDto;
}
async function locationOf(id: string, title = CERAMICS): Promise<SetLocationDto> {
  const { body } = await tamsin.send('get', `/api/change-sets/${id}/locations`).expect(200);
  return (body as SetLocationListDto).items.find(({ locationName }) => locationName === title)!;
}
/** What the log says of each field of the ceramics, by the field. */
async function linesOf(id: string): Promise<Record<string, [string, string | null]>> {
  const { changes } = await locationOf(id);
  return Object.fromEntries(changes.map(({ field, state, error }) => [field, [state, error]]));
}
const THERE = [expect.stringMatching(/in_review|public/), null];
const throttled = (times: number) =>
  setting.google.faults.next(PATCH, 'throttled', {
    times,
    match: { location: placeOf(CERAMICS).id, field: 'profile.description' },
  });
const masksOf = (title: string) =>
  setting.google.calls
    .list({ operation: PATCH })
    .filter(({ path }) => path.includes(placeOf(title).id))
    .map(({ query }) => new URLSearchParams(query).get('updateMask')!.split(',').sort().join());
/** The change of the ceramics, and its lines, as the ledger has them: sessions end within a day. */
async function changeOf(setId: string) {
  const { orm } = setting.served.database;
  const inMs = sql<number>`round(extract(epoch from ${locationChanges.nextStepAt} - shingle_now()) * 1000)`;
  const rows = await orm
    .select({ state: locationChanges.state, inMs: inMs.mapWith(Number), line: changeLines })
    .from(locationChanges)
    .innerJoin(changeLines, eq(changeLines.locationChangeId, locationChanges.id))
    .where(and(eq(locationChanges.setId, setId), eq(changeLines.locationId, placeOf(CERAMICS).id)));
  const lines = rows.map(({ line }) => [line.field, [line.state, line.error]]);
  return { ...rows[0]!, lines: Object.fromEntries(lines) as object };
}

describe('a field of several that Google does not accept for now', () => {
  it('waits, while the others go at once, and is given up after a day, without them being sent again', async () => {
    const id = await confirmed(CERAMICS, PIANOS);
    throttled(1_000);
    setting.google.configure({ readingsBehindMs: 20_000 });
    await send();
    expect(masksOf(CERAMICS)).toEqual(['profile.description,websiteUri', 'websiteUri']);
    expect(masksOf(PIANOS)).toEqual(['profile.description,websiteUri']);
    expect(placeOf(CERAMICS).fields.websiteUri).toBe(WEBSITE);
    expect(await setOf(id)).toMatchObject({ state: 'running', progress: { total: 2, waiting: 1, sent: 1 } });
    expect((await locationOf(id)).state).toBe('waiting');
    expect(await linesOf(id)).toEqual({ websiteUri: THERE, description: ['waiting', NOT_NOW] });

    // Readings in between take nothing back, whether they show it or not, and count for no field that waits.
    for (const ms of [1_000, 20_000]) {
      await setting.pass(ms);
      const read = await tamsin.send('get', `/api/locations/${placeOf(CERAMICS).id}`).expect(200);
      expect(read.body).toMatchObject({ websiteUri: WEBSITE });
    }
    expect((await setting.logOf(tamsin, '?origin=elsewhere')).items).toEqual([]);
    await setting.sweep(tamsin);
    expect(await linesOf(id)).toEqual({ websiteUri: ['public', null], description: ['waiting', NOT_NOW] });
    const pauses: number[] = [];
    for (;;) {
      const { state, inMs } = await changeOf(id);
      if (state !== 'waiting') break;
      pauses.push(Math.round(inMs / 1_000));
      await setting.pass(Math.max(0, inMs) + 1_000);
      await send();
    }
    expect(pauses.slice(1, 10)).toEqual([60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400]);
    expect(pauses.length).toBeLessThan(17);
    expect(masksOf(CERAMICS).slice(2)).toEqual(Array<string>(pauses.length).fill('profile.description'));
    const error = 'Google didn’t accept changes to this field for a day, so this wasn’t sent.';
    expect(await changeOf(id)).toMatchObject({
      state: 'not_sent',
      lines: { websiteUri: ['public', null], description: ['not_sent', error] },
    });
    await setting.pass(24 * HOUR_MS);
    await send();
    expect(masksOf(CERAMICS)).toHaveLength(2 + pauses.length);
  });

  it('is sent by itself once Google takes it, also where the outcome of the others was not known', async () => {
    const id = await confirmed(CERAMICS);
    throttled(1);
    setting.google.faults.next(PATCH, 'error-after');
    await send();
    expect(await linesOf(id)).toEqual({ websiteUri: THERE, description: ['waiting', NOT_NOW] });
    await setting.pass(31_000);
    await send();
    expect(masksOf(CERAMICS)).toEqual([
      'profile.description,websiteUri',
      'websiteUri',
      'profile.description',
    ]);
    expect(await linesOf(id)).toEqual({ websiteUri: THERE, description: THERE });
    expect((await locationOf(id)).state).toBe('saved');
    expect(placeOf(CERAMICS).fields).toMatchObject({
      websiteUri: WEBSITE,
      profile: { description: DESCRIPTION },
    });
  });

  it('waits under its own state while nothing is known of the others, for whatever process looks next', async () => {
    const id = await confirmed(CERAMICS);
    throttled(1);
    setting.google.faults.next(PATCH, 'error-after');
    setting.google.faults.next('locations.get', 'error-before', { times: 100, after: 1 });
    await send();
    setting.google.faults.clear();
    expect((await locationOf(id)).state).toBe('unconfirmed');
    expect(await linesOf(id)).toEqual({
      websiteUri: ['unconfirmed', null],
      description: ['waiting', NOT_NOW],
    });
    await setting.pass(11_000);
    await send();
    expect(await linesOf(id)).toMatchObject({ websiteUri: THERE, description: ['waiting', NOT_NOW] });
    await setting.pass(31_000);
    await send();
    expect(await linesOf(id)).toEqual({ websiteUri: THERE, description: THERE });
    expect(masksOf(CERAMICS).slice(1)).toEqual(['websiteUri', 'profile.description']);
  });

  it('is ended by a stop, and what Google has of the others goes back', async () => {
    const id = await confirmed(CERAMICS);
    const before = placeOf(CERAMICS).fields.websiteUri;
    throttled(1_000);
    await send();
    await tamsin.send('post', `/api/change-sets/${id}/stop`).expect(204);
    expect(await linesOf(id)).toEqual({
      websiteUri: THERE,
      description: ['not_sent', 'This was stopped before it was sent.'],
    });
    await setting.pass(HOUR_MS);
    await send();
    expect(masksOf(CERAMICS)).toHaveLength(2);
    const undo = await tamsin.send('post', `/api/change-sets/${id}/undo`, {}).expect(202);
    await plan();
    await setting.settled(tamsin, (undo.body as { setId: string }).setId);
    expect(placeOf(CERAMICS).fields.websiteUri).toBe(before);
  });
});

describe('a field of several that has changed elsewhere', () => {
  const editElsewhere = () =>
    setting.google.world.editByOwner({
      location: CERAMICS,
      fields: { websiteUri: 'https://elsewhere.example.com/' },
    });
  const CHANGED = 'This field has changed on Google since then, so nothing was sent.';

  it('is left alone, and the others are sent', async () => {
    const id = await confirmed(CERAMICS, PIANOS);
    editElsewhere();
    await send();
    await plan();
    expect(masksOf(CERAMICS)).toEqual(['profile.description']);
    expect(placeOf(CERAMICS).fields).toMatchObject({
      websiteUri: 'https://elsewhere.example.com/',
      profile: { description: DESCRIPTION },
    });
    expect(await linesOf(id)).toEqual({ websiteUri: ['conflict', CHANGED], description: THERE });
    expect(await setOf(id)).toMatchObject({
      state: 'ended',
      progress: { sent: 1, leftAlone: 1 },
      undo: { locations: 2, changes: 3 },
    });
  });

  it('holds back all of what one person saved at once, and each line says which it was', async () => {
    const id = await confirmed(CERAMICS);
    // As a save that its process left to the others.
    await setting.served.database.orm
      .update(changeSets)
      .set({ locationsTotal: null })
      .where(eq(changeSets.id, id));
    editElsewhere();
    await send();
    expect(masksOf(CERAMICS)).toEqual([]);
    expect(await linesOf(id)).toEqual({
      websiteUri: ['conflict', CHANGED],
      description: [
        'conflict',
        'Another field of this location has changed on Google since then, so nothing was sent.',
      ],
    });
    const [change] = await setting.served.database.orm
      .select()
      .from(locationChanges)
      .where(eq(locationChanges.setId, id));
    expect(change).toMatchObject({ state: 'conflict', timesSent: 0 });
  });
});
