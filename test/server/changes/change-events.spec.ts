import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import type { GoogleSimulator } from 'gbp-simulator';
import { noticeEvents } from '../../../dist/server/database/notices.schema.js';
import type { SignedInClient } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { eventsOf, failCommits } from '../../support/features/notices.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';

const BOOKS = 'Riverside Books';
const FLORIST = 'Lock Keeper Florist';

let setting: ChangesSetting;
let google: GoogleSimulator;
beforeAll(async () => {
  setting = await startChanges();
  ({ google } = setting);
});
afterEach(() => setting.reset());
afterAll(() => setting.close());

const noticed = (client: SignedInClient, kind: Parameters<typeof eventsOf>[2]) =>
  eventsOf(setting.served, client, kind);
const allOf = ({ uid }: SignedInClient) =>
  setting.served.database.orm.select().from(noticeEvents).where(eq(noticeEvents.workspaceId, uid));

describe('a change of a profile', () => {
  const websiteUri = 'https://google.example.com/';

  it('gives a notice when Google or the public made it, and not when its owner did or when it is first seen', async () => {
    google.world.editByGoogle({ location: FLORIST, fields: { websiteUri } });
    const idris = await setting.connected(PEOPLE.idris);
    google.world.editByGoogle({ location: BOOKS, fields: { websiteUri } });
    google.world.editByOwner({ location: FLORIST, fields: { profile: { description: 'Fresh tulips' } } });
    await setting.sweep(idris);
    await setting.sweep(idris);
    const subject = { locationName: BOOKS, field: 'websiteUri' };
    expect(await allOf(idris)).toMatchObject([{ kind: 'profile_changed', cause: 'websiteUri', subject }]);
  });

  it('gives a notice only if it is written down, and then one, however often it is read', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, BOOKS);
    google.world.editByGoogle({ location: BOOKS, fields: { websiteUri } });
    const letCommit = await failCommits(setting.served, 'profile_changes', "new.origin = 'google'");
    await idris.send('get', `/api/locations/${id}`).expect(500);
    await letCommit();
    expect((await setting.logOf(idris)).items).toEqual([]);
    expect(await allOf(idris)).toEqual([]);
    await setting.sweep(idris);
    await setting.sweep(idris);
    expect((await setting.logOf(idris)).items).toHaveLength(1);
    expect(await noticed(idris, 'profile_changed')).toHaveLength(1);
  });
});

describe('a location', () => {
  it('gives a notice when Google or the public closes it, for good or for a while, but not when its owner does', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    google.world.editByGoogle({ location: BOOKS, fields: { openInfo: { status: 'CLOSED_PERMANENTLY' } } });
    google.world.editByOwner({ location: FLORIST, fields: { openInfo: { status: 'CLOSED_TEMPORARILY' } } });
    await setting.sweep(idris);
    expect(await allOf(idris)).toMatchObject([
      { kind: 'location_closed', cause: 'permanently', subject: { locationName: BOOKS } },
    ]);
  });

  it('gives a notice when it is suspended or no longer verified, and another one only after it was verified in between', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    expect(await allOf(idris)).toEqual([]);
    const become = async (location: string, verification: 'VERIFIED' | 'UNVERIFIED' | 'SUSPENDED') => {
      google.world.setVerification({ location, verification });
      await setting.sweep(idris);
    };
    await become(BOOKS, 'SUSPENDED');
    await become(BOOKS, 'SUSPENDED');
    const suspended = { cause: 'suspended', subject: { locationName: BOOKS } };
    expect(await noticed(idris, 'location_suspended')).toMatchObject([suspended]);
    await become(BOOKS, 'VERIFIED');
    await become(BOOKS, 'SUSPENDED');
    expect(await noticed(idris, 'location_suspended')).toMatchObject([suspended, suspended]);
    await become(BOOKS, 'VERIFIED');
    await become(BOOKS, 'UNVERIFIED');
    const unverified = { cause: 'unverified', subject: { locationName: BOOKS } };
    expect(await noticed(idris, 'location_unverified')).toMatchObject([unverified]);
    expect(await allOf(idris)).toHaveLength(3);
  });
});

describe('an edit that Google refuses', () => {
  it('gives a notice if it was sent in the background, and none if a person waited for it', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, FLORIST);
    await idris.send('patch', `/api/locations/${id}`, { phoneNumber: '01632 12' }).expect(400);
    expect(await allOf(idris)).toEqual([]);

    google.world.editByGoogle({ location: BOOKS, fields: { websiteUri: 'https://google.example.com/' } });
    await setting.sweep(idris);
    const [edit] = (await setting.editsOf(idris, '?state=OPEN')).items;
    google.faults.next('locations.patch', 'forbidden');
    const body = { ids: [edit!.id], decision: 'accept' };
    const { setId } = (await idris.send('post', '/api/google-edits/decide', body).expect(202)).body as {
      setId: string;
    };
    await setting.settled(idris, setId);
    const [line] = (await setting.logOf(idris)).items;
    expect(line).toMatchObject({ state: 'refused', error: expect.any(String) });
    const reason = line!.error;
    expect(await noticed(idris, 'edit_refused')).toMatchObject([
      { cause: reason, subject: { locationName: BOOKS, field: 'websiteUri', reason } },
    ]);
  });

  it('gives a notice when Google drops it after its review, and none of the former value that is back', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, BOOKS);
    await idris.send('patch', `/api/locations/${id}`, { name: 'Riverside Books and Maps' }).expect(200);
    await setting.sweep(idris);
    google.world.decidePendingEdits({ location: id, approve: false });
    await setting.sweep(idris);
    await setting.sweep(idris);
    expect(await allOf(idris)).toMatchObject([
      {
        kind: 'edit_refused',
        cause: 'Google didn’t publish this change after its review.',
        subject: { field: 'name' },
      },
    ]);
  });
});
