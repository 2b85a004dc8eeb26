import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import { type Calls, callsOf, PEOPLE, startSimulator, titlesOf } from './support.ts';

const BAKERIES = '101000000000000000002';
/** A user group of Idris's. */
const RIVERSIDE_TRADERS = '102000000000000000003';

let google: GoogleSimulator;
let accounts: Calls['accounts'];
let locations: Calls['locations'];
let v4: Calls['v4'];

beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(async () => {
  google.reset();
  await signIn(PEOPLE.tamsin);
});

async function signIn(email: string): Promise<void> {
  ({ accounts, locations, v4 } = await callsOf(google, email));
}

describe('accounts', () => {
  it('are listed with the personal one first, with role and type', async () => {
    const { body } = await accounts('GET', '/accounts');
    expect(body.accounts).toEqual([
      {
        name: 'accounts/101000000000000000001',
        accountName: 'Tamsin Okonjo',
        type: 'PERSONAL',
        verificationState: 'VERIFIED',
        vettedState: 'NOT_VETTED',
      },
      expect.objectContaining({
        type: 'LOCATION_GROUP',
        role: 'PRIMARY_OWNER',
        permissionLevel: 'OWNER_LEVEL',
      }),
      expect.objectContaining({ type: 'ORGANIZATION', role: 'OWNER', organizationInfo: expect.anything() }),
    ]);
    expect(body).not.toHaveProperty('nextPageToken');
  });

  it('are paged and filtered by type', async () => {
    const first = await accounts('GET', '/accounts?pageSize=2');
    expect(first.body.accounts).toHaveLength(2);
    const rest = await accounts('GET', `/accounts?pageSize=2&pageToken=${first.body.nextPageToken}`);
    expect(rest.body.accounts).toHaveLength(1);
    expect(rest.body).not.toHaveProperty('nextPageToken');
    const groups = await accounts('GET', '/accounts?filter=type%3DLOCATION_GROUP');
    expect(groups.body.accounts).toHaveLength(1);
    for (const query of ['pageSize=-1', 'pageToken=x', 'filter=name%3Dx'])
      expect(await accounts('GET', `/accounts?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
      });
  });

  it('below another are asked for at organizations and user groups that one sees, and nowhere else', async () => {
    const below = (parent: string) => accounts('GET', `/accounts?parentAccount=${parent}`);
    const [personal, group, organization] = (await accounts('GET', '/accounts')).body.accounts.map(
      ({ name }: { name: string }) => name,
    );
    expect(await below(organization)).toMatchObject({ status: 200, body: {} });
    for (const nonsense of ['x', 'accounts/', 'accounts/-', 'locations/1', personal, group])
      expect(await below(nonsense)).toMatchObject({
        status: 400,
        body: { error: { status: 'INVALID_ARGUMENT' } },
      });
    for (const unseen of ['accounts/999', `accounts/${RIVERSIDE_TRADERS}`])
      expect(await below(unseen)).toMatchObject({ status: 404, body: { error: { status: 'NOT_FOUND' } } });
  });

  it('are got one by one, but only by their members', async () => {
    expect((await accounts('GET', `/accounts/${BAKERIES}`)).body).toMatchObject({
      accountName: 'Marlowe & Finch Bakeries',
    });
    await signIn(PEOPLE.idris);
    expect(await accounts('GET', `/accounts/${BAKERIES}`)).toMatchObject({
      status: 404,
      body: { error: { code: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.' } },
    });
    google.world.setRole({ email: PEOPLE.idris, account: BAKERIES, role: 'MANAGER' });
    expect((await accounts('GET', `/accounts/${BAKERIES}`)).body).toMatchObject({
      role: 'MANAGER',
      permissionLevel: 'MEMBER_LEVEL',
    });
  });
});

describe('an agency', () => {
  const [PERSONAL, AGENCY, ESTATES, COTTAGES, CHANDLERS] = [1, 2, 3, 4, 5].map(
    (number) => `10500000000000000000${number}`,
  );
  const SAIL_LOFT = '4200000000000000303';
  const FRAMING = '4200000000000000306';
  const namesOf = async (query: string) =>
    ((await accounts('GET', `/accounts?${query}`)).body.accounts ?? []).map(
      ({ name }: { name: string }) => name.split('/')[1],
    );

  beforeEach(() => signIn(PEOPLE.ottoline));

  it('sees accounts below its own only by asking for them, with all their rights', async () => {
    expect(await namesOf('')).toEqual([PERSONAL, AGENCY]);
    expect(await namesOf(`parentAccount=accounts/${AGENCY}`)).toEqual([ESTATES, CHANDLERS]);
    expect(await namesOf(`parentAccount=accounts/${ESTATES}`)).toEqual([COTTAGES, CHANDLERS]);
    const first = await accounts('GET', `/accounts?parentAccount=accounts/${AGENCY}&pageSize=1`);
    expect(await namesOf(`parentAccount=accounts/${AGENCY}&pageToken=${first.body.nextPageToken}`)).toEqual([
      CHANDLERS,
    ]);
    expect((await accounts('GET', `/accounts/${COTTAGES}`)).status).toBe(200);
    await signIn(PEOPLE.tamsin);
    expect((await accounts('GET', `/accounts/${COTTAGES}`)).status).toBe(404);
    expect((await accounts('GET', `/accounts?parentAccount=accounts/${AGENCY}`)).status).toBe(404);
  });

  it('finds the places of accounts below in those above, and a place that it manages only among all', async () => {
    const placesOf = async (account: string) =>
      titlesOf(await locations('GET', `/accounts/${account}/locations?readMask=title`));
    expect(await placesOf(CHANDLERS!)).toHaveLength(3);
    expect(await placesOf(ESTATES!)).toHaveLength(7);
    expect(await placesOf(PERSONAL!)).toEqual([]);
    expect(await placesOf('-')).toHaveLength(8);
  });

  it('posts under the account that shows a place itself, or as its manager under the personal one', async () => {
    const statusOf = async (account: string | undefined, location: string) =>
      (await v4('GET', `/accounts/${account}/locations/${location}/localPosts`)).status;
    expect(await statusOf(COTTAGES, SAIL_LOFT)).toBe(200);
    expect(await statusOf(ESTATES, SAIL_LOFT)).toBe(404);
    expect(await statusOf(PERSONAL, SAIL_LOFT)).toBe(404);
    expect(await statusOf(PERSONAL, FRAMING)).toBe(200);
  });
});
