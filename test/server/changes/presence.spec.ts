import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { MirrorDto } from '../../../dist/server/business-profile/mirror/mirror.dto.js';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import { Jobs } from '../../../dist/server/jobs/job-engine.js';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { connectProfile } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { setJobTime } from '../../support/job-clock.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { untilSeen } from '../../support/until.ts';

let setting: ChangesSetting;
beforeAll(async () => {
  setting = await startChanges();
  ({ google, served, connected, sweep, logOf, editsOf, locationOf } = setting);
});
afterEach(() => setting.reset());
afterAll(() => setting.close());

let { google, served, connected, sweep, logOf, editsOf, locationOf } = {} as ChangesSetting;

const BOOKS = 'Riverside Books';
const IN_TWO_ACCOUNTS = 'Van Tongeren Repairs';
const AGENCY = '105000000000000000002';

const brief = ({ field, before, after, origin, backAt }: ChangeDto) => ({
  field,
  before: before.text,
  after: after.text,
  origin,
  isBack: backAt !== null,
});
const LEFT = {
  field: 'presence',
  before: 'LISTED',
  after: 'NOT_LISTED',
  origin: 'elsewhere',
  isBack: false,
};

describe('a location that Google no longer lists', () => {
  it('has one line, which says so, and when it came back, and nothing else', async () => {
    const idris = await connected(PEOPLE.idris);
    const { id } = await locationOf(idris, BOOKS);
    google.world.removeLocation({ location: BOOKS });
    await sweep(idris);
    await sweep(idris);
    const [left, ...others] = (await logOf(idris)).items as [ChangeDto];
    expect([brief(left), others]).toEqual([LEFT, []]);
    expect(left).toMatchObject({
      locationId: id,
      locationName: BOOKS,
      seenAfter: expect.any(String),
      whyNoUndo: expect.stringContaining('can only be restored on Google'),
    });
    const undo = await idris.send('post', `/api/changes/${left.id}/undo`, {});
    expect(undo.status).toBe(404);

    google.world.restoreLocation({ location: BOOKS });
    google.world.editByOwner({ location: BOOKS, fields: { websiteUri: 'https://meanwhile.example.com/' } });
    await sweep(idris);
    const whole = (await logOf(idris)).items;
    expect(whole.map(brief)).toEqual([{ ...LEFT, isBack: true }]);
    expect(whole).toMatchObject([{ id: left.id, at: left.at, whyNoUndo: expect.stringContaining('again') }]);
    expect(whole[0]!.backAt! > left.at).toBe(true);
    const details = await idris.send('get', `/api/changes/${left.id}`).expect(200);
    expect(details.body).toMatchObject({ undo: { field: 'presence', hasChangedSince: false } });
    const refused = await idris.send('post', `/api/changes/${left.id}/undo`, {}).expect(409);
    expect(refused.body).toMatchObject({ code: 'cannot_undo' });

    google.world.editByOwner({ location: BOOKS, fields: { websiteUri: 'https://after.example.com/' } });
    await sweep(idris);
    google.world.removeLocation({ location: BOOKS });
    await sweep(idris);
    expect((await logOf(idris, `?locationId=${id}&field=presence`)).items.map(brief)).toEqual([
      LEFT,
      { ...LEFT, isBack: true },
    ]);
    expect((await logOf(idris)).items.map(({ field, before }) => [field, before.text])).toEqual([
      ['presence', 'LISTED'],
      ['websiteUri', 'https://meanwhile.example.com/'],
      ['presence', 'LISTED'],
    ]);
    const file = await idris.send('get', '/api/changes/export?field=presence').expect(200);
    expect(file.text.split('\r\n')[2]).toContain(whole[0]!.backAt!);
  });

  it('takes its edits of Google out of the inbox, where they begin again when it is back', async () => {
    const idris = await connected(PEOPLE.idris);
    google.world.editByGoogle({ location: BOOKS, fields: { websiteUri: 'https://google.example.com/' } });
    await sweep(idris);
    google.world.removeLocation({ location: BOOKS });
    await sweep(idris);
    expect((await editsOf(idris)).items).toEqual([]);
    google.world.restoreLocation({ location: BOOKS });
    await sweep(idris);
    expect((await editsOf(idris)).items).toMatchObject([{ state: 'OPEN', times: 1 }]);
    expect((await logOf(idris)).items.map(({ field }) => field)).toEqual(['presence', 'websiteUri']);
  });
});

describe('a location that is still there', () => {
  it('has not left where a reading fails or breaks off', async () => {
    const ottoline = await connected(PEOPLE.ottoline);
    google.world.addLocations({ account: AGENCY, count: 150, seed: 1 });
    await sweep(ottoline);
    google.faults.next('locations.list', 'error-before', { after: 1, times: 3, match: { account: AGENCY } });
    await ottoline.send('post', '/api/mirror').expect(202);
    const mirror = async () => (await ottoline.send('get', '/api/mirror').expect(200)).body as MirrorDto;
    await untilSeen('a problem', async () => (await mirror()).problem !== null);
    expect((await logOf(ottoline)).items).toEqual([]);
    served.clock.advance({ minutes: 1 });
    google.clock.advance(60_000);
    await setDatabaseTime(served.database, served.clock);
    await setJobTime(served.database, served.clock);
    served.app.get(Jobs).wake('mirror-import');
    await untilSeen('the end of the reading', async () => !(await mirror()).isReading);
    expect(await mirror()).toMatchObject({ state: 'ready', problem: null });
    expect((await logOf(ottoline)).items).toEqual([]);
  });

  it('has not left where its Google account is disconnected', async () => {
    const idris = await connected(PEOPLE.idris);
    await idris.send('delete', '/api/auth/gbp-connection').expect(200);
    await connectProfile(idris, PEOPLE.idris);
    await sweep(idris);
    expect((await logOf(idris)).items).toEqual([]);
  });

  it('has not left where one of its accounts is gone, and another still lists it', async () => {
    const idris = await connected(PEOPLE.idris);
    const { accountIds } = google.world.location({ location: IN_TWO_ACCOUNTS });
    google.world.setRole({ email: PEOPLE.idris, account: accountIds[1]!, role: null });
    await sweep(idris);
    const { items } = await logOf(idris);
    expect(items.map(({ field, locationName }) => [field, locationName])).toContainEqual(['presence', BOOKS]);
    expect(items.map(({ locationName }) => locationName)).not.toContain(IN_TWO_ACCOUNTS);
  });
});
