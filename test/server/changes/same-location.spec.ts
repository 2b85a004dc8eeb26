import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import { GoogleQuota } from '../../../dist/server/business-profile/calls/quota.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import type { GoogleEditDto } from '../../../dist/server/changes/google-edit.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { workOff } from '../../support/due-work.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { untilSeen } from '../../support/until.ts';

let setting: ChangesSetting;
const ends: (() => void)[] = [];
beforeAll(async () => {
  setting = await startChanges();
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await setting.reset();
  // Google’s quota of edits is full again.
  await setting.pass(60_000);
});
afterAll(() => setting.close());

const BOOKS = 'Riverside Books';
const NEW = 'https://one.example.com';
const OTHER = 'https://two.example.com';

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
];
const line = ({ field, before, after, origin }: ChangeDto) => [field, before.text, after.text, origin];
const site = () => setting.google.world.location({ location: BOOKS }).fields.websiteUri;

/** Sends requests while the first edit is on its way to Google, and waits for all answers. */
async function atOnce<Answer>(...requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  // Slow, so that all are under way together.
  setting.google.faults.next('locations.patch', 'slow', { ms: 500 });
  return Promise.all(requests.map((send) => send()));
}

const saveSite = (client: SignedInClient, id: string, websiteUri: string, basedOn?: string) => () =>
  client.send('patch', `/api/locations/${id}`, { websiteUri, basedOn }).then((answer) => answer);

describe('two saves of one location at once', () => {
  it('of different values: one is made, and the other is refused with both values', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id, basis } = await setting.locationOf(idris, BOOKS);
    const before = site();
    const answers = await atOnce(saveSite(idris, id, NEW, basis), saveSite(idris, id, OTHER, basis));
    expect(answers.map(codeOf).sort()).toEqual([
      [200, undefined],
      [409, 'changed_since'],
    ]);
    const made = answers[0]!.status === 200 ? NEW : OTHER;
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      conflicts: [{ field: 'websiteUri', current: { text: made } }],
    });
    expect(site()).toBe(made);
    expect(setting.masks()).toHaveLength(1);
    expect((await setting.logOf(idris)).items.map(line)).toEqual([['websiteUri', before, made, 'here']]);
  });

  it('of different values, whatever they saw: the log has what each has replaced', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, BOOKS);
    const before = site();
    await atOnce(saveSite(idris, id, NEW), saveSite(idris, id, OTHER));
    const [last, first] = (await setting.logOf(idris)).items.map(line);
    expect(first).toEqual(['websiteUri', before, first?.[2], 'here']);
    expect(last).toEqual(['websiteUri', first?.[2], site(), 'here']);
  });

  it('of the same value are one', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, BOOKS);
    const answers = await atOnce(saveSite(idris, id, NEW), saveSite(idris, id, NEW));
    expect(answers.map(codeOf)).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(setting.masks()).toHaveLength(1);
    expect((await setting.logOf(idris)).items).toHaveLength(1);
  });

  it('do not overwrite what was changed at Google while the first was on its way', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id, basis } = await setting.locationOf(idris, BOOKS);
    const { google } = setting;
    google.faults.next('locations.patch', 'slow', { ms: 800 });
    const name = idris.send('patch', `/api/locations/${id}`, { phoneNumber: '+44 1632 960777' });
    const [first, second] = await Promise.all([
      name.then((answer) => answer),
      (async () => {
        await untilSeen('the first edit at Google', () => setting.masks().length === 1);
        google.world.editByOwner({ location: BOOKS, fields: { websiteUri: OTHER } });
        return saveSite(idris, id, NEW, basis)();
      })(),
    ]);
    expect([first, second].map((answer) => codeOf(answer))).toEqual([
      [200, undefined],
      [409, 'changed_since'],
    ]);
    expect(site()).toBe(OTHER);
    const { items } = await setting.logOf(idris);
    expect(items.map(({ field, origin }) => [field, origin]).sort()).toEqual([
      ['phoneNumber', 'here'],
      ['websiteUri', 'elsewhere'],
    ]);
  });

  it('by two people who both manage it: one is made, and the other is refused', async () => {
    const [one, other] = [await setting.connected(PEOPLE.idris), await setting.connected(PEOPLE.idris)];
    const { id, basis } = await setting.locationOf(one, BOOKS);
    await setting.locationOf(other, BOOKS);
    const answers = await atOnce(saveSite(one, id, NEW, basis), saveSite(other, id, OTHER, basis));
    expect(answers.map(codeOf).sort()).toEqual([
      [200, undefined],
      [409, 'changed_since'],
    ]);
    expect(setting.masks()).toHaveLength(1);
  });
});

describe('a save that waited for Google’s quota longer than its reading holds', () => {
  /** Has each save wait ten seconds for its turn among the edits of the location, during which something happens. */
  function withWait(atWait: () => void): void {
    const quota = setting.served.app.get(GoogleQuota);
    const { takeEdit } = quota;
    const steady = performance.now.bind(performance);
    let waitedMs = 0;
    const now = jest.spyOn(performance, 'now').mockImplementation(() => steady() + waitedMs);
    ends.push(() => {
      Object.assign(quota, { takeEdit });
      now.mockRestore();
    });
    Object.assign(quota, {
      takeEdit: (...given: Parameters<typeof takeEdit>) => {
        waitedMs += 10_000;
        atWait();
        return takeEdit.apply(quota, given);
      },
    });
  }

  it('is made where nothing has changed since', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id, basis } = await setting.locationOf(idris, BOOKS);
    withWait(() => undefined);
    expect(codeOf(await saveSite(idris, id, NEW, basis)())).toEqual([200, undefined]);
    expect(setting.masks()).toHaveLength(1);
  });

  it('overwrites nothing that was changed at Google during the wait', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id, basis } = await setting.locationOf(idris, BOOKS);
    withWait(() => setting.google.world.editByOwner({ location: BOOKS, fields: { websiteUri: OTHER } }));
    expect(codeOf(await saveSite(idris, id, NEW, basis)())).toEqual([409, 'changed_since']);
    expect(setting.masks()).toHaveLength(0);
    expect(site()).toBe(OTHER);
  });
});

describe('what Google has refused for now, and the owner then makes in Google’s own manager', () => {
  it('is the owner’s, and the save stays not sent', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, BOOKS);
    const before = site();
    setting.google.faults.next('locations.patch', 'throttled');
    expect((await saveSite(idris, id, NEW)()).status).toBe(400);
    setting.google.world.editByOwner({ location: BOOKS, fields: { websiteUri: NEW } });
    await setting.sweep(idris);
    const lines = (await setting.logOf(idris)).items.map(({ state, ...rest }) => [
      state,
      ...line({ state, ...rest }),
    ]);
    expect(lines).toEqual(
      expect.arrayContaining([
        ['public', 'websiteUri', before, NEW, 'elsewhere'],
        ['not_sent', 'websiteUri', before, NEW, 'here'],
      ]),
    );
    expect(lines).toHaveLength(2);
  });
});

describe('an undo that is asked for twice at once', () => {
  it('is one undo', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const { id } = await setting.locationOf(idris, BOOKS);
    const before = site();
    expect(codeOf(await saveSite(idris, id, NEW)())).toEqual([200, undefined]);
    const [saved] = (await setting.logOf(idris)).items;
    expect(saved).toMatchObject({ field: 'websiteUri', origin: 'here', state: 'public' });
    const undo = () => idris.send('post', `/api/changes/${saved!.id}/undo`, {}).then((answer) => answer);
    expect((await atOnce(undo, undo)).map(codeOf)).toEqual([
      [204, undefined],
      [204, undefined],
    ]);
    expect(site()).toBe(before);
    expect(setting.masks()).toHaveLength(2);
    expect((await setting.logOf(idris)).items.map(line)).toEqual([
      ['websiteUri', NEW, before, 'here'],
      ['websiteUri', before, NEW, 'here'],
    ]);
  });
});

describe('two answers to one edit of Google at once', () => {
  const openEdit = async (idris: SignedInClient): Promise<GoogleEditDto> => {
    setting.google.world.editByGoogle({
      location: BOOKS,
      fields: { phoneNumbers: { primaryPhone: '+44 1632 960555' } },
    });
    await setting.sweep(idris);
    const [edit] = (await setting.editsOf(idris, '?state=OPEN')).items;
    return edit!;
  };
  const answer =
    (idris: SignedInClient, { id }: GoogleEditDto, decision: 'accept' | 'reject') =>
    () =>
      idris.send('post', `/api/google-edits/${id}/${decision}`, {}).then((given) => given);

  it('decide once: the other one is refused', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const edit = await openEdit(idris);
    const own = setting.google.world.location({ location: BOOKS }).fields.phoneNumbers?.primaryPhone;
    const answers = await atOnce(answer(idris, edit, 'reject'), answer(idris, edit, 'accept'));
    expect(answers.map(codeOf).sort()).toEqual([
      [204, undefined],
      [409, 'cannot_undo'],
    ]);
    expect(setting.masks()).toHaveLength(1);
    const isKept = answers[0]!.status === 204;
    const [decided] = (await setting.editsOf(idris)).items;
    expect(decided?.state).toBe(isKept ? 'REJECTED' : 'ACCEPTED');
    expect(setting.google.world.publicLocation({ location: BOOKS }).phoneNumbers?.primaryPhone).toBe(
      isKept ? own : '+44 1632 960555',
    );
  });

  it('that are the same are one', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const edit = await openEdit(idris);
    const answers = await atOnce(answer(idris, edit, 'reject'), answer(idris, edit, 'reject'));
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(setting.masks()).toHaveLength(1);
  });

  it('decide once also where one of them waits among many', async () => {
    const idris = await setting.connected(PEOPLE.idris);
    const edit = await openEdit(idris);
    setting.google.faults.next('locations.patch', 'slow', { ms: 1_000 });
    const own = answer(idris, edit, 'reject')();
    await untilSeen('the answer at Google', () => setting.masks().length === 1);
    const many = await idris
      .send('post', '/api/google-edits/decide', { ids: [edit.id], decision: 'accept' })
      .expect(202);
    await workOff(setting.served.app.get(ChangeDispatcher));
    expect((await own).status).toBe(204);
    await setting.pass(60_000);
    await setting.settled(idris, (many.body as { setId: string }).setId);
    expect(setting.masks()).toHaveLength(1);
    const [decided] = (await setting.editsOf(idris)).items;
    expect(decided?.state).toBe('REJECTED');
  });
});
