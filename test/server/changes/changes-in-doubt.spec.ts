import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { BusinessProfileProviders } from '../../../dist/server/business-profile/business-profile-providers.js';
import { GoogleApi } from '../../../dist/server/business-profile/calls/google-api.js';
import { MirrorReadings } from '../../../dist/server/business-profile/mirror/mirror-readings.js';
import { toGoogleOwner } from '../../../dist/server/business-profile/port/google-owner.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { GoogleEditDto } from '../../../dist/server/changes/google-edit.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { eventsOf } from '../../support/features/notices.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { untilSeen } from '../../support/until.ts';

let setting: ChangesSetting;
beforeAll(async () => {
  setting = await startChanges();
  // Looks come only when a test says so.
  holdBack(setting.served.app.get(ChangeDispatcher));
});
afterEach(async () => {
  await setting.reset();
  // Google’s quota of edits is full again.
  await setting.pass(60_000);
});
afterAll(() => setting.close());

const BOOKS = 'Riverside Books';

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
];
const IN_DOUBT = [409, 'google/unconfirmed'];
const own = () => setting.google.world.location({ location: BOOKS }).fields;
const byOwner = (fields: { websiteUri?: string; phoneNumbers?: { primaryPhone: string } }) =>
  setting.google.world.editByOwner({ location: BOOKS, fields });

/** The server looks for the outcome, as it does every ten seconds. */
async function look(): Promise<void> {
  await setting.pass(12_000);
  await workOff(setting.served.app.get(ChangeDispatcher));
}

/** After three looks no request can arrive any more, and after six readings show every request that has. */
async function lookUntilSettled(): Promise<void> {
  for (let looks = 1; looks <= 6; looks += 1) await look();
}

const setIdOf = async (client: SignedInClient) => (await setting.logOf(client)).items[0]?.setId ?? '';

const linesOf = async (client: SignedInClient) =>
  (await setting.logOf(client)).items.map(({ field, origin, state, before, after }) =>
    [field, origin, state, before.text, after.text].join(' '),
  );

/** Google shows a phone number of its own, and replaces it by another one. */
const FIRST = '+44 1632 960555';
const SECOND = '+44 1632 960556';
const showByGoogle = (primaryPhone: string) =>
  setting.google.world.editByGoogle({ location: BOOKS, fields: { phoneNumbers: { primaryPhone } } });

describe('a save during which Google replaces its own edit of the field by another one', () => {
  const begin = async () => {
    const idris = await setting.connected(PEOPLE.idris);
    showByGoogle(FIRST);
    await setting.sweep(idris);
    const [edit] = (await setting.editsOf(idris, '?state=OPEN')).items as [GoogleEditDto];
    const answer = (decision: 'accept' | 'reject') =>
      idris.send('post', `/api/google-edits/${edit.id}/${decision}`, {}).then((given) => given);
    return { idris, answer, location: edit.locationId };
  };
  const statesOf = async (idris: SignedInClient) =>
    Object.fromEntries(
      (await setting.editsOf(idris)).items
        .filter(({ field }) => field === 'phoneNumber')
        .map(({ google, state }) => [google.text, state]),
    );

  it('calls the first one gone, and refused what it has ended itself', async () => {
    const { idris, location } = await begin();
    const before = own().phoneNumbers?.primaryPhone;
    setting.google.faults.next('locations.patch', 'error-before');
    const saved = await idris.send('patch', `/api/locations/${location}`, { phoneNumber: '+44 1632 960777' });
    expect(codeOf(saved)).toEqual(IN_DOUBT);
    const setId = await setIdOf(idris);
    showByGoogle(SECOND);
    await lookUntilSettled();
    await setting.settled(idris, setId);
    expect(own().phoneNumbers?.primaryPhone).toBe('+44 1632 960777');
    expect(await statesOf(idris)).toEqual({ [FIRST]: 'GONE', [SECOND]: 'REJECTED' });
    expect((await linesOf(idris)).sort()).toEqual([
      `phoneNumber google public ${before} ${FIRST}`,
      `phoneNumber google public ${FIRST} ${SECOND}`,
      `phoneNumber here public ${before} +44 1632 960777`,
    ]);
  });

  it.each([
    ['a look for it', look],
    ['a reading of all locations', (idris: SignedInClient) => setting.sweep(idris)],
  ])('that keeps the owner’s value and arrives after %s has refused the second one', async (_, read) => {
    const { idris, answer } = await begin();
    setting.google.faults.next('locations.patch', 'error-before');
    expect(codeOf(await answer('reject'))).toEqual(IN_DOUBT);
    const setId = await setIdOf(idris);
    showByGoogle(SECOND);
    await read(idris);
    expect(await statesOf(idris)).toEqual({ [FIRST]: 'GONE', [SECOND]: 'OPEN' });
    // As if it arrived now: the owner’s value ends what Google shows.
    byOwner({ phoneNumbers: own().phoneNumbers as { primaryPhone: string } });
    await look();
    await setting.settled(idris, setId);
    expect(setting.masks()).toHaveLength(1);
    expect(await statesOf(idris)).toEqual({ [FIRST]: 'GONE', [SECOND]: 'REJECTED' });
  });

  it('that Google has taken before that has refused the first one, and the second one waits for an answer', async () => {
    const { idris, location } = await begin();
    setting.google.faults.next('locations.patch', 'error-after');
    setting.google.faults.next('locations.get', 'error-before', { after: 1, times: 3 });
    const saved = await idris.send('patch', `/api/locations/${location}`, { phoneNumber: '+44 1632 960777' });
    expect(codeOf(saved)).toEqual(IN_DOUBT);
    const setId = await setIdOf(idris);
    showByGoogle(SECOND);
    await setting.sweep(idris);
    await setting.settled(idris, setId);
    await setting.sweep(idris);
    expect(await statesOf(idris)).toEqual({ [FIRST]: 'REJECTED', [SECOND]: 'OPEN' });
  });

  it('does not see the first one again in a reading that began before the second one was seen', async () => {
    const { idris, answer, location } = await begin();
    setting.google.faults.next('locations.patch', 'error-before');
    expect(codeOf(await answer('reject'))).toEqual(IN_DOUBT);
    const { app, clock } = setting.served;
    const { owner } = await app.get(BusinessProfileProviders).sourceOf(idris.uid);
    const [readings, api, google] = [app.get(MirrorReadings), app.get(GoogleApi), toGoogleOwner(owner)];
    const start = await readings.begin(google, clock.now());
    const late = {
      google: await api.getLocation(google, location),
      updated: await api.getGoogleUpdated(google, location),
    };
    showByGoogle(SECOND);
    await look();
    expect(await readings.storeOne(google, late, start)).toBe(false);
    expect(await statesOf(idris)).toEqual({ [FIRST]: 'GONE', [SECOND]: 'OPEN' });
  });

  it('does not hold a reading up at the moment in which its outcome is noted', async () => {
    const { idris, answer } = await begin();
    setting.google.faults.next('locations.patch', 'error-before');
    expect(codeOf(await answer('reject'))).toEqual(IN_DOUBT);
    showByGoogle(SECOND);
    await setting.served.database.transaction(async (tx) => {
      await tx.execute("select 1 from profile_saves where state = 'unconfirmed' for update");
      await setting.sweep(idris);
    });
    expect(await statesOf(idris)).toEqual({ [FIRST]: 'OPEN' });
    await setting.sweep(idris);
    expect(await statesOf(idris)).toEqual({ [FIRST]: 'GONE', [SECOND]: 'OPEN' });
  });

  it('that uses the first value is not sent again, and the second one waits for an answer', async () => {
    const { idris, answer } = await begin();
    setting.google.faults.next('locations.patch', 'error-before');
    expect(codeOf(await answer('accept'))).toEqual(IN_DOUBT);
    const setId = await setIdOf(idris);
    showByGoogle(SECOND);
    await lookUntilSettled();
    await setting.settled(idris, setId);
    expect(setting.masks()).toHaveLength(1);
    expect(await statesOf(idris)).toEqual({ [FIRST]: 'GONE', [SECOND]: 'OPEN' });
    expect((await setting.logOf(idris)).items.find(({ origin }) => origin === 'here')).toMatchObject({
      state: 'conflict',
      error: 'This field has changed on Google since then, so this wasn’t sent again.',
    });
  });

  it('that uses the first value and arrives late has accepted it', async () => {
    const { idris, answer } = await begin();
    setting.google.faults.next('locations.patch', 'error-before');
    expect(codeOf(await answer('accept'))).toEqual(IN_DOUBT);
    const setId = await setIdOf(idris);
    showByGoogle(SECOND);
    await look();
    // As if it arrived now.
    byOwner({ phoneNumbers: { primaryPhone: FIRST } });
    await look();
    await setting.settled(idris, setId);
    expect(await statesOf(idris)).toEqual({ [FIRST]: 'ACCEPTED', [SECOND]: 'REJECTED' });
  });
});

describe('a save of two fields that Google took without an answer', () => {
  const FORMER = 'https://former.example.com';
  const TAKEN = 'https://taken.example.com';
  const PHONE = '+44 1632 960777';
  /** Google accepts it, and nothing can be read after that. */
  const begin = async () => {
    const idris = await setting.connected(PEOPLE.idris);
    byOwner({ websiteUri: FORMER });
    await setting.sweep(idris);
    const { id } = await setting.locationOf(idris, BOOKS);
    const phone = own().phoneNumbers?.primaryPhone ?? '';
    setting.google.faults.next('locations.patch', 'error-after');
    setting.google.faults.next('locations.get', 'error-before', { after: 1, times: 3 });
    const body = { websiteUri: TAKEN, phoneNumber: PHONE };
    expect(codeOf(await idris.send('patch', `/api/locations/${id}`, body))).toEqual(IN_DOUBT);
    expect(own()).toMatchObject({ websiteUri: TAKEN, phoneNumbers: { primaryPhone: PHONE } });
    return { idris, phone, setId: await setIdOf(idris) };
  };

  // Google accepts a change as a whole: the outcome of one field is that of the other.
  it.each([
    ['is back', FORMER, 'google'],
    ['has another value', 'https://third.example.com', 'elsewhere'],
  ])('and of which one %s has both lines of that', async (_, site, origin) => {
    const { idris, phone, setId } = await begin();
    byOwner({ websiteUri: site });
    await lookUntilSettled();
    await setting.settled(idris, setId);
    await setting.sweep(idris);
    expect(setting.masks()).toHaveLength(1);
    expect((await linesOf(idris)).slice(0, 3).sort()).toEqual([
      `phoneNumber here public ${phone} ${PHONE}`,
      `websiteUri ${origin} public ${TAKEN} ${site}`,
      `websiteUri here refused ${FORMER} ${TAKEN}`,
    ]);
  });

  it('and that a reading has seen has both lines of what is back', async () => {
    const { idris, phone, setId } = await begin();
    await setting.pass(5_000);
    await idris.send('post', '/api/mirror').expect(202);
    await untilSeen('the reading', async () => {
      const rows = await setting.served.database.executeSql(
        "select 1 from profile_saves where seen_at is not null and state in ('sending', 'unconfirmed')",
      );
      return rows.rows.length > 0;
    });
    byOwner({ websiteUri: FORMER });
    await lookUntilSettled();
    await setting.settled(idris, setId);
    await setting.sweep(idris);
    expect(setting.masks()).toHaveLength(1);
    expect((await linesOf(idris)).slice(0, 3).sort()).toEqual([
      `phoneNumber here public ${phone} ${PHONE}`,
      `websiteUri google public ${TAKEN} ${FORMER}`,
      `websiteUri here refused ${FORMER} ${TAKEN}`,
    ]);
  });
});

describe('a save that may still arrive at a field that has another value by now', () => {
  const WANTED = 'https://wanted.example.com';
  const THIRD = 'https://third.example.com';
  const begin = async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, BOOKS);
    const former = own().websiteUri;
    setting.google.faults.next('locations.patch', 'error-before');
    const saved = await idris.send('patch', `/api/locations/${id}`, { websiteUri: WANTED });
    expect(codeOf(saved)).toEqual(IN_DOUBT);
    const setId = await setIdOf(idris);
    byOwner({ websiteUri: THIRD });
    await look();
    expect((await setting.logOf(idris)).items).toMatchObject([{ state: 'unconfirmed' }]);
    return { idris, setId, former };
  };

  it('is the last change once it has arrived', async () => {
    const { idris, setId, former } = await begin();
    // As if it arrived now.
    byOwner({ websiteUri: WANTED });
    await look();
    await setting.settled(idris, setId);
    expect(await linesOf(idris)).toEqual([`websiteUri here public ${former} ${WANTED}`]);
  });

  it('is not sent over it, and its author is asked', async () => {
    const { idris, setId, former } = await begin();
    await lookUntilSettled();
    await setting.settled(idris, setId);
    expect(setting.masks()).toHaveLength(1);
    expect((await linesOf(idris)).sort()).toEqual([
      `websiteUri elsewhere public ${former} ${THIRD}`,
      `websiteUri here not_known ${former} ${WANTED}`,
    ]);
    const events = await eventsOf(setting.served, idris, 'edit_refused');
    expect(events).toMatchObject([
      {
        cause: expect.stringContaining('the field now has another value'),
        subject: { state: 'not_known' },
      },
    ]);
  });
});

describe('a save whose outcome could not be read', () => {
  it('ends the turn of its location once the outcome is found, by any process', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, BOOKS);
    setting.google.faults.next('locations.patch', 'error-after');
    setting.google.faults.next('locations.get', 'error-before', { after: 1, times: 3 });
    const first = await idris.send('patch', `/api/locations/${id}`, {
      websiteUri: 'https://one.example.com',
    });
    expect(codeOf(first)).toEqual(IN_DOUBT);
    const other = await setting.replica(setting.served.clock);
    try {
      await setting.pass(12_000);
      await workOff(other.app.get(ChangeDispatcher));
      expect((await setting.logOf(idris)).items).toMatchObject([{ state: 'public' }]);
      const next = await idris.send('patch', `/api/locations/${id}`, {
        websiteUri: 'https://two.example.com',
      });
      expect(codeOf(next)).toEqual([200, undefined]);
    } finally {
      await other.close();
    }
  });
});
