import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator, JournalEntry } from 'gbp-simulator';
import { callerOf, PEOPLE, startSimulator } from './support.ts';

let google: GoogleSimulator;
beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(() => {
  google.reset();
  google.clock.set(new Date('2026-05-04T10:00:00Z'), { stopped: true });
});

const email = PEOPLE.tamsin;
const edit = (count: number, kinds?: Parameters<typeof google.world.editSome>[0]['kinds'], seed = 7) =>
  google.world.editSome({ email, seed, count, kinds });
const keyOf = ({ location, view, field }: JournalEntry) => [location, view, field].join(' ');

describe('some edits by chance', () => {
  it('are the same for the same seed, of every kind and author, over many fields', () => {
    const made = edit(300);
    const first = google.journal.list();
    expect(Object.values(made).reduce((sum, count) => sum + count)).toBe(300);
    expect(Math.min(...Object.values(made))).toBeGreaterThan(20);
    expect(new Set(first.map(({ author }) => author))).toEqual(new Set(['google', 'public', 'owner']));
    expect(new Set(first.map(({ field }) => field)).size).toBeGreaterThanOrEqual(12);
    google.reset();
    google.clock.set(new Date('2026-05-04T10:00:00Z'), { stopped: true });
    expect(edit(300)).toEqual(made);
    expect(google.journal.list()).toEqual(first);
    google.reset();
    edit(300, undefined, 8);
    expect(google.journal.list()).not.toEqual(first);
  });

  it('make a journal in which each change begins where the one before ended', () => {
    edit(300);
    const last = new Map<string, unknown>();
    for (const entry of google.journal.list()) {
      if (last.has(keyOf(entry))) expect(entry.before).toEqual(last.get(keyOf(entry)));
      expect(entry.after).not.toEqual(entry.before);
      last.set(keyOf(entry), entry.after);
    }
  });

  it('that only respell a value change its form, and nothing in the journal', () => {
    const before = JSON.stringify(google.world.locations({ email }));
    expect(edit(60, ['respelled'])).toMatchObject({ respelled: 60, google: 0 });
    expect(google.journal.list()).toEqual([]);
    expect(JSON.stringify(google.world.locations({ email }))).not.toBe(before);
  });

  it('by the owner have values that Google takes', async () => {
    google.configure({ editsPerMinute: 1000, requestsPerMinute: 1000 });
    edit(120, ['owner', 'back', 'respelled']);
    const { access_token } = google.world.issueTokens({ email });
    const call = callerOf(google.addresses.GBP_INFORMATION_URL, access_token);
    for (const entry of google.journal.list().filter(({ view }) => view === 'owner')) {
      const { fields } = google.world.location({ location: entry.location });
      const path = `/locations/${entry.location}?updateMask=${entry.field}&validateOnly=true`;
      expect([entry.field, (await call('PATCH', path, fields)).body]).toEqual([entry.field, {}]);
    }
  });

  it('are made at chosen locations alone', () => {
    const [one, other] = google.world.locations({ email }).map(({ id }) => id) as [string, string];
    google.world.editSome({ email, seed: 7, count: 30, locations: [one] });
    expect(new Set(google.journal.list().map(({ location }) => location))).toEqual(new Set([one]));
    expect(() =>
      google.world.editSome({ email: PEOPLE.idris, seed: 7, count: 1, locations: [other] }),
    ).toThrow(`has no location ${other}`);
  });

  it('are refused for kinds that there are not, and for too many', () => {
    expect(() => edit(1, ['often' as 'back'])).toThrow('There is no kind of edit often.');
    expect(() => edit(1e6)).toThrow('Between 0 and 10000 edits can be made.');
  });
});

describe('a chain of locations', () => {
  it('is added to an account in one go, with whole profiles', () => {
    const account = '101000000000000000002';
    const ids = google.world.addLocations({ account, count: 250, seed: 3 });
    const all = google.world.locations({ email });
    expect(all).toHaveLength(258);
    const added = all.filter(({ id }) => ids.includes(id));
    expect(new Set(added.map(({ fields }) => fields.storeCode)).size).toBe(250);
    expect(added.some(({ fields }) => fields.specialHours && fields.moreHours)).toBe(true);
    expect(() => google.world.addLocations({ account, count: 1e6 })).toThrow('places can be added');
  });
});
