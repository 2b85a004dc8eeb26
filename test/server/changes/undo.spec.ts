import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import {
  PROFILE_FIELDS,
  type ProfileField,
} from '../../../dist/server/business-profile/translation/profile-fields.js';
import { ONE_WAY } from '../../../dist/server/changes/impossible-undos.js';
import { withoutGoogleLimits } from '../../support/google/google-limits.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';

let setting: ChangesSetting;
beforeAll(async () => {
  setting = await startChanges();
});
afterEach(() => setting.reset());
afterAll(() => setting.close());

const BOOKS = 'Riverside Books';
const hours = (openTime: object) => [
  { openDay: 'MONDAY', openTime, closeDay: 'MONDAY', closeTime: { hours: 17 } },
];
const nextYear = new Date().getUTCFullYear() + 1;

/** Another value of each field, in Google's shape, with Google's mask of that field. */
const OTHERS: Record<Exclude<ProfileField, 'address'>, { fields: object; mask: string }> = {
  name: { fields: { title: 'Riverside Books & Maps' }, mask: 'title' },
  storeCode: { fields: { storeCode: '12345' }, mask: 'storeCode' },
  serviceArea: {
    fields: {
      serviceArea: {
        businessType: 'CUSTOMER_AND_BUSINESS_LOCATION',
        regionCode: 'GB',
        places: { placeInfos: [{ placeId: 'ChIJhollow', placeName: 'Hollowford' }] },
      },
    },
    mask: 'serviceArea',
  },
  phoneNumber: {
    fields: { phoneNumbers: { primaryPhone: '+44 1632 960888' } },
    mask: 'phoneNumbers.primaryPhone',
  },
  additionalPhones: {
    fields: { phoneNumbers: { additionalPhones: ['+44 1632 960889'] } },
    mask: 'phoneNumbers.additionalPhones',
  },
  websiteUri: { fields: { websiteUri: 'https://other.example.com/' }, mask: 'websiteUri' },
  categoryIds: {
    // The main category stays: with another one Google drops services and hours.
    fields: {
      categories: {
        primaryCategory: { name: 'categories/gcid:book_store' },
        additionalCategories: [{ name: 'categories/gcid:gift_shop' }],
      },
    },
    mask: 'categories',
  },
  openStatus: { fields: { openInfo: { status: 'CLOSED_TEMPORARILY' } }, mask: 'openInfo.status' },
  openingDate: {
    fields: { openInfo: { openingDate: { year: 2001, month: 4 } } },
    mask: 'openInfo.openingDate',
  },
  regularHours: { fields: { regularHours: { periods: hours({ hours: 7 }) } }, mask: 'regularHours' },
  specialHours: {
    fields: {
      specialHours: {
        specialHourPeriods: [{ startDate: { year: nextYear, month: 12, day: 25 }, closed: true }],
      },
    },
    mask: 'specialHours',
  },
  moreHours: {
    fields: { moreHours: [{ hoursTypeId: 'PICKUP', periods: hours({ hours: 8 }) }] },
    mask: 'moreHours',
  },
  description: {
    fields: { profile: { description: 'Old maps and new books.' } },
    mask: 'profile.description',
  },
  services: {
    fields: {
      serviceItems: [
        {
          freeFormServiceItem: {
            category: 'categories/gcid:book_store',
            label: { displayName: 'Book binding', languageCode: 'en' },
          },
        },
      ],
    },
    mask: 'serviceItems',
  },
  labels: { fields: { labels: ['quay', '2024'] }, mask: 'labels' },
};
const CASES = Object.entries(OTHERS) as [ProfileField, { fields: object; mask: string }][];

describe('an undo is exact', () => {
  it('for every field that can be written, and those that cannot go back are listed', () => {
    expect([...CASES.map(([field]) => field), 'address'].sort()).toEqual([...PROFILE_FIELDS].sort());
    expect(Object.keys(ONE_WAY).sort()).toEqual(
      ['address', 'categoryIds', 'description', 'openStatus', 'specialHours'].sort(),
    );
  });

  it.each(CASES)('of %s, changed elsewhere', async (field, { fields, mask }) => {
    const { google } = setting;
    const idris = await setting.connected(PEOPLE.idris);
    const before = google.world.location({ location: BOOKS });
    google.world.editByOwner({ location: BOOKS, fields });
    await setting.sweep(idris);
    const [line] = (await setting.logOf(idris, `?field=${field}`)).items;
    expect(line).toMatchObject({ field, whyNoUndo: null });
    await idris.send('post', `/api/changes/${line!.id}/undo`, {}).expect(204);
    expect(google.world.location({ location: BOOKS }).fields).toEqual(before.fields);
    expect(setting.masks()).toEqual([mask]);
  });

  it.each(CASES)('of %s, accepted from Google', async (field, { fields, mask }) => {
    const { google } = setting;
    const idris = await setting.connected(PEOPLE.idris);
    const before = google.world.location({ location: BOOKS });
    google.world.editByGoogle({ location: BOOKS, fields });
    await setting.sweep(idris);
    const [edit] = (await setting.editsOf(idris, `?field=${field}&state=OPEN`)).items;
    await idris.send('post', `/api/google-edits/${edit!.id}/accept`, {}).expect(204);
    const [line] = (await setting.logOf(idris, `?field=${field}&origin=here`)).items;
    await idris.send('post', `/api/changes/${line!.id}/undo`, {}).expect(204);
    expect(google.world.location({ location: BOOKS }).fields).toEqual(before.fields);
    expect(setting.masks()).toEqual([mask, mask]);
  });

  it('of all of them in one set, each location in one call', async () => {
    const { google } = setting;
    const idris = await setting.connected(PEOPLE.idris);
    const before = google.world.location({ location: BOOKS });
    // Its name is among what changes.
    const location = before.id;
    for (const [, { fields }] of CASES) google.world.editByGoogle({ location, fields });
    await setting.sweep(idris);
    const ids = (await setting.editsOf(idris, '?state=OPEN')).items
      .filter(({ locationName }) => locationName === BOOKS)
      .map(({ id }) => id);
    expect(ids).toHaveLength(CASES.length);
    const made = await idris
      .send('post', '/api/google-edits/decide', { ids, decision: 'accept' })
      .expect(202);
    const { setId } = made.body as { setId: string };
    await setting.settled(idris, setId);
    expect(google.world.location({ location }).fields).not.toEqual(before.fields);
    const undo = await idris.send('post', `/api/change-sets/${setId}/undo`, {}).expect(202);
    await setting.settled(idris, (undo.body as { setId: string }).setId);
    expect(google.world.location({ location }).fields).toEqual(before.fields);
    const all = CASES.map(([, { mask }]) => mask).sort();
    expect(setting.masks().map((mask) => mask?.split(',').sort())).toEqual([all, all]);
  });
});

describe('the same, asked for six times at once,', () => {
  /** Two edits of Google at locations of Idris, and how often each answer came. */
  async function editsAtOnce() {
    const { google } = setting;
    const idris = await setting.connected(PEOPLE.idris);
    for (const { id } of google.world.locations({ email: PEOPLE.idris }).slice(0, 2))
      google.world.editByGoogle({ location: id, fields: { labels: ['quay'] } });
    await setting.sweep(idris);
    const ids = (await setting.editsOf(idris, '?state=OPEN')).items.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const decide = () => idris.send('post', '/api/google-edits/decide', { ids, decision: 'accept' });
    return { idris, decide };
  }

  /** The ids of the sets that were made, and the statuses of the others. */
  const madeBy = (answers: { status: number; body: object }[]) => ({
    made: answers.flatMap(({ body }) => (body as { setId?: string }).setId ?? []),
    refused: answers.map(({ status }) => status).filter((status) => status !== 202),
  });

  it('an undo is planned once', async () => {
    const { idris, decide } = await editsAtOnce();
    const { setId } = (await decide().expect(202)).body as { setId: string };
    await setting.settled(idris, setId);
    const undo = () => idris.send('post', `/api/change-sets/${setId}/undo`, {});
    const { made, refused } = madeBy(await Promise.all(Array.from({ length: 6 }, () => undo())));
    expect([made.length, refused]).toEqual([1, [409, 409, 409, 409, 409]]);
    await setting.settled(idris, made[0]!);
    const lines = (await setting.logOf(idris, '?origin=here')).items;
    expect(lines.filter((line) => line.setId !== setId).map((line) => line.setId)).toEqual([
      made[0],
      made[0],
    ]);
  });

  it('an answer to Google is planned once', async () => {
    const { idris, decide } = await editsAtOnce();
    const { made, refused } = madeBy(await Promise.all(Array.from({ length: 6 }, () => decide())));
    expect([made.length, refused]).toEqual([1, [404, 404, 404, 404, 404]]);
    expect((await setting.logOf(idris, '?origin=here')).items).toHaveLength(2);
    await setting.settled(idris, made[0]!);
  });
});

describe('a change before the last reading', () => {
  it('is a conflict, and nothing is sent, each case after each', async () => {
    const { google, served } = setting;
    withoutGoogleLimits(google, served.app);
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, BOOKS);
    const fields = CASES.filter(([field]) => ['phoneNumber', 'websiteUri', 'description'].includes(field));
    // Sometimes the server has read it since, sometimes it reads it now.
    const cases = fields.flatMap((each) => [true, false].map((isRead) => ({ each, isRead })));
    const rounds = cases.flatMap((first) => cases.flatMap((second) => [first, second]));
    for (const [round, { each, isRead }] of rounds.entries()) {
      const [field, { fields: other }] = each;
      const { basis } = await setting.locationOf(idris, BOOKS);
      const value = {
        phoneNumber: `+44 1632 960${100 + round}`,
        websiteUri: `https://s${round}.example.com`,
        description: `Save ${round}`,
      }[field as 'phoneNumber'];
      const theirs = JSON.parse(
        JSON.stringify(other)
          .replace('960888', `960${500 + round}`)
          .replace('other', `o${round}`)
          .replace('Old', `Old ${round}`),
      ) as object;
      google.world.editByOwner({ location: BOOKS, fields: theirs });
      if (isRead) await idris.send('get', `/api/locations/${id}`).expect(200);
      google.calls.clear();
      const answer = await idris.send('patch', `/api/locations/${id}`, { [field]: value, basedOn: basis });
      expect([round, answer.status, (answer.body as { code: string }).code]).toEqual([
        round,
        409,
        'changed_since',
      ]);
      expect(setting.masks()).toEqual([]);
    }
  });
});
