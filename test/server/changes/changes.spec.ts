import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { ChangeLedger } from '../../../dist/server/business-profile/changes/change-ledger.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import type { GoogleEditDto } from '../../../dist/server/changes/google-edit.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { workOff } from '../../support/due-work.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { untilSeen } from '../../support/until.ts';

let setting: ChangesSetting;
beforeAll(async () => {
  setting = await startChanges();
  ({ google, served, connected, sweep, logOf, editsOf, locationOf, masks } = setting);
});
afterEach(() => setting.reset());
afterAll(() => setting.close());

let { google, served, connected, sweep, logOf, editsOf, locationOf, masks } = {} as ChangesSetting;

const BOOKS = 'Riverside Books';

const brief = ({ field, before, after, origin, state }: ChangeDto) => ({
  field,
  before: before.text,
  after: after.text,
  origin,
  state,
});

describe('the change log', () => {
  it('says nothing at first sight, and then what its owner changed elsewhere', async () => {
    const idris = await connected(PEOPLE.idris);
    expect(await logOf(idris)).toMatchObject({ items: [], counts: { all: 0 } });
    google.world.editByOwner({ location: BOOKS, fields: { websiteUri: 'https://books.example.com/new' } });
    await sweep(idris);
    await sweep(idris);
    const { items, counts } = await logOf(idris);
    expect(items.map(brief)).toEqual([
      {
        field: 'websiteUri',
        before: expect.any(String),
        after: 'https://books.example.com/new',
        origin: 'elsewhere',
        state: 'public',
      },
    ]);
    expect(items[0]).toMatchObject({ locationName: BOOKS, actor: null, seenAfter: expect.any(String) });
    expect(counts).toEqual({ all: 1, here: 0, elsewhere: 1, google: 0 });
  });

  it('tells who saved what here and why, and Google gets exactly that field', async () => {
    const idris = await connected(PEOPLE.idris);
    const { id, phoneNumber, basis } = await locationOf(idris, BOOKS);
    await idris
      .send('patch', `/api/locations/${id}`, {
        phoneNumber: '+44 1632 960777',
        basedOn: basis,
        reason: 'A new line',
      })
      .expect(200);
    expect(masks()).toEqual(['phoneNumbers.primaryPhone']);
    const { items } = await logOf(idris);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      field: 'phoneNumber',
      before: { text: phoneNumber },
      after: { text: '+44 1632 960777' },
      origin: 'here',
      state: 'public',
      reason: 'A new line',
      setKind: 'save',
      seenAfter: null,
      whyNoUndo: null,
    });
    await sweep(idris);
    expect((await logOf(idris)).counts.all).toBe(1);
  });

  it('is a file with the closing day of hours that end on a later one', async () => {
    const idris = await connected(PEOPLE.idris);
    const { id, basis } = await locationOf(idris, BOOKS);
    await idris
      .send('patch', `/api/locations/${id}`, {
        regularHours: {
          periods: [
            { openDay: 'THURSDAY', openTime: '09:00', closeDay: 'THURSDAY', closeTime: '17:00' },
            { openDay: 'FRIDAY', openTime: '18:00', closeDay: 'SATURDAY', closeTime: '02:00' },
          ],
        },
        specialHours: {
          periods: [
            { date: '2030-12-31', openTime: '20:00', closeTime: '03:00', closeDate: '2031-01-01' },
            { date: '2031-01-02', openTime: '10:00', closeTime: '14:00', closeDate: '2031-01-02' },
          ].map((period) => ({ ...period, isClosed: false })),
        },
        basedOn: basis,
      })
      .expect(200);
    const { text } = await idris.send('get', '/api/changes/export').expect(200);
    expect(text).toContain('"THU 09:00-17:00; FRI 18:00-SAT 02:00"');
    expect(text).toContain('"2030-12-31 20:00-2031-01-01 03:00; 2031-01-02 10:00-14:00"');
  });
});

describe('an edit of Google', () => {
  it('is seen, refused, comes back, and is accepted', async () => {
    const idris = await connected(PEOPLE.idris);
    const before = google.world.location({ location: BOOKS });
    const fields = { phoneNumbers: { primaryPhone: '+44 1632 960555' } };
    google.world.editByGoogle({ location: BOOKS, fields });
    await sweep(idris);
    const [edit] = (await editsOf(idris, '?state=OPEN')).items as [GoogleEditDto];
    expect(edit).toMatchObject({
      field: 'phoneNumber',
      google: { text: '+44 1632 960555' },
      times: 1,
      state: 'OPEN',
      whyNoAnswer: null,
      isLocked: false,
    });
    await idris.send('post', `/api/google-edits/${edit.id}/reject`, {}).expect(204);
    expect(masks()).toEqual(['phoneNumbers.primaryPhone']);
    expect(google.world.location({ location: BOOKS })).toEqual(before);
    expect((await editsOf(idris)).items).toMatchObject([{ id: edit.id, state: 'REJECTED' }]);
    await sweep(idris);
    google.world.editByGoogle({ location: BOOKS, fields });
    await sweep(idris);
    expect((await editsOf(idris)).items).toMatchObject([{ id: edit.id, state: 'OPEN', times: 2 }]);
    await idris.send('post', `/api/google-edits/${edit.id}/accept`, {}).expect(204);
    expect((await editsOf(idris)).items).toMatchObject([{ id: edit.id, state: 'ACCEPTED', times: 2 }]);
    expect(google.world.location({ location: BOOKS })).toMatchObject({ fields, differences: {} });
    await sweep(idris);
    const { items } = await logOf(idris);
    expect(items.map(({ origin, isPublicOnly }) => [origin, isPublicOnly])).toEqual([
      ['here', false],
      ['google', true],
      ['here', true],
      ['google', true],
    ]);
  });
});

describe('many edits of Google', () => {
  it('are answered alike in the background, and the answers are one set that can be undone', async () => {
    const idris = await connected(PEOPLE.idris);
    const names = [BOOKS, 'Lock Keeper Florist'];
    const fields = { websiteUri: 'https://elsewhere.example.com/' };
    const before = names.map((location) => google.world.location({ location }));
    for (const location of names) google.world.editByGoogle({ location, fields });
    await sweep(idris);
    const { items, openFields } = await editsOf(idris, '?state=OPEN&field=websiteUri');
    expect(openFields).toContainEqual({ field: 'websiteUri', count: 2 });
    const body = { ids: items.map(({ id }) => id), decision: 'accept' };
    const made = (await idris.send('post', '/api/google-edits/decide', body).expect(202)).body as {
      setId: string;
    };
    await setting.settled(idris, made.setId);
    const set = await idris.send('get', `/api/change-sets/${made.setId}`).expect(200);
    expect(set.body).toMatchObject({ kind: 'decision', progress: { waiting: 0, sent: 2, failed: 0 } });
    const ofOne = (await logOf(idris, `?locationId=${items[0]!.locationId}`)).items;
    expect(ofOne[0]).toMatchObject({ setId: made.setId, setSize: { changes: 2, locations: 2 } });
    const undo = await idris.send('post', `/api/change-sets/${made.setId}/undo`, {}).expect(202);
    const { setId } = undo.body as { setId: string };
    await setting.settled(idris, setId);
    const undone = await idris.send('get', `/api/change-sets/${setId}`).expect(200);
    expect(undone.body).toMatchObject({ kind: 'undo', progress: { waiting: 0, sent: 2, failed: 0 } });
    expect(names.map((location) => google.world.location({ location }).fields)).toEqual(
      before.map(({ fields: former }) => former),
    );
  });
});

describe('an edit of Google that ends', () => {
  const theirs = { websiteUri: 'https://google.example.com/' };

  it('with a new value of the owner’s is one change, and not Google’s', async () => {
    const idris = await connected(PEOPLE.idris);
    google.world.editByGoogle({ location: BOOKS, fields: theirs });
    await sweep(idris);
    google.world.editByOwner({ location: BOOKS, fields: { websiteUri: 'https://third.example.com/' } });
    await sweep(idris);
    const { items } = await logOf(idris);
    expect(items.map(({ origin, after }) => [origin, after.text])).toEqual([
      ['elsewhere', 'https://third.example.com/'],
      ['google', 'https://google.example.com/'],
    ]);
    expect((await editsOf(idris)).items).toMatchObject([{ state: 'GONE' }]);
  });

  it('by being accepted can still be undone, and that changes the owner’s value', async () => {
    const idris = await connected(PEOPLE.idris);
    const before = google.world.location({ location: BOOKS });
    google.world.editByGoogle({ location: BOOKS, fields: theirs });
    await sweep(idris);
    const [edit] = (await editsOf(idris)).items as [GoogleEditDto];
    await idris.send('post', `/api/google-edits/${edit.id}/accept`, {}).expect(204);
    const seen = (await logOf(idris, '?origin=google')).items[0]!;
    await idris.send('post', `/api/changes/${seen.id}/undo`, {}).expect(204);
    expect(google.world.location({ location: BOOKS })).toEqual(before);
    expect((await logOf(idris)).items[0]).toMatchObject({
      undoes: seen.id,
      isPublicOnly: false,
      before: { text: 'https://google.example.com/' },
      whyNoUndo: null,
    });
  });
});

describe('answers to many edits', () => {
  it('go out at once also from a server whose clock is ahead', async () => {
    const idris = await connected(PEOPLE.idris);
    google.world.editByGoogle({ location: BOOKS, fields: { websiteUri: null } });
    await sweep(idris);
    const [edit] = (await editsOf(idris)).items as [GoogleEditDto];
    served.clock.advance({ minutes: 5 });
    const body = { ids: [edit.id], decision: 'reject' };
    const made = await idris.send('post', '/api/google-edits/decide', body).expect(202);
    await setting.settled(idris, (made.body as { setId: string }).setId);
    expect(masks()).toEqual(['websiteUri']);
  });
});

describe('an undo', () => {
  it('gives one field its former value, and each line names the other', async () => {
    const idris = await connected(PEOPLE.idris);
    const before = google.world.location({ location: BOOKS });
    const { id } = await locationOf(idris, BOOKS);
    const regularHours = {
      periods: [{ openDay: 'MONDAY', openTime: '07:00', closeDay: 'MONDAY', closeTime: '24:00' }],
    };
    await idris.send('patch', `/api/locations/${id}`, { regularHours }).expect(200);
    const [line] = (await logOf(idris)).items as [ChangeDto];
    const details = await idris.send('get', `/api/changes/${line.id}`).expect(200);
    expect(details.body).toMatchObject({ undo: { field: 'regularHours', whyNot: null } });
    await idris.send('post', `/api/changes/${line.id}/undo`, {}).expect(204);
    expect(google.world.location({ location: BOOKS })).toEqual(before);
    expect(masks()).toEqual(['regularHours', 'regularHours']);
    const [undo, undone] = (await logOf(idris)).items as [ChangeDto, ChangeDto];
    expect(undo).toMatchObject({ undoes: line.id, setKind: 'undo' });
    expect(undone).toMatchObject({ id: line.id, undoneBy: undo.id, whyNoUndo: 'This change was undone.' });
  });

  it('is refused with both values where the field has changed since, and nothing is sent', async () => {
    const idris = await connected(PEOPLE.idris);
    const { id } = await locationOf(idris, BOOKS);
    await idris.send('patch', `/api/locations/${id}`, { websiteUri: 'https://one.example.com' }).expect(200);
    const [line] = (await logOf(idris)).items as [ChangeDto];
    google.world.editByOwner({ location: BOOKS, fields: { websiteUri: 'https://two.example.com/' } });
    const refused = await idris.send('post', `/api/changes/${line.id}/undo`, {}).expect(409);
    expect(refused.body).toMatchObject({
      code: 'changed_since',
      conflicts: [{ field: 'websiteUri', current: { text: 'https://two.example.com/' } }],
    });
    expect(masks()).toEqual(['websiteUri']);
    const details = await idris.send('get', `/api/changes/${line.id}`).expect(200);
    expect(details.body).toMatchObject({ undo: { hasChangedSince: true, whyNot: expect.any(String) } });
  });
});

describe('putting a whole profile back', () => {
  it('sends what was shown, and nothing where a field has changed since', async () => {
    const idris = await connected(PEOPLE.idris);
    const { id, phoneNumber } = await locationOf(idris, BOOKS);
    const at = new Date(served.clock.now().getTime() - 1).toISOString();
    await idris.send('patch', `/api/locations/${id}`, { phoneNumber: '+44 1632 960002' }).expect(200);
    const shown = async () =>
      (await idris.send('get', `/api/locations/${id}/versions?at=${at}`).expect(200)).body as {
        basis: string;
        items: { field: string }[];
      };
    const { basis, items } = await shown();
    expect(items.map(({ field }) => field)).toEqual(['phoneNumber']);

    google.world.editByOwner({ location: BOOKS, fields: { websiteUri: 'https://two.example.com/' } });
    const path = `/api/locations/${id}/restore`;
    const refused = await idris.send('post', path, { at, basedOn: basis }).expect(409);
    expect(refused.body).toMatchObject({
      code: 'changed_since',
      conflicts: [{ field: 'websiteUri', current: { text: 'https://two.example.com/' } }],
    });
    expect(masks()).toEqual(['phoneNumbers.primaryPhone']);

    const now = await shown();
    expect(now.items.map(({ field }) => field)).toEqual(['phoneNumber', 'websiteUri']);
    await idris.send('post', path, { at, basedOn: now.basis }).expect(204);
    expect((await locationOf(idris, BOOKS)).phoneNumber).toBe(phoneNumber);
  });
});

describe('a save', () => {
  it('of what has changed since it was shown is refused with both values, and nothing is sent', async () => {
    const idris = await connected(PEOPLE.idris);
    const { id, basis } = await locationOf(idris, BOOKS);
    google.world.editByOwner({
      location: BOOKS,
      fields: { phoneNumbers: { primaryPhone: '+44 1632 960001' } },
    });
    const body = { phoneNumber: '+44 1632 960002', websiteUri: 'https://one.example.com', basedOn: basis };
    const refused = await idris.send('patch', `/api/locations/${id}`, body).expect(409);
    expect(refused.body).toMatchObject({
      code: 'changed_since',
      conflicts: [
        {
          field: 'phoneNumber',
          current: { text: '+44 1632 960001' },
          wanted: { text: '+44 1632 960002' },
        },
      ],
    });
    expect(masks()).toEqual([]);
    expect((await logOf(idris)).items.map(({ origin }) => origin)).toEqual(['elsewhere']);
  });

  const once = async (client: SignedInClient) =>
    expect((await logOf(client)).items.map(({ origin, state }) => [origin, state])).toEqual([
      ['here', 'public'],
    ]);

  it.each(['error-after', 'reset-after', 'garbled'] as const)(
    'whose outcome is unknown (%s) is settled by reading, and stands in the log once',
    async (kind) => {
      const idris = await connected(PEOPLE.idris);
      const { id } = await locationOf(idris, BOOKS);
      google.faults.next('locations.patch', kind);
      await idris
        .send('patch', `/api/locations/${id}`, { websiteUri: 'https://once.example.com' })
        .expect(200);
      expect(masks()).toHaveLength(1);
      await sweep(idris);
      await once(idris);
    },
  );

  it.each(['reset-before', 'error-before'] as const)(
    'that Google does not show after an unknown outcome (%s) is sent again once it can no longer arrive',
    async (kind) => {
      const idris = await connected(PEOPLE.idris);
      const { id } = await locationOf(idris, BOOKS);
      google.faults.next('locations.patch', kind);
      const answer = await idris.send('patch', `/api/locations/${id}`, {
        websiteUri: 'https://once.example.com',
      });
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, 'google/unconfirmed']);
      const { setId } = (await logOf(idris)).items[0]!;
      for (let look = 1; look <= 2; look += 1) {
        await setting.pass(12_000);
        await workOff(served.app.get(ChangeDispatcher));
      }
      expect(masks()).toHaveLength(1);
      await setting.pass(12_000);
      await setting.settled(idris, setId ?? '');
      expect(masks()).toHaveLength(2);
      await sweep(idris);
      await once(idris);
    },
  );

  it('whose outcome cannot be read is said to be open, and settled in the background', async () => {
    const idris = await connected(PEOPLE.idris);
    const { id } = await locationOf(idris, BOOKS);
    google.faults.next('locations.patch', 'error-after');
    google.faults.next('locations.get', 'error-before', { after: 1, times: 3 });
    const answer = await idris.send('patch', `/api/locations/${id}`, { websiteUri: 'https://x.example.com' });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, 'google/unconfirmed']);
    expect((await logOf(idris)).items).toMatchObject([{ state: 'unconfirmed' }]);
    served.clock.advance({ minutes: 2 });
    await setDatabaseTime(served.database, served.clock);
    const { setId } = (await logOf(idris)).items[0]!;
    await setting.settled(idris, setId ?? '');
    expect((await logOf(idris)).items).toMatchObject([{ state: 'public' }]);
    expect(masks()).toHaveLength(1);
  });

  describe('that Google accepted without anyone noting it, and that is back at its former value', () => {
    const FORMER = 'https://former.example.com';
    const TAKEN = 'https://taken.example.com';
    /** Google accepts the save, and the process dies before it notes that. */
    const takenAndKilled = async (idris: SignedInClient): Promise<string> => {
      google.world.editByOwner({ location: BOOKS, fields: { websiteUri: FORMER } });
      await sweep(idris);
      const { id } = await locationOf(idris, BOOKS);
      const ledger = served.app.get(ChangeLedger);
      const { finish } = ledger;
      Object.assign(ledger, { finish: () => Promise.reject(new Error('killed')) });
      await idris.send('patch', `/api/locations/${id}`, { websiteUri: TAKEN }).expect(500);
      Object.assign(ledger, { finish });
      expect(google.world.location({ location: BOOKS }).fields.websiteUri).toBe(TAKEN);
      const [line] = (await logOf(idris)).items;
      return line?.setId ?? '';
    };
    const putBack = () => google.world.editByOwner({ location: BOOKS, fields: { websiteUri: FORMER } });
    const linesOf = async (idris: SignedInClient) =>
      (await logOf(idris)).items
        .map(({ origin, state, before, after }) => [origin, state, before.text, after.text])
        .slice(0, 2);

    it('is not sent again, and its author is asked', async () => {
      const idris = await connected(PEOPLE.idris);
      const setId = await takenAndKilled(idris);
      putBack();
      await setting.pass(70_000);
      await setting.settled(idris, setId);
      expect(masks()).toHaveLength(1);
      const [line] = (await logOf(idris)).items;
      expect(line).toMatchObject({
        state: 'not_known',
        error: expect.stringContaining('We don’t know whether Google accepted this change'),
      });
    });

    it('is not sent again after a reading that had seen it, and both lines are in the log', async () => {
      const idris = await connected(PEOPLE.idris);
      const setId = await takenAndKilled(idris);
      // It is read again before another process may take over.
      await idris.send('post', '/api/mirror').expect(202);
      await untilSeen('the reading', async () => {
        const rows = await served.database.executeSql(
          "select 1 from profile_saves where seen_at is not null and state in ('sending', 'unconfirmed')",
        );
        return rows.rows.length > 0;
      });
      putBack();
      await setting.pass(70_000);
      await setting.settled(idris, setId);
      await sweep(idris);
      expect(masks()).toHaveLength(1);
      expect(await linesOf(idris)).toEqual([
        ['google', 'public', TAKEN, FORMER],
        ['here', 'refused', FORMER, TAKEN],
      ]);
    });
  });

  it('of which one field is back at its former value was taken as a whole, and the log has both', async () => {
    const idris = await connected(PEOPLE.idris);
    const { id } = await locationOf(idris, BOOKS);
    const { websiteUri, profile } = google.world.location({ location: BOOKS }).fields;
    const [site, text] = ['https://both.example.com', 'Both were taken.'];
    google.faults.next('locations.patch', 'error-after');
    const ledger = served.app.get(ChangeLedger);
    const { prolong } = ledger;
    // Before the look for its outcome.
    Object.assign(ledger, {
      prolong: (...given: Parameters<typeof prolong>) => {
        google.world.editByOwner({ location: BOOKS, fields: { websiteUri } });
        return prolong.apply(ledger, given);
      },
    });
    await idris.send('patch', `/api/locations/${id}`, { websiteUri: site, description: text }).expect(200);
    Object.assign(ledger, { prolong });
    const lines = (await logOf(idris)).items.map((each) => Object.values(brief(each)));
    expect(lines).toHaveLength(3);
    expect(lines).toEqual(
      expect.arrayContaining([
        ['description', profile?.description ?? null, text, 'here', 'public'],
        ['websiteUri', websiteUri, site, 'here', 'refused'],
        ['websiteUri', site, websiteUri, 'google', 'public'],
      ]),
    );
  });

  it('that Google refuses stands in the log as refused', async () => {
    const idris = await connected(PEOPLE.idris);
    const { id } = await locationOf(idris, BOOKS);
    await idris.send('patch', `/api/locations/${id}`, { phoneNumber: '01632 12' }).expect(400);
    expect((await logOf(idris)).items).toMatchObject([{ state: 'refused', origin: 'here' }]);
  });
});
