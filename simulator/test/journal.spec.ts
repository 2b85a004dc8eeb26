import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlOf, type GoogleSimulator } from 'gbp-simulator';
import { callerOf, connect, PEOPLE, startSimulator } from './support.ts';
import { CERAMICS, MARKET_HILL, OLD_WHARF } from '../../test/support/google/tamsins-places.ts';

const AFTER = 10 * 60_000;

let google: GoogleSimulator;
let locations: ReturnType<typeof callerOf>;

beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(async () => {
  google.reset();
  google.clock.set(new Date('2026-05-04T10:00:00Z'), { stopped: true });
  const { access_token } = await connect(google, PEOPLE.tamsin);
  locations = callerOf(google.addresses.GBP_INFORMATION_URL, access_token);
});

const patch = (location: string, mask: string, body: object) =>
  locations('PATCH', `/locations/${location}?updateMask=${mask}`, body);
const updated = async (location: string) =>
  (await locations('GET', `/locations/${location}:getGoogleUpdated?readMask=name`)).body;
const metadata = async (location: string) =>
  (await locations('GET', `/locations/${location}?readMask=metadata`)).body.metadata;
const phone = (primaryPhone: string | null) => ({ phoneNumbers: { primaryPhone } }) as object;
const edit = (fields: object, more: { by?: 'google' | 'public'; reapplyAfterMs?: number } = {}) =>
  google.world.editByGoogle({ location: CERAMICS, fields, ...more });
/** What the journal has about a location, in short. */
const written = (location = CERAMICS) =>
  google.journal
    .list({ location })
    .map(({ view, field, before, after, author }) => [view, field, before, after, author]);

const MINE = '+441632960201';
const THEIRS = '+441632960999';
const NUMBER = 'phoneNumbers.primaryPhone';

describe('the journal', () => {
  it('has an entry for each view that an edit by the API changes, with its request', async () => {
    await patch(CERAMICS, 'websiteUri,profile.description', {
      websiteUri: 'https://new.example.com/',
      profile: { description: 'Stoneware for every day, thrown and fired in the back room. ' },
    });
    const number = google.calls.list({ operation: 'locations.patch' })[0]?.number;
    const change = {
      at: '2026-05-04T10:00:00.000Z',
      location: CERAMICS,
      field: 'websiteUri',
      before: 'https://okonjo-ceramics.example.com/',
      after: 'https://new.example.com/',
      author: 'api',
      call: number,
    };
    expect(google.journal.list()).toEqual([
      { seq: 1, view: 'owner', ...change },
      { seq: 2, view: 'public', ...change },
    ]);
  });

  it('names the smallest documented field, and null for no value', () => {
    google.world.editByOwner({
      location: CERAMICS,
      fields: {
        phoneNumbers: { additionalPhones: ['01632 960777'] },
        openInfo: { status: 'CLOSED_TEMPORARILY', openingDate: { year: 2020, month: 5, day: 0 } },
        profile: null,
      },
    });
    expect(written().filter(([view]) => view === 'owner')).toEqual([
      ['owner', 'phoneNumbers.additionalPhones', null, ['+441632960777'], 'owner'],
      ['owner', 'openInfo.status', 'OPEN', 'CLOSED_TEMPORARILY', 'owner'],
      ['owner', 'openInfo.openingDate', null, { month: 5, year: 2020 }, 'owner'],
      ['owner', 'profile.description', expect.stringContaining('Stoneware'), null, 'owner'],
    ]);
  });

  it('has what Google and the public do in the public view alone', async () => {
    edit(phone(THEIRS), { by: 'public' });
    edit({ websiteUri: null });
    expect(written()).toEqual([
      ['public', NUMBER, MINE, THEIRS, 'public'],
      ['public', 'websiteUri', 'https://okonjo-ceramics.example.com/', null, 'google'],
    ]);
    expect((await updated(CERAMICS)).diffMask).toBe('phoneNumbers.primaryPhone,websiteUri');
    expect(await metadata(CERAMICS)).toMatchObject({ hasGoogleUpdated: true });
  });

  it('has one public entry for an edit that repeats the owner’s value, and so refuses Google’s', async () => {
    edit(phone(THEIRS));
    await patch(CERAMICS, NUMBER, phone('+44 1632 960201'));
    expect(written().at(-1)).toEqual(['public', NUMBER, THEIRS, MINE, 'api']);
    expect(written()).toHaveLength(2);
    expect(await updated(CERAMICS)).not.toHaveProperty('diffMask');
  });

  it('has one owner’s entry for an edit that takes over Google’s value', async () => {
    edit(phone(THEIRS));
    await patch(CERAMICS, NUMBER, phone(THEIRS));
    expect(written().slice(1)).toEqual([['owner', NUMBER, MINE, THEIRS, 'api']]);
  });

  it('has the public’s entry of a reviewed edit when its review ends', async () => {
    await patch(CERAMICS, 'title', { title: 'Okonjo Pots' });
    expect(written()).toEqual([['owner', 'title', 'Okonjo Ceramics', 'Okonjo Pots', 'api']]);
    google.world.decidePendingEdits({ location: CERAMICS, approve: true });
    expect(written().at(-1)).toEqual(['public', 'title', 'Okonjo Ceramics', 'Okonjo Pots', 'review']);
    await patch(CERAMICS, 'title', { title: 'Pots' });
    google.world.decidePendingEdits({ location: CERAMICS, approve: false });
    expect(written().slice(2)).toEqual([
      ['owner', 'title', 'Okonjo Pots', 'Pots', 'api'],
      ['owner', 'title', 'Pots', 'Okonjo Pots', 'review'],
    ]);
  });

  it('has nothing where nothing changes but the form', () => {
    const hours = structuredClone(google.world.location({ location: CERAMICS }).fields.regularHours!);
    hours.periods.reverse();
    hours.periods[0]!.openTime = { ...hours.periods[0]!.openTime, minutes: 0, nanos: 0 };
    const fields = { regularHours: hours, ...phone('01632 960201'), title: ' Okonjo Ceramics ' };
    google.world.editByOwner({ location: CERAMICS, fields });
    edit(fields);
    expect(google.journal.list()).toEqual([]);
    expect(google.world.publicLocation({ location: CERAMICS }).regularHours).toEqual(hours);
  });

  it('is read from an entry on and by location, also from outside, and forgotten by a reset', async () => {
    edit(phone(THEIRS));
    google.world.editByOwner({ location: MARKET_HILL, fields: { storeCode: 'MF-1' } });
    const { journal } = controlOf(google.origin);
    expect(await journal.list()).toEqual(google.journal.list());
    expect(await journal.list({ after: 1 })).toMatchObject([
      { seq: 2, view: 'owner', field: 'storeCode' },
      { seq: 3, view: 'public' },
    ]);
    expect(await journal.list({ location: CERAMICS })).toHaveLength(1);
    google.reset();
    expect(google.journal.list()).toEqual([]);
  });

  it('survives a restart, and counts on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gbp-journal-'));
    const dataFile = join(folder, 'google.json');
    const first = await startSimulator({ dataFile });
    first.world.editByGoogle({ location: CERAMICS, fields: { title: 'Pots' } });
    const before = first.journal.list();
    await first.close();
    const second = await startSimulator({ dataFile });
    expect(second.journal.list()).toEqual(before);
    second.world.editByGoogle({ location: CERAMICS, fields: { title: 'Pans' } });
    expect(second.journal.list({ after: 1 })).toMatchObject([{ seq: 2, before: 'Pots', after: 'Pans' }]);
    await second.close();
    rmSync(folder, { recursive: true });
  });
});

describe('an edit that Google makes again', () => {
  const refuse = () => patch(CERAMICS, NUMBER, phone('+44 1632 960201'));
  const shown = () => google.world.publicLocation({ location: CERAMICS }).phoneNumbers?.primaryPhone;

  it('is back so long after each refusal, at the very time', async () => {
    edit(phone(THEIRS), { by: 'public', reapplyAfterMs: AFTER });
    await refuse();
    google.clock.advance(AFTER - 1);
    expect(shown()).toBe('+44 1632 960201');
    google.clock.advance(AFTER);
    expect(shown()).toBe(THEIRS);
    expect(google.journal.list().at(-1)).toMatchObject({ author: 'public', at: '2026-05-04T10:10:00.000Z' });
    await refuse();
    google.clock.advance(AFTER);
    expect((await updated(CERAMICS)).diffMask).toBe(NUMBER);
    expect(written()).toHaveLength(5);
  });

  it('is back after a restart, too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gbp-again-'));
    const dataFile = join(folder, 'google.json');
    const first = await startSimulator({ dataFile });
    first.world.editByGoogle({ location: CERAMICS, fields: phone(THEIRS), reapplyAfterMs: AFTER });
    first.world.editByOwner({ location: CERAMICS, fields: phone(MINE) });
    await first.close();
    const second = await startSimulator({ dataFile });
    expect(second.journal.list()).toHaveLength(2);
    second.clock.advance(AFTER);
    expect(second.journal.list({ after: 2 })).toMatchObject([{ view: 'public', after: THEIRS }]);
    await second.close();
    rmSync(folder, { recursive: true });
  });

  it('is over once the owner takes it over, or Google gives up', async () => {
    edit(phone(THEIRS), { reapplyAfterMs: AFTER });
    await patch(CERAMICS, NUMBER, phone(THEIRS));
    google.world.editByOwner({ location: CERAMICS, fields: phone(MINE) });
    google.clock.advance(2 * AFTER);
    expect(shown()).toBe(MINE);
    edit(phone(THEIRS), { reapplyAfterMs: AFTER });
    await refuse();
    google.world.endReapplying({ location: CERAMICS });
    google.clock.advance(2 * AFTER);
    expect(shown()).toBe('+44 1632 960201');
  });
});

describe('edits in review', () => {
  it('can be those of any field, and end by themselves', async () => {
    google.configure({ pendingFields: ['profile.description'], editReviewMs: AFTER });
    await patch(CERAMICS, 'title,profile', { title: 'Pots', profile: { description: 'Pots.' } });
    expect(await updated(CERAMICS)).toEqual({
      location: { name: `locations/${CERAMICS}` },
      pendingMask: 'profile.description',
    });
    google.clock.advance(AFTER);
    expect(await updated(CERAMICS)).not.toHaveProperty('pendingMask');
    expect(google.journal.list().at(-1)).toMatchObject({ author: 'review', after: 'Pots.' });
    google.configure({ pendingFields: '*' });
    await patch(CERAMICS, 'websiteUri', {});
    expect(await updated(CERAMICS)).toMatchObject({ pendingMask: 'websiteUri' });
  });

  it('can meet an edit by Google, and then stand in both masks', async () => {
    google.world.editByGoogle({ location: OLD_WHARF, fields: { title: 'Wharf Bakery' } });
    expect(await updated(OLD_WHARF)).toMatchObject({ diffMask: 'title', pendingMask: 'title' });
    google.world.decidePendingEdits({ location: OLD_WHARF, approve: false });
    expect(await updated(OLD_WHARF)).toMatchObject({ diffMask: 'title' });
    expect(google.world.location({ location: OLD_WHARF }).fields.title).toBe('Finch Bakery, Old Wharf');
    expect(google.world.publicLocation({ location: OLD_WHARF }).title).toBe('Wharf Bakery');
  });

  it('can be said of every location, and masks can name the metadata', async () => {
    google.configure({ alwaysPendingEdits: true, metadataInMasks: true });
    expect(await metadata(CERAMICS)).toMatchObject({ hasPendingEdits: true });
    expect(await updated(CERAMICS)).toMatchObject({ diffMask: 'metadata', pendingMask: 'metadata' });
    edit({ websiteUri: null });
    expect(await updated(CERAMICS)).toMatchObject({ diffMask: 'websiteUri,metadata' });
  });

  it.each([
    ['pendingFields', ['phoneNumbers']],
    ['pendingFields', 'title'],
    ['metadataInMasks', 1],
    ['editReviewMs', true],
  ])('cannot be set by %s: %j', (name, value) => {
    expect(() => google.configure({ [name]: value })).toThrow(`${name} cannot be set to`);
  });
});

describe('Google clearing the regular hours', () => {
  it('leaves special hours without them, which no owner can', async () => {
    const specialHours = {
      specialHourPeriods: [{ startDate: { year: 2026, month: 12, day: 24 }, closed: true }],
    };
    await patch(CERAMICS, 'specialHours', { specialHours });
    edit({ regularHours: null });
    const shown = google.world.publicLocation({ location: CERAMICS });
    expect(shown.specialHours).toEqual(specialHours);
    expect(shown).not.toHaveProperty('regularHours');
  });
});
