import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type {
  ChosenLocationsDto,
  LabelDto,
  SelectionDto,
} from '../../../dist/server/campaigns/selections/selection.dto.js';
import { SelectionsService } from '../../../dist/server/campaigns/selections/selections.service.js';
import type { SignedInClient } from '../../support/app.ts';
import { nextDay, planned } from '../../support/features/campaign-plans.ts';
import { connectProfile } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { HOUR_MS, type Publishing, startPublishing } from '../../support/features/publishing.ts';
import { placesRead } from '../../support/google/places-read.ts';

const CERAMICS = 'Okonjo Ceramics';
const PIANOS = 'Okonjo Piano Tuning';
const MARKET_HILL = 'Marlowe & Finch, Market Hill';
const OLD_WHARF = 'Marlowe & Finch, Old Wharf';
const STATION = 'Marlowe & Finch, Station Arcade';
const NIGHT_OVEN = 'The Night Oven';
const STORAGE = 'Halcyon Self Storage';
const GUEST_HOUSE = 'Halcyon Guest House';

let setting: Publishing;
let tamsin: SignedInClient;
beforeAll(async () => {
  setting = await startPublishing();
});
beforeEach(async () => {
  tamsin = await setting.connected(PEOPLE.tamsin);
});
afterAll(() => setting.close());

const idOf = (title: string) => setting.google.world.location({ location: title }).id;
const ids = (...titles: string[]) => titles.map(idOf);
const matches = async (choice: object, page = {}, by = tamsin): Promise<ChosenLocationsDto> =>
  (await by.send('post', '/api/selections/matches', { choice, ...page }).expect(200))
    .body as ChosenLocationsDto;
const namesOf = async (choice: object): Promise<string[]> =>
  (await matches(choice)).items.map(({ locationName }) => locationName);
const save = async (body: object, by = tamsin): Promise<SelectionDto> =>
  (await by.send('post', '/api/selections', body).expect(201)).body as SelectionDto;
const change = (id: string, body: object, by = tamsin) => by.send('patch', `/api/selections/${id}`, body);
const list = async (by = tamsin): Promise<SelectionDto[]> =>
  (await by.send('get', '/api/selections').expect(200)).body.items as SelectionDto[];
const accountOf = (title: string) => setting.google.world.location({ location: title }).accountIds[0] ?? '';

describe('a choice of locations', () => {
  it('means all by name, unless something is given, and only what fits all of it', async () => {
    const all = await matches({});
    expect(all.matched).toBe(8);
    expect(all.items.map(({ locationName }) => locationName)).toEqual([
      ...[GUEST_HOUSE, STORAGE, MARKET_HILL, OLD_WHARF, STATION, CERAMICS, PIANOS, NIGHT_OVEN],
    ]);
    expect(all.items[2]).toEqual({
      locationId: idOf(MARKET_HILL),
      locationName: MARKET_HILL,
      storeCode: 'MF-01',
      address: '3 Market Hill, Wexcombe, WX1 4TT, GB',
      state: 'VERIFIED',
      variables: {
        name: MARKET_HILL,
        city: 'Wexcombe',
        street: '3 Market Hill',
        storeCode: 'MF-01',
        website: expect.stringMatching(/^https:/),
      },
    });
    const accountId = accountOf(MARKET_HILL);
    const cases: [object, string[]][] = [
      [{ accountId }, [MARKET_HILL, OLD_WHARF, STATION, NIGHT_OVEN]],
      [{ label: 'bakery' }, [MARKET_HILL, OLD_WHARF]],
      [{ label: 'baker' }, []],
      [{ state: 'SUSPENDED' }, [GUEST_HOUSE]],
      [{ search: 'SALTMERE' }, [OLD_WHARF, NIGHT_OVEN]],
      [{ search: 'mf-0', accountId }, [MARKET_HILL, OLD_WHARF, STATION, NIGHT_OVEN]],
      [{ storeCodes: ['mf-02', ' MF-04 ', 'MF-02'] }, [OLD_WHARF, NIGHT_OVEN]],
      [{ locationIds: ids(PIANOS), storeCodes: ['MF-03'] }, [STATION, PIANOS]],
      [{ locationIds: ids(PIANOS, MARKET_HILL), label: 'bakery' }, [MARKET_HILL]],
      [{ accountId, without: ids(STATION, NIGHT_OVEN) }, [MARKET_HILL, OLD_WHARF]],
      [{ locationIds: [] }, []],
      [{ label: 'bakery', state: 'VERIFIED', search: 'wharf', without: [] }, [OLD_WHARF]],
    ];
    for (const [choice, names] of cases) expect([choice, await namesOf(choice)]).toEqual([choice, names]);
  });

  it('names the store codes that are unknown, and comes in pages', async () => {
    const choice = { storeCodes: ['MF-02', 'MF-99', 'mf-98', 'MF-04'] };
    const { items, ...counts } = await matches(choice, { offset: 1, limit: 1 });
    expect(items).toMatchObject([{ locationName: NIGHT_OVEN }]);
    expect(counts).toEqual({ matched: 2, unknownStoreCodes: ['MF-99', 'mf-98'] });
  });

  it('finds a location under every account that shows it', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const repairs = 'Van Tongeren Repairs';
    const { accountIds } = setting.google.world.location({ location: repairs });
    expect(accountIds).toHaveLength(2);
    for (const accountId of accountIds)
      expect((await matches({ accountId, search: 'repairs' }, {}, idris)).matched).toBe(1);
    expect((await matches({ search: 'repairs' }, {}, idris)).matched).toBe(1);
  });

  it('can be made by label', async () => {
    const { body } = await tamsin.send('get', '/api/selections/labels').expect(200);
    expect((body as { items: LabelDto[] }).items).toEqual([
      { label: 'bakery', locationCount: 2 },
      { label: 'flagship', locationCount: 1 },
      { label: 'lodging', locationCount: 1 },
      { label: 'mobile', locationCount: 1 },
    ]);
  });

  it('by label means what the list of locations shows with it', async () => {
    const listed = async (query: string) => {
      const { items, matched } = (await tamsin.send('get', `/api/locations?${query}`).expect(200)).body as {
        items: { id: string; name: string }[];
        matched: number;
      };
      expect(matched).toBe(items.length);
      return items.map(({ name }) => name);
    };
    const bakeries = await namesOf({ label: 'bakery' });
    expect(bakeries).toHaveLength(2);
    expect(await listed('label=bakery')).toEqual(bakeries);
    expect(await listed('label=bakery&sort=storeCode&state=VERIFIED')).toHaveLength(
      (await namesOf({ label: 'bakery', state: 'VERIFIED' })).length,
    );
    expect(await listed('label=Bakery')).toEqual([]);
    expect(await listed('label=')).toEqual(await namesOf({}));
  });

  it('of what is another’s is as good as unknown', async () => {
    const foreign = { accountId: accountOf('Riverside Books'), locationIds: ids('Riverside Books') };
    for (const [key, value] of Object.entries(foreign))
      await tamsin.send('post', '/api/selections/matches', { choice: { [key]: value } }).expect(404);
    // A known one beside it is enough.
    const both = { locationIds: ids('Riverside Books', PIANOS) };
    expect(await namesOf(both)).toEqual([PIANOS]);
  });

  it('is at most 500 codes and ids in one request', async () => {
    const choice = (count: number) => ({
      choice: { storeCodes: Array.from({ length: count }, (_, n) => `A-${n}`) },
    });
    const { body } = await tamsin.send('post', '/api/selections/matches', choice(501)).expect(400);
    expect(body.errors).toEqual([
      { field: 'choice.storeCodes', message: 'At most 500 of them can be sent at once' },
    ]);
    const answer = await tamsin.send('post', '/api/selections/matches', choice(500)).expect(200);
    expect((answer.body as ChosenLocationsDto).unknownStoreCodes).toHaveLength(100);
  });
});

describe('a selection', () => {
  it('that is live has what fits it by then; else it keeps what fits it now', async () => {
    const choice = { label: 'bakery' };
    const live = await save({ name: 'Bakeries', isLive: true, choice });
    const kept = await save({ name: 'Bakeries of today', isLive: false, choice });
    expect([live, kept]).toMatchObject([
      { name: 'Bakeries', isLive: true, locationCount: 2 },
      { name: 'Bakeries of today', isLive: false, locationCount: 2 },
    ]);
    setting.google.world.editByOwner({ location: NIGHT_OVEN, fields: { labels: ['bakery'] } });
    await tamsin.send('get', `/api/locations/${idOf(NIGHT_OVEN)}`).expect(200);
    expect((await list()).map(({ name, locationCount }) => [name, locationCount])).toEqual([
      ['Bakeries', 3],
      ['Bakeries of today', 2],
    ]);
    setting.google.world.editByOwner({ location: NIGHT_OVEN, fields: { labels: [] } });
  });

  it('counts with what is chosen besides', async () => {
    const { id: selectionId } = await save({ name: 'Some', isLive: true, choice: { storeCodes: ['MF-01'] } });
    expect(await namesOf({ selectionId })).toEqual([MARKET_HILL]);
    expect(await namesOf({ selectionId, locationIds: ids(PIANOS) })).toEqual([MARKET_HILL, PIANOS]);
    expect(await namesOf({ selectionId, locationIds: ids(PIANOS), label: 'mobile' })).toEqual([PIANOS]);
    const { id } = await save({ name: 'Labelled', isLive: true, choice: { label: 'bakery' } });
    const twice = { choice: { selectionId: id, label: 'mobile' } };
    const { body } = await tamsin.send('post', '/api/selections/matches', twice).expect(400);
    expect(body.errors).toEqual([
      { field: 'choice.label', message: 'The selection already says this differently: bakery' },
    ]);
    expect(await namesOf({ selectionId: id, label: 'bakery', search: 'wharf' })).toEqual([OLD_WHARF]);
  });

  it('gathers in parts what one request cannot hold, until a campaign takes it', async () => {
    const { id } = await save({ isLive: true, choice: { storeCodes: ['MF-01', 'X-1'] } });
    await change(id, { addStoreCodes: ['MF-02', 'MF-01'] }).expect(200);
    const { body } = await change(id, { addLocationIds: ids(PIANOS) }).expect(200);
    expect(body).toEqual({ id, name: null, isLive: true, locationCount: 3 });
    expect(await list()).toEqual([]);
    const time = { wallTime: `${nextDay(setting.served.clock.now(), 2)}T09:00` };
    const { plan } = await planned(tamsin, { choice: { selectionId: id }, time });
    expect(plan).toMatchObject({ chosen: 3, unknownStoreCodes: ['X-1'] });
    // It can be kept in the end, as it is then.
    const { body: kept } = await change(id, { name: 'Gathered' }).expect(200);
    expect(kept).toMatchObject({ name: 'Gathered', locationCount: 3 });
  });

  it('that is not live takes locations, not codes', async () => {
    const { id } = await save({ name: 'Now', isLive: false, choice: { storeCodes: ['MF-01'] } });
    const { body } = await change(id, { addStoreCodes: ['MF-02', 'X-1'], name: 'Then' }).expect(200);
    expect(body).toMatchObject({ name: 'Then', locationCount: 2 });
    const { rows } = await setting.served.database.executeSql('select choice from selections where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ choice: { locationIds: ids(MARKET_HILL, OLD_WHARF) } }]);
  });

  it('can have 10,000 codes and locations', async () => {
    const { id } = await save({ isLive: true, choice: {} });
    await setting.served.database.executeSql(
      `update selections set choice = jsonb_build_object('storeCodes',
         (select jsonb_agg('C-' || n) from generate_series(1, 9999) n)) where id = $1`,
      [id],
    );
    await change(id, { addStoreCodes: ['MF-01'] }).expect(200);
    const { body } = await change(id, { addStoreCodes: ['MF-02'] }).expect(400);
    const message = 'A selection can have at most 10,000 store codes and locations';
    expect(body.errors).toEqual([{ field: 'addStoreCodes', message }]);
  });

  it('has a name of its own', async () => {
    const fault = [{ field: 'name', message: 'You already have a selection with this name' }];
    await save({ name: 'North', isLive: true, choice: {} });
    const { id } = await save({ name: 'South', isLive: true, choice: {} });
    const again = await tamsin.send('post', '/api/selections', { name: ' North ', isLive: true, choice: {} });
    expect([again.status, again.body.errors]).toEqual([400, fault]);
    const renamed = await change(id, { name: 'North' }).expect(400);
    expect(renamed.body.errors).toEqual(fault);
    await change(id, { name: 'South' }).expect(200);
    const inOneLine = { field: 'name', message: 'Name must be one line without control characters' };
    for (const name of ['North\u202e', 'North\nSouth', 'North\u0007'])
      for (const refused of [
        tamsin.send('post', '/api/selections', { name, isLive: true, choice: {} }),
        change(id, { name }),
      ])
        expect((await refused.expect(400)).body.errors).toEqual([inOneLine]);
    // Another person can have the same.
    const kim = await setting.connected(PEOPLE.tamsin);
    await save({ name: 'North', isLive: true, choice: {} }, kim);
  });

  it('is one of 100 that are kept, or of the latest 20 that are not', async () => {
    const { database, clock } = setting.served;
    const { id } = await save({ name: 'First', isLive: true, choice: {} });
    const copies = (name: string, count: number) =>
      database.executeSql(
        `insert into selections select gen_random_uuid(), workspace_id, subject, ${name}, true, '{}', $2, $2
         from selections, generate_series(1, $3::int) n where id = $1`,
        [id, clock.now(), count],
      );
    await copies("'Copy ' || n", 99);
    const full = await tamsin.send('post', '/api/selections', { name: 'Next', isLive: true, choice: {} });
    expect([full.status, full.body.code]).toEqual([409, 'too_many_selections']);
    await copies('null', 25);
    const passing = await save({ isLive: true, choice: {} });
    await change(passing.id, { addStoreCodes: ['MF-01'] }).expect(200);
    const { rows } = await database.executeSql(
      'select count(*)::int as passing from selections where workspace_id = $1 and name is null',
      [tamsin.uid],
    );
    expect(rows).toEqual([{ passing: 20 }]);
    expect((await change(passing.id, { name: 'Kept' }).expect(409)).body.code).toBe('too_many_selections');
  });

  it('that is not kept is dropped after a day', async () => {
    const passing = await save({ isLive: true, choice: {} });
    const kept = await save({ name: 'Kept', isLive: true, choice: {} });
    await setting.pass(25 * HOUR_MS);
    await setting.served.app.get(SelectionsService).cleanUp();
    await change(passing.id, { addStoreCodes: ['MF-01'] }).expect(404);
    await change(kept.id, { addStoreCodes: ['MF-01'] }).expect(200);
  });

  it('can be deleted, and campaigns that were planned with it stay', async () => {
    const { id } = await save({ name: 'Gone', isLive: true, choice: { label: 'bakery' } });
    const time = { wallTime: `${nextDay(setting.served.clock.now(), 2)}T09:00` };
    const campaign = await planned(tamsin, { choice: { selectionId: id }, time });
    await tamsin.send('delete', `/api/selections/${id}`).expect(204);
    await tamsin.send('delete', `/api/selections/${id}`).expect(404);
    const { body } = await tamsin.send('post', `/api/campaigns/${campaign.id}/plan`).expect(200);
    expect(body.plan.chosen).toBe(2);
    await tamsin.send('post', '/api/selections/matches', { choice: { selectionId: id } }).expect(404);
  });

  it('is as good as unknown to others, and to another Google account of one’s own', async () => {
    const { id } = await save({ name: 'Mine', isLive: true, choice: {} });
    const kim = await setting.connected(PEOPLE.tamsin);
    const attempts = (by: SignedInClient) => [
      change(id, { addStoreCodes: ['MF-01'] }, by),
      by.send('post', '/api/selections/matches', { choice: { selectionId: id } }),
      by.send('post', '/api/selections', { isLive: true, choice: { selectionId: id } }),
      by.send('delete', `/api/selections/${id}`),
    ];
    for (const attempt of attempts(kim)) await attempt.expect(404);
    await connectProfile(tamsin, PEOPLE.idris);
    await placesRead(tamsin);
    expect(await list()).toEqual([]);
    for (const attempt of attempts(tamsin)) await attempt.expect(404);
    await connectProfile(tamsin, PEOPLE.tamsin);
    expect(await list()).toMatchObject([{ id, name: 'Mine' }]);
  });

  it('needs a connected Business Profile', async () => {
    const kim = await setting.served.signUp();
    expect(await list(kim)).toEqual([]);
    expect((await kim.send('get', '/api/selections/labels').expect(200)).body).toEqual({ items: [] });
    for (const [method, path, body] of [
      ['post', '/api/selections', { isLive: true, choice: {} }],
      ['post', '/api/selections/matches', { choice: {} }],
      ['patch', '/api/selections/7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f', { name: 'x' }],
    ] as const)
      expect((await kim.send(method, path, body).expect(409)).body.code).toBe('connect/not-connected');
  });
});
