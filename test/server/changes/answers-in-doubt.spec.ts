import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { GoogleEditDto } from '../../../dist/server/changes/google-edit.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';

let setting: ChangesSetting;
let dispatcher: ChangeDispatcher;
beforeAll(async () => {
  setting = await startChanges();
  dispatcher = setting.served.app.get(ChangeDispatcher);
  holdBack(dispatcher);
});
afterEach(() => setting.reset());
afterAll(() => setting.close());

type Decision = 'accept' | 'reject';

const BOOKS = 'Riverside Books';
const GOOGLES = 'https://google.example.com';
const OTHER = 'https://other.example.com';
const OWN = 'https://own.example.com';
/** A second request may still arrive until then; so long the location is looked at every ten seconds. */
const SETTLED_MS = 30_000;
const LOOK_MS = 10_500;

const ownSite = () => setting.google.world.location({ location: BOOKS }).fields.websiteUri;
const publicSite = () => setting.google.world.publicLocation({ location: BOOKS }).websiteUri;
const editByGoogle = () =>
  setting.google.world.editByGoogle({ location: BOOKS, fields: { websiteUri: GOOGLES } });

/** The edit of Google as each of them has it in their inbox. */
async function openEdits(...clients: SignedInClient[]): Promise<GoogleEditDto[]> {
  editByGoogle();
  const edits: GoogleEditDto[] = [];
  for (const client of clients) {
    await setting.sweep(client);
    edits.push((await setting.editsOf(client, '?state=OPEN')).items[0]!);
  }
  return edits;
}

async function answer(client: SignedInClient, { id }: GoogleEditDto, decision: Decision) {
  const { status, body } = await client.send('post', `/api/google-edits/${id}/${decision}`, {});
  return [status, (body as { code?: string }).code];
}

/** The state of the line that a person's answer has in the log. */
async function answerLine(client: SignedInClient): Promise<string | undefined> {
  return (await setting.logOf(client)).items.find(({ setKind }) => setKind === 'decision')?.state;
}

describe('an answer to an edit of Google of which it is not known whether Google has accepted it', () => {
  it.each<[Decision, Decision]>([
    ['reject', 'accept'],
    ['accept', 'reject'],
  ])('(%s) is not sent again once another workspace has given its own (%s)', async (first, second) => {
    const { google } = setting;
    const [one, other] = [await setting.connected(PEOPLE.idris), await setting.connected(PEOPLE.idris)];
    google.world.editByOwner({ location: BOOKS, fields: { websiteUri: OWN } });
    const [ofOne, ofOther] = await openEdits(one, other);
    google.faults.next('locations.patch', 'error-before');
    expect(await answer(one, ofOne!, first)).toEqual([409, 'google/unconfirmed']);
    for (let passed = 0; passed < SETTLED_MS; passed += LOOK_MS) {
      await setting.pass(LOOK_MS);
      if (passed + LOOK_MS < SETTLED_MS) await workOff(dispatcher);
    }
    expect(await answer(other, ofOther!, second)).toEqual([204, undefined]);
    const decided = second === 'accept' ? GOOGLES : OWN;
    expect([ownSite(), publicSite()]).toEqual([decided, decided]);
    const sent = setting.masks().length;

    // Until readings show all that has arrived.
    for (let look = 1; look <= 4; look += 1) {
      await workOff(dispatcher);
      await setting.pass(LOOK_MS);
    }
    expect([ownSite(), publicSite()]).toEqual([decided, decided]);
    expect(setting.masks()).toHaveLength(sent);
    // If the owner's value is another one by now, nothing says whether Google accepted the answer before that.
    expect(await answerLine(one)).toBe(first === 'reject' ? 'not_known' : 'conflict');
    expect((await setting.editsOf(one)).items.map(({ state }) => state)).toEqual(['GONE']);
  });

  it('is sent again where nothing has changed', async () => {
    const { google } = setting;
    const one = await setting.connected(PEOPLE.idris);
    google.world.editByOwner({ location: BOOKS, fields: { websiteUri: OWN } });
    const [edit] = await openEdits(one);
    google.faults.next('locations.patch', 'error-before');
    expect(await answer(one, edit!, 'reject')).toEqual([409, 'google/unconfirmed']);
    for (let passed = 0; passed <= SETTLED_MS; passed += LOOK_MS) {
      await setting.pass(LOOK_MS);
      await workOff(dispatcher);
    }
    // It waits like any other, and is sent.
    await workOff(dispatcher);
    expect([ownSite(), publicSite()]).toEqual([OWN, OWN]);
    expect(setting.masks()).toHaveLength(2);
    expect((await setting.editsOf(one)).items.map(({ state }) => state)).toEqual(['REJECTED']);
  });
});

describe('a save of which it is not known whether Google has accepted it', () => {
  it('ends the edit of Google that is there when it is sent again, and not the one before', async () => {
    const { google } = setting;
    const one = await setting.connected(PEOPLE.idris);
    const [edit] = await openEdits(one);
    google.faults.next('locations.patch', 'error-before');
    const saved = await one.send('patch', `/api/locations/${edit!.locationId}`, { websiteUri: OWN });
    expect(saved.status).toBe(409);
    google.world.editByGoogle({ location: BOOKS, fields: { websiteUri: OTHER } });
    for (let passed = 0; passed <= SETTLED_MS; passed += LOOK_MS) {
      await setting.pass(LOOK_MS);
      await workOff(dispatcher);
    }
    await workOff(dispatcher);
    expect([ownSite(), publicSite()]).toEqual([OWN, OWN]);
    const states = (await setting.editsOf(one)).items.map((each) => [each.google.text, each.state]);
    expect(states.sort()).toEqual([
      [GOOGLES, 'GONE'],
      [OTHER, 'REJECTED'],
    ]);
  });
});

describe('an answer to an edit of Google that was replaced by another one', () => {
  it.each<Decision>(['accept', 'reject'])('(%s) ends nothing that was not seen', async (decision) => {
    const { google } = setting;
    const one = await setting.connected(PEOPLE.idris);
    const [edit] = await openEdits(one);
    google.world.editByGoogle({ location: BOOKS, fields: { websiteUri: OTHER } });
    google.faults.next('locations.getGoogleUpdated', 'error-before', { times: 5 });
    expect(await answer(one, edit!, decision)).toEqual([503, 'google/unavailable']);
    expect(setting.masks()).toHaveLength(0);
    expect(publicSite()).toBe(OTHER);
    google.faults.clear();
    expect(await answer(one, edit!, decision)).toEqual([409, 'cannot_undo']);
  });
});

describe('an answer to an edit of Google that waits among many', () => {
  it('does not give the owner a value back that they have changed since, though Google shows its own as before', async () => {
    const { google } = setting;
    const one = await setting.connected(PEOPLE.idris);
    const [edit] = await openEdits(one);
    const many = await one
      .send('post', '/api/google-edits/decide', { ids: [edit!.id], decision: 'reject' })
      .expect(202);
    google.world.editByOwner({ location: BOOKS, fields: { websiteUri: OWN } });
    editByGoogle();
    await setting.settled(one, (many.body as { setId: string }).setId);
    expect(ownSite()).toBe(OWN);
    expect(setting.masks()).toHaveLength(0);
    expect(await answerLine(one)).toBe('conflict');
  });
});
