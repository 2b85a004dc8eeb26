import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { PlannedChanges } from '../../../dist/server/business-profile/changes/planned-changes.js';
import type { BulkEditDto } from '../../../dist/server/bulk-edits/bulk-edit.dto.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { ChangeSetDto, SetLocationListDto } from '../../../dist/server/changes/change-set.dto.js';
import { SetPlanner } from '../../../dist/server/changes/set-planner.js';
import { locationChanges } from '../../../dist/server/database/changes.schema.js';
import type { SignedInClient } from '../../support/app.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { connectProfile } from '../../support/google/google-connection.ts';
import { withoutGoogleLimits } from '../../support/google/google-limits.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';

const CERAMICS = 'Okonjo Ceramics';
const PIANOS = 'Okonjo Piano Tuning';
const MARKET_HILL = 'Marlowe & Finch, Market Hill';
const PATCH = 'locations.patch';

let setting: ChangesSetting;
let tamsin: SignedInClient;
beforeAll(async () => {
  setting = await startChanges();
  holdBack(setting.served.app.get(ChangeDispatcher));
  holdBack(setting.served.app.get(SetPlanner));
});
afterEach(async () => {
  setting.google.faults.clear();
  await setting.reset();
});
afterAll(() => setting.close());

const plan = () => workOff(setting.served.app.get(SetPlanner));
const send = () => workOff(setting.served.app.get(ChangeDispatcher));
const idOf = (title: string) => setting.google.world.location({ location: title }).id;

async function start(): Promise<void> {
  tamsin = await setting.connected(PEOPLE.tamsin);
  withoutGoogleLimits(setting.google, setting.served.app);
}
async function drafted(titles: string[], change: object): Promise<BulkEditDto> {
  const body = { choice: { locationIds: titles.map(idOf) }, change };
  return (await tamsin.send('post', '/api/bulk-edits', body).expect(201)).body as BulkEditDto;
}
async function confirmed(titles: string[], change: object): Promise<string> {
  const { id, version } = await drafted(titles, change);
  await tamsin.send('post', `/api/bulk-edits/${id}/confirm`, { version }).expect(202);
  await plan();
  return id;
}
async function setOf(id: string): Promise<ChangeSetDto> {
  return (await tamsin.send('get', `/api/change-sets/${id}`).expect(200)).body as ChangeSetDto;
}

/** Stops a set as one of many slices is stopped: what waits of it is ended later. @returns what ends it */
async function stopSlowly(setId: string): Promise<() => void> {
  const planned = setting.served.app.get(PlannedChanges);
  planned.abandonSet = () => Promise.resolve(true);
  await tamsin.send('post', `/api/change-sets/${setId}/stop`).expect(204);
  return () => Reflect.deleteProperty(planned, 'abandonSet');
}

describe('what is tried again after a reconnection', () => {
  it('waits until all locations have been read, and is sent then', async () => {
    await start();
    const { google } = setting;
    const setId = await confirmed([CERAMICS, PIANOS], { websiteUri: 'https://third.example.com/' });
    await tamsin.send('delete', '/api/auth/gbp-connection').expect(200);
    google.faults.next('locations.list', 'error-before', { times: 1_000 });
    await connectProfile(tamsin, PEOPLE.tamsin);
    const { body } = await tamsin.send('get', '/api/mirror').expect(200);
    expect(body).toMatchObject({ asOf: null });
    await tamsin.send('post', `/api/change-sets/${setId}/retry`).expect(202, { locations: 2 });
    await plan();
    await send();
    expect((await setOf(setId)).progress).toMatchObject({ waiting: 2, failed: 0, sent: 0 });
    google.faults.clear();
    await setting.sweep(tamsin);
    await setting.pass(60_000);
    await setting.settled(tamsin, setId);
    expect((await setOf(setId)).progress).toMatchObject({ total: 2, sent: 2 });
  });
});

describe('what still waits of a set that was stopped', () => {
  it('is no reason to leave a location out of the next bulk edit', async () => {
    await start();
    const change = { websiteUri: 'https://first.example.com/' };
    const setId = await confirmed([CERAMICS], change);
    expect((await drafted([CERAMICS], change)).counts).toMatchObject({ changes: 0, same: 1 });
    const end = await stopSlowly(setId);
    const again = await drafted([CERAMICS], change);
    end();
    expect([again.counts, again.waitingElsewhere]).toMatchObject([{ changes: 1, same: 0 }, []]);
    await plan();
    const [row] = await setting.served.database.orm
      .select()
      .from(locationChanges)
      .where(eq(locationChanges.setId, setId));
    expect(row?.state).toBe('stopped');
  });

  it('is no reason to leave out an answer to Google, or an undo', async () => {
    await start();
    const { google } = setting;
    const id = idOf(CERAMICS);
    google.world.editByGoogle({
      location: id,
      fields: { phoneNumbers: { primaryPhone: '+44 1632 960771' } },
    });
    await setting.sweep(tamsin);
    const ids = (await setting.editsOf(tamsin, '?state=OPEN')).items
      .filter(({ locationId }) => locationId === id)
      .map((edit) => edit.id);
    const decide = async () => {
      const answer = await tamsin.send('post', '/api/google-edits/decide', { ids, decision: 'accept' });
      return (answer.body as { setId?: string }).setId;
    };
    const first = (await decide())!;
    expect(await decide()).toBeUndefined();
    const end = await stopSlowly(first);
    const second = await decide();
    end();
    expect(second).toEqual(expect.any(String));
    await plan();
    await setting.settled(tamsin, second!);
    expect((await setOf(second!)).progress).toMatchObject({ total: 1, sent: 1 });

    const undo = async () => {
      const answer = await tamsin.send('post', `/api/change-sets/${second}/undo`, {});
      return answer.status === 202 ? (answer.body as { setId: string }).setId : null;
    };
    const undoing = (await undo())!;
    await plan();
    expect(await undo()).toBeNull();
    const endUndo = await stopSlowly(undoing);
    expect((await setOf(second!)).undo.isUnderWay).toBe(false);
    const again = await undo();
    endUndo();
    await plan();
    await setting.settled(tamsin, again!);
    expect((await setOf(again!)).progress).toMatchObject({ total: 1, sent: 1 });
  });

  it('stays unsent when what failed is tried again, and nothing is planned twice', async () => {
    await start();
    const { google } = setting;
    const titles = [CERAMICS, PIANOS, MARKET_HILL];
    const setId = await confirmed(titles, { websiteUri: 'https://second.example.com/' });
    google.faults.next(PATCH, 'forbidden', { match: { location: idOf(CERAMICS) } });
    google.faults.next(PATCH, 'throttled', { match: { location: idOf(PIANOS) } });
    google.faults.next(PATCH, 'throttled', { match: { location: idOf(MARKET_HILL) } });
    await send();
    expect((await setOf(setId)).progress).toMatchObject({ failed: 1, waiting: 2 });
    const end = await stopSlowly(setId);
    end();
    await tamsin.send('post', `/api/change-sets/${setId}/retry`).expect(202, { locations: 1 });
    await plan();
    await setting.pass(60_000);
    await send();
    await plan();
    expect(await setOf(setId)).toMatchObject({
      progress: { total: 3, sent: 1, notSent: 2, waiting: 0, failed: 0 },
    });
    const { body } = await tamsin.send('get', `/api/change-sets/${setId}/locations`).expect(200);
    expect((body as SetLocationListDto).items).toHaveLength(3);
  });
});
