import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../support/jest.ts';
import {
  type BusinessProfileProvider,
  LOCATION_SORTS,
  type LocationQuery,
  type Owner,
} from '../../dist/server/business-profile/port/business-profile-provider.js';
import {
  type Location,
  type LocationChange,
  type LocationDetails,
  LOCATION_FIELDS,
  VERIFICATION_STATES,
} from '../../dist/server/business-profile/port/location.js';
import { hashOfPost, type RemotePost } from '../../dist/server/business-profile/port/remote-post.js';
import type { PostBody } from '../../dist/server/database/schema.js';

/** An adapter ready for the contract: two users who may use it, and how to put it away. */
export interface ProviderUnderTest {
  provider: BusinessProfileProvider;
  /** Has at least two accounts and more than six locations; an account of theirs may be empty. */
  user: Owner;
  /** Sees the same business data, or none of it; in any case none of the first owner's edits. */
  otherUser: Owner;
  /** Lets a minute pass where the source allows only so many changes a minute. */
  passMinute?: () => Promise<void>;
  close: () => Promise<void>;
}

/** A category id that no catalogue has. */
const UNKNOWN_CATEGORY = 'gcid:teleporter_showroom';

const CHRISTMAS = { date: '2026-12-25', isClosed: true, openTime: null, closeTime: null, closeDate: null };
const CHRISTMAS_EVE = {
  date: '2026-12-24',
  isClosed: false,
  openTime: '09:00',
  closeTime: '13:00',
  closeDate: '2026-12-24',
};
/** Hours of a type that no category has. */
const MOON_HOURS = {
  hoursTypeId: 'MOON_HOURS',
  periods: [{ openDay: 'MONDAY', openTime: '22:00', closeDay: 'MONDAY', closeTime: '23:00' }],
} satisfies NonNullable<LocationChange['moreHours']>[number];

/** A location without the time at which it was read, which is another one each time. */
const contentOf = ({ readAt: _readAt, ...content }: LocationDetails) => content;

/** What every source of business data promises, whatever it is. */
export function businessProfileProviderContract(
  name: string,
  makeProvider: () => Promise<ProviderUnderTest>,
): void {
  describe(`${name} as a provider of business data`, () => {
    let underTest: ProviderUnderTest;
    let provider: BusinessProfileProvider;
    let user: Owner;

    beforeAll(async () => {
      underTest = await makeProvider();
      ({ provider, user } = underTest);
    });
    afterAll(() => underTest.close());
    beforeEach(() => underTest.passMinute?.());

    const list = (query: Partial<LocationQuery> = {}) =>
      provider.listLocations(user, { offset: 0, limit: 100, ...query });

    const save = (id: string, change: LocationChange) =>
      provider.updateLocation(user, id, change, { actor: user.workspaceId });

    async function firstLocation(): Promise<Location> {
      const { items } = await list({ limit: 1 });
      return items[0]!;
    }

    /** A verified location with hours and no more than the ordinary in its profile. */
    async function openLocation(): Promise<Location> {
      const { items } = await list({ state: 'VERIFIED' });
      return items.find(({ regularHours }) => regularHours !== null)!;
    }

    describe('accounts', () => {
      it('count the locations that are listed for them, and those that need attention', async () => {
        const accounts = await provider.listAccounts(user);
        expect(accounts.length).toBeGreaterThan(1);
        expect(accounts.some(({ attentionCount }) => attentionCount > 0)).toBe(true);
        for (const { id, locationCount, attentionCount, suspendedCount } of accounts) {
          const { items, matched, total } = await list({ accountId: id });
          expect([items.length, matched, total]).toEqual([locationCount, locationCount, locationCount]);
          expect(items.every(({ accountId }) => accountId === id)).toBe(true);
          expect((await list({ accountId: id, needsAttention: true })).matched).toBe(attentionCount);
          expect((await list({ accountId: id, state: 'SUSPENDED' })).matched).toBe(suspendedCount);
        }
      });

      it('begin with the personal one', async () => {
        const types = (await provider.listAccounts(user)).map(({ type }) => type);
        expect(types.lastIndexOf('PERSONAL')).toBeLessThanOrEqual(0);
      });

      it('that are unknown are not found', async () => {
        await expect(list({ accountId: 'no-such-account' })).rejects.toMatchObject({ code: 'not_found' });
      });
    });

    describe('the list of locations', () => {
      it('is in the order of names', async () => {
        const names = (await list()).items.map((location) => location.name);
        expect(names).toEqual([...names].sort(new Intl.Collator('en', { numeric: true }).compare));
      });

      it('can have what needs attention first, suspended before unverified', async () => {
        const states = (await list({ sort: 'state' })).items.map(({ state }) => state);
        const order = ['SUSPENDED', 'UNVERIFIED', 'VERIFIED'];
        expect(states).toEqual([...states].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
        expect(states[0]).not.toBe('VERIFIED');
      });

      it('can be in the order of store codes, what has none at the end', async () => {
        const codes = (await list({ sort: 'storeCode' })).items.map(({ storeCode }) => storeCode);
        const given = codes.filter((code) => code !== null);
        expect(given.length).toBeGreaterThan(1);
        expect(codes.slice(0, given.length)).toEqual(
          [...given].sort(new Intl.Collator('en', { numeric: true }).compare),
        );
      });

      it('can be narrowed to a state, also within an account', async () => {
        const { items, total } = await list();
        for (const state of VERIFICATION_STATES) {
          const found = await list({ state });
          expect(found.items).toEqual(items.filter((location) => location.state === state));
          expect([found.matched, found.total]).toEqual([found.items.length, total]);
        }
        const { accountId } = items[0]!;
        const own = (await list({ accountId })).items.filter(({ state }) => state === 'VERIFIED');
        expect((await list({ accountId, state: 'VERIFIED' })).items).toEqual(own);
      });

      it.each(LOCATION_SORTS)('comes in parts that make up the whole, by %s', async (sort) => {
        const whole = await list({ sort });
        const parts: Location[] = [];
        for (let offset = 0; offset < whole.total; offset += 3) {
          const part = await list({ sort, offset, limit: 3 });
          expect([part.matched, part.total]).toEqual([whole.matched, whole.total]);
          parts.push(...part.items);
        }
        expect(parts).toEqual(whole.items);
      });

      it('is empty beyond its end', async () => {
        const { total } = await list();
        expect(await list({ offset: total + 5 })).toEqual({ items: [], matched: total, total });
      });

      it('is searched by part of a name, an address or a store code, whatever the case and the spaces', async () => {
        const { items, total } = await list();
        const { id, name: own, address, storeCode } = items.find((location) => location.storeCode !== null)!;
        for (const text of [own, address, storeCode!]) {
          const search = `  ${text.slice(0, 12).toUpperCase().replaceAll(' ', '   ')} `;
          const found = await list({ search });
          expect(found.items.map((location) => location.id)).toContain(id);
          expect(found.matched).toBe(found.items.length);
          expect(found.total).toBe(total);
        }
      });

      it('is searched by words in any order, of whichever of them', async () => {
        const { items } = await list();
        const { id, name: own, address, storeCode } = items.find((location) => location.storeCode !== null)!;
        const words = `${own} ${address} ${storeCode}`.split(/\s+/).reverse();
        const found = await list({ search: words.join(' ').slice(0, 200) });
        expect(found.items.map((location) => location.id)).toEqual([id]);
        expect((await list({ search: `${own} qqqzzz` })).matched).toBe(0);
      });

      it('is empty for a search that nothing matches, and whole for one without a word', async () => {
        const { matched, total } = await list();
        expect(await list({ search: 'qqqzzz' })).toEqual({ items: [], matched: 0, total });
        expect((await list({ search: '  ' })).matched).toBe(matched);
      });
    });

    describe('a location', () => {
      it('is the same alone and in the list', async () => {
        const location = await firstLocation();
        expect(await provider.getLocation(user, location.id)).toMatchObject(location);
      });

      it('is known without asking the source for it', async () => {
        const location = await firstLocation();
        expect(await provider.knownLocation(user, location.id)).toMatchObject(location);
        const { id: locationId, accountId, openStatus } = location;
        expect(await provider.postPlace(user, locationId)).toEqual({ accountId, locationId, openStatus });
      });

      it('has attributes with values in words, each in a group, and types of hours under a name', async () => {
        const { id } = await firstLocation();
        for (const { name, group, values } of await provider.listAttributes(user, id))
          for (const words of [name, group, ...values]) expect(words).toMatch(/\w/);
        const types = await provider.listMoreHoursTypes(user, id);
        expect(types).not.toHaveLength(0);
        for (const { name } of types) expect(name).toMatch(/^[A-Z][a-z]/);
      });

      it('says where its address is edited when that is not here', async () => {
        for (const { isAddressEditable, editUrl } of (await list()).items)
          if (!isAddressEditable) expect(editUrl).toMatch(/^https:/);
      });

      it('names what is under review by the names that can be saved', async () => {
        for (const { pendingFields } of (await list()).items)
          expect(LOCATION_FIELDS).toEqual(expect.arrayContaining(pendingFields));
      });

      it.each(['no-such-location', '', '__proto__', "' or 1=1"])(
        'is not found under the id "%s"',
        async (id) => {
          const notFound = expect.objectContaining({ code: 'not_found' });
          const body = { languageCode: 'en-US', summary: 'Fresh', topicType: 'STANDARD' } as const;
          await expect(provider.getLocation(user, id)).rejects.toEqual(notFound);
          await expect(provider.listAttributes(user, id)).rejects.toEqual(notFound);
          await expect(provider.listMoreHoursTypes(user, id)).rejects.toEqual(notFound);
          expect(await provider.knownLocation(user, id)).toBeUndefined();
          expect(await provider.postPlace(user, id)).toBeUndefined();
          await expect(save(id, { name: 'Mine' })).rejects.toEqual(notFound);
          await expect(
            provider.schedulePost(user, { locationId: id, publishAt: new Date(), body }),
          ).rejects.toEqual(notFound);
        },
      );
    });

    describe('saving a location', () => {
      it('changes the given fields and keeps the others', async () => {
        const listed = await firstLocation();
        const before = await provider.getLocation(user, listed.id);
        const saved = await save(before.id, { phoneNumber: '+44 1632 960999' });
        const { basis } = saved;
        expect(contentOf(saved)).toEqual({ ...contentOf(before), phoneNumber: '+44 1632 960999', basis });
        expect(contentOf(await provider.getLocation(user, before.id))).toEqual(contentOf(saved));
        expect((await list()).items).toContainEqual({ ...listed, phoneNumber: '+44 1632 960999' });
      });

      it('changes the address where it is edited here, and refuses it elsewhere', async () => {
        const { id, address, isAddressEditable } = await firstLocation();
        const saving = save(id, { address: '1 Elsewhere Row, Nowhere' });
        if (isAddressEditable) {
          expect((await saving).address).toBe('1 Elsewhere Row, Nowhere');
          await save(id, { address });
        } else {
          const refused = { code: 'validation_failed', errors: [{ field: 'address' }] };
          await expect(saving).rejects.toMatchObject(refused);
        }
        expect((await provider.getLocation(user, id)).address).toBe(address);
      });

      it('adds to what was saved before', async () => {
        const { id } = await firstLocation();
        await save(id, { websiteUri: 'https://www.example.com/one' });
        const saved = await save(id, { phoneNumber: '+44 1632 960998' });
        expect(saved).toMatchObject({
          websiteUri: 'https://www.example.com/one',
          phoneNumber: '+44 1632 960998',
        });
      });

      it('takes a field that is undefined for one that was left out', async () => {
        const before = await provider.getLocation(user, (await firstLocation()).id);
        const nothing = {
          name: undefined,
          phoneNumber: undefined,
          categoryIds: undefined,
          regularHours: undefined,
        };
        expect(contentOf(await save(before.id, nothing))).toEqual(contentOf(before));
      });

      it('removes phone, website and hours by null, and hours by an empty list', async () => {
        const { id } = await firstLocation();
        const removed = { phoneNumber: null, websiteUri: null, regularHours: null };
        expect(await save(id, removed)).toMatchObject(removed);
        const { regularHours } = await save(id, { regularHours: { periods: [] } });
        expect(regularHours).toBeNull();
        expect(await provider.getLocation(user, id)).toMatchObject(removed);
      });

      it('keeps the whole profile, adds to it field by field, and clears it', async () => {
        const { id } = await openLocation();
        const [type] = await provider.listMoreHoursTypes(user, id);
        const openInWinter = {
          ...CHRISTMAS_EVE,
          date: '2026-12-31',
          closeDate: '2027-01-01',
          closeTime: '02:00',
        };
        const profile = {
          description: 'A corner shop that everybody knows.',
          specialHours: { periods: [CHRISTMAS_EVE, CHRISTMAS, openInWinter] },
          openStatus: 'CLOSED_TEMPORARILY',
          openingDate: '2011-05',
        } as const;
        const periods = [
          { openDay: 'MONDAY', openTime: '10:00', closeDay: 'MONDAY', closeTime: '12:00' },
        ] as const;
        const before = await provider.getLocation(user, id);
        const { description, ...others } = profile;
        await save(id, { description });
        const saved = await save(id, {
          ...others,
          specialHours: { periods: [...profile.specialHours.periods] },
          moreHours: [{ hoursTypeId: type!.id, periods: [...periods] }],
        });
        expect(saved).toMatchObject({ ...profile, moreHours: [{ hoursTypeId: type!.id, periods }] });
        expect(contentOf(await provider.getLocation(user, id))).toEqual(contentOf(saved));
        expect(await provider.postPlace(user, id)).toMatchObject({ openStatus: 'CLOSED_TEMPORARILY' });
        const none = { description: null, specialHours: null, moreHours: [], openingDate: null };
        const cleared = await save(id, { ...none, openStatus: 'OPEN' });
        expect(contentOf(cleared)).toEqual({ ...contentOf(before), ...none, basis: cleared.basis });
      });

      it('takes a day of opening and a month of it', async () => {
        const { id } = await openLocation();
        for (const openingDate of ['1987-04-30', '1987-04'])
          expect((await save(id, { openingDate })).openingDate).toBe(openingDate);
        await save(id, { openingDate: null });
      });

      it('refuses special hours without regular ones, and the removal of these while there are special hours', async () => {
        const { id, regularHours } = await openLocation();
        const special = { periods: [CHRISTMAS] };
        const refused = (field: string) => ({ code: 'validation_failed', errors: [{ field }] });
        await save(id, { specialHours: special });
        await expect(save(id, { regularHours: null })).rejects.toMatchObject(refused('regularHours'));
        await save(id, { specialHours: null, regularHours: null });
        await expect(save(id, { specialHours: special })).rejects.toMatchObject(refused('specialHours'));
        expect(await save(id, { regularHours })).toMatchObject({ regularHours, specialHours: null });
      });

      it('refuses a type of hours that the location can’t have', async () => {
        const { id } = await openLocation();
        await expect(save(id, { moreHours: [MOON_HOURS] })).rejects.toMatchObject({
          code: 'validation_failed',
          errors: [{ field: 'moreHours' }],
        });
        expect((await provider.getLocation(user, id)).moreHours).toEqual([]);
      });

      it('replaces all hours', async () => {
        const { id } = await firstLocation();
        const night = {
          openDay: 'FRIDAY',
          openTime: '18:00',
          closeDay: 'SATURDAY',
          closeTime: '03:00',
        } as const;
        const day = { openDay: 'MONDAY', openTime: '00:00', closeDay: 'MONDAY', closeTime: '24:00' } as const;
        await save(id, { regularHours: { periods: [day] } });
        const saved = await save(id, { regularHours: { periods: [night] } });
        expect(saved.regularHours).toEqual({ periods: [night] });
      });

      it('takes categories by id and answers their names, the primary one first', async () => {
        const { id } = await firstLocation();
        const [one, two] = await provider.searchCategories(user, 'shop');
        const saved = await save(id, { categoryIds: [two!.id, one!.id] });
        expect(saved.categories).toEqual([two, one]);
      });

      it('refuses an unknown category and then changes nothing', async () => {
        const before = await provider.getLocation(user, (await firstLocation()).id);
        const change = { name: 'Not to be seen', categoryIds: [UNKNOWN_CATEGORY] };
        await expect(save(before.id, change)).rejects.toMatchObject({
          code: 'validation_failed',
          errors: [{ field: 'categoryIds' }],
        });
        expect(contentOf(await provider.getLocation(user, before.id))).toEqual(contentOf(before));
      });

      it('finds the place under its new name, and no longer under the old one', async () => {
        const { id, name: old } = await firstLocation();
        await save(id, { name: 'Zzyzx Corner Shop' });
        expect((await list({ search: 'zzyzx' })).items.map((location) => location.id)).toEqual([id]);
        expect((await list()).items.at(-1)?.id).toBe(id);
        await save(id, { name: old });
      });

      it('keeps both of two changes at once', async () => {
        const { id } = await firstLocation();
        await Promise.all([
          save(id, { phoneNumber: '+44 1632 960997' }),
          save(id, { websiteUri: 'https://www.example.com/two' }),
        ]);
        expect(await provider.getLocation(user, id)).toMatchObject({
          phoneNumber: '+44 1632 960997',
          websiteUri: 'https://www.example.com/two',
        });
      });

      it('never shows to another user', async () => {
        const { id } = await firstLocation();
        await save(id, { name: 'Seen by one user alone' });
        const { items } = await provider.listLocations(underTest.otherUser, { offset: 0, limit: 100 });
        expect(items.map((location) => location.name)).not.toContain('Seen by one user alone');
        const alone = await provider.getLocation(underTest.otherUser, id).catch(() => undefined);
        expect(alone?.name).not.toBe('Seen by one user alone');
      });
    });

    describe('categories', () => {
      it('are found by part of their name, at most 20', async () => {
        const found = await provider.searchCategories(user, 'SHOP');
        expect(found.length).toBeGreaterThan(1);
        expect(found.length).toBeLessThanOrEqual(20);
        expect(found.filter((category) => !category.name.toLowerCase().includes('shop'))).toEqual([]);
        expect(await provider.searchCategories(user, 'qqqzzz')).toEqual([]);
      });
    });

    describe('scheduling a post', () => {
      it('answers the location, as the user sees it', async () => {
        const location = await firstLocation();
        const body = { languageCode: 'en-US', summary: 'Fresh', topicType: 'STANDARD' } as const;
        const publishAt = new Date('2027-03-01T09:00:00Z');
        expect(await provider.schedulePost(user, { locationId: location.id, publishAt, body })).toMatchObject(
          location,
        );
      });
    });

    describe('publishing', () => {
      let written = 0;
      const news = (): PostBody => ({
        languageCode: 'en-US',
        topicType: 'STANDARD',
        summary: `Something new, number ${(written += 1)}`,
      });
      /** A verified place; elsewhere nothing can be published. */
      async function place() {
        const { items } = await list();
        const { accountId, id } = items.find(({ state }) => state === 'VERIFIED')!;
        return { accountId, locationId: id };
      }
      const publish = async (body: PostBody, beforeSending: () => Promise<void>) =>
        provider.publishPost(user, { ...(await place()), body, notBefore: new Date(0) }, { beforeSending });
      async function listed(): Promise<RemotePost[]> {
        const all: RemotePost[] = [];
        for await (const page of provider.listPublished(user, await place())) all.push(...page);
        return all;
      }

      it('takes a post under a name of its own, and says before it does', async () => {
        let asked = 0;
        const [first, second] = [news(), news()];
        const beforeSending = () => Promise.resolve(void (asked += 1));
        const taken = [await publish(first, beforeSending), await publish(second, beforeSending)];
        expect(asked).toBe(2);
        expect(new Set(taken.map(({ name }) => name)).size).toBe(2);
        expect(taken.map(({ bodyHash }) => bodyHash)).toEqual([first, second].map(hashOfPost));
        for (const { name } of taken)
          expect(['PROCESSING', 'LIVE']).toContain((await provider.getPublished(user, name!)).state);
      });

      it('takes nothing when it is stopped at the last moment', async () => {
        const body = news();
        const stop = new Error('not now');
        await expect(publish(body, () => Promise.reject(stop))).rejects.toBe(stop);
        expect((await listed()).map(({ bodyHash }) => bodyHash)).not.toContain(hashOfPost(body));
      });

      it('deletes a post, and does not mind when it is gone', async () => {
        const body = news();
        const { name } = await publish(body, () => Promise.resolve());
        await provider.deletePublished(user, name!);
        await provider.deletePublished(user, name!);
        expect((await listed()).map((post) => post.name)).not.toContain(name);
      });
    });
  });
}
