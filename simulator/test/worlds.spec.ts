import { afterAll, beforeAll, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import { callerOf, PEOPLE, startSimulator } from './support.ts';

let google: GoogleSimulator;
beforeAll(async () => {
  google = await startSimulator();
  google.configure({ editsPerMinute: 1000, requestsPerMinute: 1000 });
});
afterAll(() => google.close());

const WRITTEN = [
  'profile.description',
  'specialHours',
  'moreHours',
  'labels',
  'openInfo',
  'serviceItems',
  'serviceArea',
  'phoneNumbers',
];

describe('the profiles of the worlds', () => {
  it.each([PEOPLE.tamsin, PEOPLE.idris, PEOPLE.ottoline, PEOPLE.casimir])(
    'of %s show every field, with values that Google itself would take',
    async (email) => {
      const { access_token } = google.world.issueTokens({ email });
      const call = callerOf(google.addresses.GBP_INFORMATION_URL, access_token);
      const all = google.world.locations({ email });
      const seen = new Set<string>();
      for (const { id, fields, attributes = [] } of all.slice(0, 60)) {
        const mask = WRITTEN.filter((path) => {
          const [top = '', inner] = path.split('.');
          const value = fields[top as keyof typeof fields] as Record<string, unknown> | undefined;
          return inner ? value?.[inner] !== undefined : value !== undefined;
        });
        mask.forEach((path) => seen.add(path));
        if (fields.openInfo?.openingDate) seen.add('openingDate');
        if (fields.latlng) seen.add('latlng');
        const query = `updateMask=${mask.join(',')}&validateOnly=true`;
        expect(await call('PATCH', `/locations/${id}?${query}`, fields)).toMatchObject({ status: 200 });
        if (attributes.length === 0) continue;
        const names = attributes.map(({ name }) => name).join(',');
        const answer = await call('PATCH', `/locations/${id}/attributes?attributeMask=${names}`, {
          attributes,
        });
        expect(answer.status).toBe(200);
      }
      expect([...seen]).toEqual(
        expect.arrayContaining(
          WRITTEN.filter((path) => path !== 'serviceArea').concat('openingDate', 'latlng'),
        ),
      );
    },
  );

  it('are of several kinds in a chain of 3,000 locations', () => {
    const all = google.world.locations({ email: PEOPLE.casimir });
    expect(all.filter(({ fields }) => fields.specialHours)).toHaveLength(1500);
    expect(all.filter(({ fields }) => fields.labels)).toHaveLength(750);
  });
});
