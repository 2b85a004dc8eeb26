import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { GoogleApi } from '../../../dist/server/business-profile/calls/google-api.js';
import type { GoogleEditDto } from '../../../dist/server/changes/google-edit.dto.js';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';

let setting: ChangesSetting;
beforeAll(async () => {
  setting = await startChanges();
});
afterEach(() => setting.reset());
afterAll(() => setting.close());

const BOOKS = 'Riverside Books';

describe('a name of Google’s that was refused, so that Google reviews the own one', () => {
  it('waits for an answer again when Google throws the review away, and is over when it lets it through', async () => {
    const { google, connected, sweep, logOf, editsOf, locationOf } = setting;
    const idris = await connected(PEOPLE.idris);
    const { id: location } = await locationOf(idris, BOOKS);
    google.world.editByGoogle({ location, fields: { title: 'Riverside Books and Maps' } });
    await sweep(idris);
    const [{ id }] = (await editsOf(idris, '?state=OPEN')).items as [GoogleEditDto];
    const line = { origin: 'here', isPublicOnly: true, after: { text: BOOKS } };

    await idris.send('post', `/api/google-edits/${id}/reject`, {}).expect(204);
    await sweep(idris);
    expect((await editsOf(idris)).items).toMatchObject([{ id, state: 'REJECTED' }]);
    expect((await logOf(idris)).items).toMatchObject([{ ...line, state: 'in_review' }, { origin: 'google' }]);

    google.world.decidePendingEdits({ location, approve: false });
    await sweep(idris);
    await sweep(idris);
    const open = { id, state: 'OPEN', times: 1, decidedAt: null, decidedBy: null, whyNoAnswer: null };
    expect((await editsOf(idris)).items).toMatchObject([open]);
    const refused = { ...line, state: 'refused', publicAt: null, error: expect.stringContaining('review') };
    expect((await logOf(idris)).items).toMatchObject([refused, { origin: 'google' }]);

    await idris.send('post', `/api/google-edits/${id}/reject`, {}).expect(204);
    google.world.decidePendingEdits({ location, approve: true });
    await sweep(idris);
    expect(google.world.publicLocation({ location }).title).toBe(BOOKS);
    expect((await editsOf(idris)).items).toMatchObject([{ id, state: 'REJECTED', times: 1 }]);
    expect((await logOf(idris)).items).toMatchObject([
      { ...line, state: 'public' },
      refused,
      { origin: 'google' },
    ]);
  });
});

describe('a review that ends while a reading is under way', () => {
  it.each([false, true])('is not taken for what the list still shows (let through: %s)', async (approve) => {
    const { google, served, connected, sweep, logOf, locationOf } = setting;
    const idris = await connected(PEOPLE.idris);
    const { id: location } = await locationOf(idris, BOOKS);
    await idris.send('patch', `/api/locations/${location}`, { name: 'Riverside Maps' }).expect(200);
    const api = served.app.get(GoogleApi);
    const { getGoogleUpdated } = api;
    let isDecided = false;
    // Between the list and the question of what is under review.
    api.getGoogleUpdated = (...asked) => {
      if (!isDecided) google.world.decidePendingEdits({ location, approve });
      isDecided = true;
      return getGoogleUpdated.apply(api, asked);
    };
    await sweep(idris);
    api.getGoogleUpdated = getGoogleUpdated;
    expect(isDecided).toBe(true);
    const shown = async () => (await logOf(idris)).items.find(({ origin }) => origin === 'here');
    expect((await shown())?.state).toBe(approve ? 'public' : 'in_review');
    await sweep(idris);
    expect((await shown())?.state).toBe(approve ? 'public' : 'refused');
  });
});

describe('an undo that Google reviews', () => {
  it('undoes nothing when Google throws it away: the change is in force, and can be undone again', async () => {
    const { google, connected, sweep, logOf, locationOf } = setting;
    const idris = await connected(PEOPLE.idris);
    const { id: location } = await locationOf(idris, BOOKS);
    await idris.send('patch', `/api/locations/${location}`, { name: 'Riverside Maps' }).expect(200);
    google.world.decidePendingEdits({ location, approve: true });
    await sweep(idris);
    const [saved] = (await logOf(idris)).items;
    expect(saved).toMatchObject({ state: 'public', undoneBy: null });

    await idris.send('post', `/api/changes/${saved!.id}/undo`, {}).expect(204);
    const [undo] = (await logOf(idris)).items;
    expect(undo).toMatchObject({ state: 'in_review', undoes: saved!.id });
    const lineOf = async (id: string) => (await logOf(idris)).items.find((line) => line.id === id);
    expect(await lineOf(saved!.id)).toMatchObject({ undoneBy: undo!.id });

    google.world.decidePendingEdits({ location, approve: false });
    await sweep(idris);
    await sweep(idris);
    expect(await lineOf(undo!.id)).toMatchObject({ state: 'refused' });
    expect(await lineOf(saved!.id)).toMatchObject({ undoneBy: null, whyNoUndo: null });
    await idris.send('post', `/api/changes/${saved!.id}/undo`, {}).expect(204);
    google.world.decidePendingEdits({ location, approve: true });
    expect(google.world.publicLocation({ location }).title).toBe(BOOKS);
  });
});
