import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { BulkEditDto, BulkRowDto } from '../../../dist/server/bulk-edits/bulk-edit.dto.js';
import { BulkEditsService } from '../../../dist/server/bulk-edits/bulk-edits.service.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import { SetPlanner } from '../../../dist/server/changes/set-planner.js';
import { bulkEdits, bulkTargets } from '../../../dist/server/database/bulk-edits.schema.js';
import type { ChangeSetDto, SetLocationListDto } from '../../../dist/server/changes/change-set.dto.js';
import { changeSets } from '../../../dist/server/database/changes.schema.js';
import type { SignedInClient } from '../../support/app.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { connectProfile } from '../../support/google/google-connection.ts';
import { withoutGoogleLimits } from '../../support/google/google-limits.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { untilSeen } from '../../support/until.ts';

const CERAMICS = 'Okonjo Ceramics';
const PIANOS = 'Okonjo Piano Tuning';
const MARKET_HILL = 'Marlowe & Finch, Market Hill';
const STORAGE = 'Halcyon Self Storage';
const NIGHT_OVEN = 'The Night Oven';

let setting: ChangesSetting;
let tamsin: SignedInClient;
beforeAll(async () => {
  setting = await startChanges();
  // Sets wait until a test looks for their end.
  holdBack(setting.served.app.get(ChangeDispatcher));
  holdBack(setting.served.app.get(SetPlanner));
});
afterEach(() => setting.reset());
afterAll(() => setting.close());

const placeOf = (title: string) => setting.google.world.location({ location: title });
const idOf = (title: string) => placeOf(title).id;
const only = (...titles: string[]) => ({ locationIds: titles.map(idOf) });
const day = (date: string) => {
  const [year, month, dayOfMonth] = date.split('-').map(Number);
  return { year, month, day: dayOfMonth };
};
const closed = (date: string) => ({ date, isClosed: true, openTime: null, closeTime: null, closeDate: null });
const merge = (...periods: object[]) => ({ specialHours: { mode: 'merge', periods } });
const specialHoursOf = (title: string) => placeOf(title).fields.specialHours?.specialHourPeriods;

async function start(): Promise<void> {
  tamsin = await setting.connected(PEOPLE.tamsin);
  withoutGoogleLimits(setting.google, setting.served.app);
}
/** Christmas of the year in which the day is still to come. */
const christmas = (dayOfMonth = 25) => `${setting.served.clock.now().getUTCFullYear() + 1}-12-${dayOfMonth}`;
async function drafted(choice: object, change: object, client = tamsin): Promise<BulkEditDto> {
  return (await client.send('post', '/api/bulk-edits', { choice, change }).expect(201)).body as BulkEditDto;
}
async function rowsOf({ id }: { id: string }, query = ''): Promise<BulkRowDto[]> {
  const answer = await tamsin.send('get', `/api/bulk-edits/${id}/rows${query}`).expect(200);
  return (answer.body as { items: BulkRowDto[] }).items;
}
const setsNow = () => setting.served.database.orm.$count(changeSets);
const confirm = ({ id, version }: BulkEditDto, client = tamsin) =>
  client.send('post', `/api/bulk-edits/${id}/confirm`, { version });
async function applied(edit: BulkEditDto): Promise<void> {
  const { setId } = (await confirm(edit).expect(202)).body as { setId: string };
  await setting.settled(tamsin, setId);
}
/** Changes a location as its owner does elsewhere, and has it read. */
async function editElsewhere(title: string, fields: object, client = tamsin): Promise<void> {
  setting.google.world.editByOwner({ location: title, fields });
  await client.send('get', `/api/locations/${idOf(title)}`).expect(200);
}

describe('a bulk edit', () => {
  it('sets dates alone, and leaves all other special hours as they were, byte for byte', async () => {
    await start();
    const others = [
      { startDate: day(christmas(24)), closed: true },
      {
        startDate: day(christmas(31)),
        endDate: day(christmas(31)),
        openTime: { hours: 10, minutes: 30 },
        closeTime: { hours: 14 },
      },
    ];
    await editElsewhere(CERAMICS, { specialHours: { specialHourPeriods: others } });
    const regular = { regularHours: placeOf(CERAMICS).fields.regularHours };
    await editElsewhere(PIANOS, regular);
    const edit = await drafted(only(CERAMICS, PIANOS), merge(closed(christmas())));
    expect(edit).toMatchObject({
      state: 'draft',
      version: 1,
      counts: {
        chosen: 2,
        changes: 2,
        same: 0,
        leftOut: 0,
        fields: 1,
        otherSpecialDates: { dates: 2, locations: 1 },
      },
      plan: { seconds: 2, days: null, isOverToday: false },
      validated: null,
      waitingElsewhere: [],
    });
    const [row] = await rowsOf(edit);
    expect(row).toMatchObject({
      locationName: CERAMICS,
      state: 'changes',
      reason: null,
      fields: [
        { field: 'specialHours', isSame: false, dates: [{ date: christmas(), before: null, isSame: false }] },
      ],
    });
    expect(row?.fields[0]?.dates?.[0]?.after).toEqual([closed(christmas())]);
    setting.google.calls.clear();
    await applied(edit);
    expect(specialHoursOf(CERAMICS)).toEqual([
      others[0],
      { startDate: day(christmas()), closed: true },
      others[1],
    ]);
    expect(specialHoursOf(PIANOS)).toEqual([{ startDate: day(christmas()), closed: true }]);
    expect(setting.masks()).toEqual(['specialHours', 'specialHours']);
    // One undo puts both back.
    const undo = await tamsin.send('post', `/api/change-sets/${edit.id}/undo`, {}).expect(202);
    await setting.settled(tamsin, (undo.body as { setId: string }).setId);
    expect(specialHoursOf(CERAMICS)).toEqual(others);
    expect(specialHoursOf(PIANOS)).toBeUndefined();
  });

  it('says who changes, who is left out and why, and sends nothing where all is so already', async () => {
    await start();
    const edit = await drafted({}, { websiteUri: 'https://shops.example.com/{storeCode}?utm=g' });
    const { counts } = edit;
    expect(counts.byReason).toContainEqual(
      expect.objectContaining({ reason: 'missing-store-code', title: 'No store code' }),
    );
    expect(counts.changes + counts.same + counts.leftOut).toBe(counts.chosen);
    const left = await rowsOf(edit, '?state=left_out&rule=missing-store-code');
    expect(left.length).toBe(counts.byReason.find(({ reason }) => reason === 'missing-store-code')?.count);
    expect(left.every(({ fields }) => fields.length === 0)).toBe(true);
    const before = await setsNow();
    const none = await drafted(only(CERAMICS), { openStatus: 'OPEN' });
    expect(none.counts).toMatchObject({ changes: 0, same: 1 });
    expect((await confirm(none).expect(409)).body).toMatchObject({ code: 'bulk_edit_empty' });
    const nobody = await drafted({ search: 'no such location anywhere' }, { openStatus: 'OPEN' });
    expect(nobody.counts.chosen).toBe(0);
    await confirm(nobody).expect(409);
    expect(await setsNow()).toBe(before);
  });

  it('is worked out again where locations have changed since, and confirmed only then', async () => {
    await start();
    const edit = await drafted(only(CERAMICS, MARKET_HILL), { description: 'Made in {city}.' });
    await editElsewhere(CERAMICS, { profile: { description: 'Somebody else was faster.' } });
    const refused = await confirm(edit).expect(409);
    expect(refused.body).toMatchObject({
      code: 'changed_since',
      message: 'One location has changed on Google since the preview. Look at it, then confirm again.',
    });
    const again = (await tamsin.send('get', `/api/bulk-edits/${edit.id}`).expect(200)).body as BulkEditDto;
    expect(again.version).toBe(2);
    expect(
      (await rowsOf(again)).find(({ locationName }) => locationName === CERAMICS)?.fields[0]?.before.text,
    ).toBe('Somebody else was faster.');
    // Another tab has the version from before.
    await confirm(edit).expect(409);
    await tamsin.send('patch', `/api/bulk-edits/${edit.id}`, { version: 1, name: 'Late' }).expect(409);
    // What does not matter to it is no reason.
    await editElsewhere(MARKET_HILL, { labels: ['hill'] });
    await applied(again);
    expect(placeOf(CERAMICS).fields.profile?.description).toMatch(/^Made in /);
    await confirm(again).expect(409);
  });

  it('is made once under one key, as one row, and takes what waits elsewhere for its start', async () => {
    await start();
    const first = await drafted(only(CERAMICS, MARKET_HILL), merge(closed(christmas())));
    const before = await setsNow();
    const body = { version: 1, reason: 'Christmas' };
    const keyed = () =>
      tamsin.send('post', `/api/bulk-edits/${first.id}/confirm`, body).set('Idempotency-Key', 'once');
    expect((await keyed().expect(202)).body).toEqual({ setId: first.id });
    expect((await keyed().expect(202)).body).toEqual({ setId: first.id });
    expect(await setsNow()).toBe(before + 1);
    const second = await drafted(only(CERAMICS), merge(closed(christmas(26))));
    expect(second.waitingElsewhere).toEqual([{ setId: first.id, name: null, locations: 1 }]);
    expect(second.counts.byWarning[0]).toMatchObject({ reason: 'waits-elsewhere', count: 1 });
    await setting.settled(tamsin, first.id);
    await applied(second);
    expect(specialHoursOf(CERAMICS)).toEqual([
      { startDate: day(christmas()), closed: true },
      { startDate: day(christmas(26)), closed: true },
    ]);
  });

  it('ends with its connection: what was not sent is named, and tried again once that is back', async () => {
    await start();
    const { faults } = setting.google;
    faults.next('locations.patch', 'throttled', { after: 1, times: 1_000 });
    const edit = await drafted(only(CERAMICS, PIANOS, MARKET_HILL), { description: 'Open again.' });
    await confirm(edit).expect(202);
    await workOff(setting.served.app.get(SetPlanner));
    await workOff(setting.served.app.get(ChangeDispatcher));
    const set = async () =>
      (await tamsin.send('get', `/api/change-sets/${edit.id}`).expect(200)).body as ChangeSetDto;
    const placesOf = async (state: string) => {
      const answer = await tamsin.send('get', `/api/change-sets/${edit.id}/locations?state=${state}`);
      return (answer.body as SetLocationListDto).items;
    };
    await untilSeen('the others are put off', async () => {
      const waiting = await placesOf('waiting');
      return waiting.length === 2 && waiting.every(({ nextTryAt }) => nextTryAt !== null);
    });
    await tamsin.send('delete', '/api/auth/gbp-connection').expect(200);
    await connectProfile(tamsin, PEOPLE.tamsin);
    await untilSeen('the end of the reading', async () => {
      await setting.pass(1_000);
      const { body } = await tamsin.send('get', '/api/mirror').expect(200);
      return !(body as { isReading: boolean }).isReading;
    });
    expect(await set()).toMatchObject({
      state: 'ended',
      canRetry: 2,
      progress: { total: 3, sent: 1, failed: 2, notSent: 0 },
    });
    expect((await placesOf('need')).map(({ state, changes }) => [state, changes[0]?.error])).toEqual(
      [0, 1].map(() => ['not_sent', 'The Google account was disconnected before this was sent.']),
    );
    faults.clear();
    await tamsin.send('post', `/api/change-sets/${edit.id}/retry`).expect(202, { locations: 2 });
    await setting.settled(tamsin, edit.id);
    expect((await set()).progress).toMatchObject({ total: 3, sent: 3 });
  });

  it('asks Google first without changing anything, and shows what it refuses', async () => {
    await start();
    const edit = await drafted(only(CERAMICS, MARKET_HILL), { phoneNumber: '12345' });
    const asked = (await tamsin.send('post', `/api/bulk-edits/${edit.id}/validate`).expect(200))
      .body as BulkEditDto;
    expect(asked).toMatchObject({ version: 1, validated: { asked: 2, refused: 2 }, counts: { warnings: 2 } });
    expect((await rowsOf(edit, '?state=warning'))[0]?.warnings).toEqual([
      {
        id: 'google-refuses',
        field: 'phoneNumber',
        message: 'Google doesn’t recognise this as a phone number.',
      },
    ]);
    expect(placeOf(CERAMICS).fields.phoneNumbers?.primaryPhone).not.toBe('12345');
  });

  it('leaves out a date that has passed at its location, and a location that is suspended or gone', async () => {
    await start();
    const past = setting.served.clock.now().toISOString().slice(0, 4);
    const edit = await drafted(
      only(CERAMICS, STORAGE, NIGHT_OVEN),
      merge(closed(`${Number(past) - 1}-02-28`)),
    );
    expect(edit.counts).toMatchObject({ changes: 0, leftOut: 3 });
    const reasons = edit.counts.byReason.map(({ reason }) => reason);
    expect(reasons).toContain('date-past');
  });

  it.each<{ change: object; field: string }>([
    { change: {}, field: 'change' },
    { change: { description: 'See {website}' }, field: 'change.description' },
    { change: { websiteUri: 'https://a.example.com/{shop}' }, field: 'change.websiteUri' },
    { change: { specialHours: { mode: 'merge', periods: [] } }, field: 'change.specialHours.periods' },
    {
      change: { specialHours: { mode: 'merge', periods: [], clear: ['2027-02-29'] } },
      field: 'change.specialHours.clear',
    },
    { change: { labels: { add: ['a'], remove: ['a'] } }, field: 'change.labels.remove' },
    { change: { description: 'x'.repeat(751) }, field: 'change.description' },
  ])('names what is wrong with it: $change', async ({ change, field }) => {
    await start();
    const answer = await tamsin.send('post', '/api/bulk-edits', { choice: {}, change }).expect(400);
    expect((answer.body as { errors: { field: string }[] }).errors[0]?.field).toBe(field);
  });

  it('is of its workspace alone, ends with the connection, and is dropped after a day', async () => {
    await start();
    const idris = await setting.connected(PEOPLE.idris);
    const edit = await drafted(only(CERAMICS), { openStatus: 'CLOSED_PERMANENTLY' });
    expect(edit.oneWay).toEqual([
      'Google decides whether a permanently closed location can be marked as open again.',
    ]);
    await idris.send('get', `/api/bulk-edits/${edit.id}`).expect(404);
    await idris.send('get', `/api/bulk-edits/${edit.id}/rows`).expect(404);
    await idris.send('delete', `/api/bulk-edits/${edit.id}`).expect(404);
    await confirm(edit, idris).expect(404);
    const { database, clock } = setting.served;
    await database.orm.update(bulkEdits).set({ expiresAt: clock.now() });
    await tamsin.send('get', `/api/bulk-edits/${edit.id}`).expect(404);
    await setting.served.app.get(BulkEditsService).cleanUp();
    expect(await database.orm.$count(bulkTargets)).toBe(0);
    const next = await drafted(only(CERAMICS), { openStatus: 'CLOSED_PERMANENTLY' });
    expect((await tamsin.send('get', '/api/bulk-edits').expect(200)).body).toMatchObject({
      isOn: true,
      items: [{ id: next.id }],
    });
    await tamsin.send('delete', '/api/auth/gbp-connection').expect(200);
    expect((await tamsin.send('get', '/api/bulk-edits').expect(200)).body).toEqual({ isOn: true, items: [] });
  });
});
