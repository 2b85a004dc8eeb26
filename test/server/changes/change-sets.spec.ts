import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { asc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { ChangeSetDto, SetLocationListDto } from '../../../dist/server/changes/change-set.dto.js';
import { PlannedChanges } from '../../../dist/server/business-profile/changes/planned-changes.js';
import { SetPlanner } from '../../../dist/server/changes/set-planner.js';
import { UndoneSets } from '../../../dist/server/changes/undone-sets.js';
import { changeLines, changeSets, locationChanges } from '../../../dist/server/database/changes.schema.js';
import type { SignedInClient, TestApp } from '../../support/app.ts';
import { addPlaces, settle } from '../../support/features/big-account.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { eventsOf } from '../../support/features/notices.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { untilSeen } from '../../support/until.ts';

const PATCH = 'locations.patch';
const GET = 'locations.get';
const STOPPED = 'This was stopped before it was sent.';

let setting: ChangesSetting;
let served: TestApp;
beforeAll(async () => {
  setting = await startChanges();
  ({ served } = setting);
  holdBack(served.app.get(ChangeDispatcher));
  holdBack(served.app.get(SetPlanner));
});
afterEach(async () => {
  setting.google.faults.clear();
  await setting.reset();
});
afterAll(() => setting.close());

const plan = (app = served) => workOff(app.app.get(SetPlanner));
const send = () => workOff(served.app.get(ChangeDispatcher));
const patches = () => setting.google.calls.count({ operation: PATCH });

async function setOf(client: SignedInClient, id: string): Promise<ChangeSetDto> {
  return (await client.send('get', `/api/change-sets/${id}`).expect(200)).body as ChangeSetDto;
}

async function locationsOf(client: SignedInClient, id: string, query = ''): Promise<SetLocationListDto> {
  const { body } = await client.send('get', `/api/change-sets/${id}/locations${query}`).expect(200);
  return body as SetLocationListDto;
}

async function undo(client: SignedInClient, id: string): Promise<string> {
  const { body } = await client.send('post', `/api/change-sets/${id}/undo`, {}).expect(202);
  return (body as { setId: string }).setId;
}

describe('a set of 1,200 locations, as an older version has made it,', () => {
  const PLACES = 1_200;
  /** At these somebody has changed the field since. */
  const CHANGED = 30;

  /** A set that gave each location its present website. */
  async function bigSet(): Promise<{ robin: SignedInClient; setId: string }> {
    const robin = await served.signUp();
    const { database, clock } = served;
    const subject = `google-${robin.uid}`;
    await addPlaces(database, { uid: robin.uid, subject }, PLACES, clock.now());
    const setId = randomUUID();
    const owned = [robin.uid, subject, setId, clock.now()];
    await database.executeSql(
      `insert into change_sets (id, workspace_id, subject, kind, actor, created_at) values ($3, $1, $2, 'decision', $1, $4)`,
      owned,
    );
    await database.executeSql(
      `with saves as (
         insert into profile_saves (id, set_id, workspace_id, subject, location_id, state, created_at, ended_at)
         select gen_random_uuid(), $3, $1, $2, id, 'saved', $4, $4 from mirror_locations where workspace_id = $1
         returning id, location_id)
       insert into profile_changes (id, workspace_id, subject, account_id, location_id, location_name, field, view, before, after,
         origin, state, set_id, save_id, at, search_text)
       select gen_random_uuid(), $1, $2, account_id, saves.location_id, data ->> 'title', 'websiteUri', 'owner',
         '"https://before.example.com/"',
         case when saves.location_id < 'place-${CHANGED + 100}' and saves.location_id >= 'place-100' and length(saves.location_id) = 9
           then '"https://since.example.com/"' else data -> 'websiteUri' end,
         'here', 'public', $3, saves.id, $4, ''
       from saves join mirror_locations on mirror_locations.id = saves.location_id and workspace_id = $1`,
      owned,
    );
    await settle(database);
    return { robin, setId };
  }

  const plannedOf = (setId: string) =>
    served.database.orm
      .select({ locationId: locationChanges.locationId, state: locationChanges.state })
      .from(locationChanges)
      .where(eq(locationChanges.setId, setId))
      .orderBy(asc(locationChanges.locationId));

  it('is undone whole, in slices, across a process that stands still and a second one, and a location that cannot be planned', async () => {
    const { robin, setId } = await bigSet();
    expect(await setOf(robin, setId)).toMatchObject({
      state: 'ended',
      progress: { total: PLACES, sent: PLACES },
      undo: { locations: PLACES, changes: PLACES, cannot: 0, isUnderWay: false },
    });
    const source = served.app.get(UndoneSets);
    const { slice } = source;
    const slices: (string | null)[] = [];
    const letGo = Promise.withResolvers<void>();
    source.slice = async (set, after, limit) => {
      slices.push(after);
      const next = await slice.call(source, set, after, limit);
      if (slices.length === 2) await letGo.promise;
      return next;
    };
    await served.database.executeSql(`create function refuse_place() returns trigger language plpgsql as
      $$ begin raise exception 'a value that cannot be stored'; end $$`);
    await served.database
      .executeSql(`create trigger refuse_place before insert on profile_changes for each row
      when (new.location_id = 'place-777' and new.after is not null) execute function refuse_place()`);

    const undoId = await undo(robin, setId);
    const halted = plan();
    await untilSeen('the second slice', () => slices.length === 2);
    expect(await plannedOf(undoId)).toHaveLength(250);
    expect(await setOf(robin, undoId)).toMatchObject({
      state: 'running',
      undoes: setId,
      progress: { total: PLACES, waiting: PLACES - CHANGED, leftAlone: CHANGED },
    });
    expect(await setOf(robin, setId)).toMatchObject({ undo: { isUnderWay: true } });
    await robin.send('post', `/api/change-sets/${setId}/undo`, {}).expect(409);

    // The other process goes on when the claim is over.
    await setting.pass(61_000);
    const second = await setting.replica(served.clock);
    holdBack(second.app.get(ChangeDispatcher));
    await untilSeen('all of it planned', async () => {
      await plan(second);
      return (await plannedOf(undoId)).length === PLACES;
    });
    letGo.resolve();
    await halted;
    await second.close();
    source.slice = slice;
    await served.database.executeSql(
      'drop trigger refuse_place on profile_changes; drop function refuse_place',
    );

    const planned = await plannedOf(undoId);
    expect(new Set(planned.map(({ locationId }) => locationId)).size).toBe(PLACES);
    expect(planned).toHaveLength(PLACES);
    const { progress } = await setOf(robin, undoId);
    const leftAlone = CHANGED + 1;
    expect(progress).toEqual({
      total: PLACES,
      waiting: PLACES - leftAlone,
      sent: 0,
      failed: 0,
      leftAlone,
      notSent: 0,
    });
    const need = await locationsOf(robin, undoId, '?state=need&limit=100');
    expect(need.counts).toEqual({ need: leftAlone, sent: 0, waiting: PLACES - leftAlone, all: PLACES });
    expect(need.items.map(({ locationId, changes }) => [locationId, changes[0]?.error])).toContainEqual([
      'place-777',
      'Something is wrong with our copy of this location, so nothing was sent.',
    ]);
    const since = need.items.filter(({ locationId }) => locationId !== 'place-777');
    expect(new Set(since.map(({ changes }) => changes[0]?.error))).toEqual(
      new Set(['This field was changed again since then.']),
    );

    // Page by page each location once.
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: SetLocationListDto = await locationsOf(
        robin,
        undoId,
        `?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.items.map(({ locationId }) => locationId));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(PLACES);
    expect(seen).toHaveLength(PLACES);

    await robin.send('post', `/api/change-sets/${undoId}/stop`).expect(204);
    expect((await setOf(robin, undoId)).progress).toMatchObject({ waiting: 0, notSent: PLACES - leftAlone });
    await plan();
    const states = (await plannedOf(undoId)).map(({ state }) => state);
    expect(states.filter((state) => state === 'stopped')).toHaveLength(PLACES - leftAlone);
    expect(states.filter((state) => state === 'waiting')).toHaveLength(0);
  });

  it('is not undone once more when all of it has gone back', async () => {
    const { robin, setId } = await bigSet();
    await served.database.orm
      .update(changeLines)
      .set({ undoneBy: randomUUID() })
      .where(eq(changeLines.setId, setId));
    const { body } = await robin.send('post', `/api/change-sets/${setId}/undo`, {}).expect(409);
    expect(body).toMatchObject({ code: 'cannot_undo' });
  });

  it('gives each workspace its turn, and ends with the connection, also what is not planned yet', async () => {
    const sets = [await bigSet(), await bigSet()];
    const source = served.app.get(UndoneSets);
    const { slice } = source;
    const turns: string[] = [];
    source.slice = (set, after, limit) => {
      turns.push(set.workspaceId);
      return slice.call(source, set, after, limit);
    };
    const undone = [];
    for (const { robin, setId } of sets) undone.push(await undo(robin, setId));
    const [one, other] = sets.map(({ robin }) => robin);
    await other!.send('delete', '/api/auth/gbp-connection').expect(200);
    const third = await bigSet();
    undone.push(await undo(third.robin, third.setId));
    await plan();
    source.slice = slice;
    expect(new Set(turns)).toEqual(new Set([one!.uid, third.robin.uid]));
    // Each begins before the other is through.
    for (const [own, others] of [
      [one!.uid, third.robin.uid],
      [third.robin.uid, one!.uid],
    ] as const)
      expect(turns.indexOf(own)).toBeLessThan(turns.lastIndexOf(others));
    const [ended] = await served.database.orm.select().from(changeSets).where(eq(changeSets.id, undone[1]!));
    expect(ended).toMatchObject({ stoppedAt: expect.any(Date), nextStepAt: null });
    expect(await plannedOf(undone[1]!)).toEqual([]);
    expect(await plannedOf(undone[0]!)).toHaveLength(PLACES);
  });
});

describe('a set of several locations', () => {
  /** Google changes the phone number of so many locations of Idris, with what else is given, and that is accepted. */
  async function accept(
    count: number,
    also: (index: number) => object = () => ({}),
  ): Promise<{ idris: SignedInClient; setId: string; ids: string[] }> {
    const { google } = setting;
    const idris = await setting.connected(PEOPLE.idris);
    const ids = google.world
      .locations({ email: PEOPLE.idris })
      .slice(0, count)
      .map(({ id }) => id);
    for (const [index, location] of ids.entries())
      google.world.editByGoogle({
        location,
        fields: { phoneNumbers: { primaryPhone: `+44 1632 96077${index}` }, ...also(index) },
      });
    await setting.sweep(idris);
    google.calls.clear();
    const edits = (await setting.editsOf(idris, '?state=OPEN')).items.map(({ id }) => id);
    const { body } = await idris.send('post', '/api/google-edits/decide', { ids: edits, decision: 'accept' });
    return { idris, setId: (body as { setId: string }).setId, ids };
  }

  const LINK = { profile: { description: 'Order at https://books.example.com/' } };
  const NO_LINK = 'Google doesn’t allow web addresses in the description';

  it('sends the rest once more when Google refuses a field by name, has one notice, and tries again only what failed', async () => {
    const { idris, setId, ids } = await accept(2, (index) => (index === 0 ? LINK : {}));
    await send();
    await plan();
    expect(setting.masks()).toEqual(
      expect.arrayContaining(['phoneNumbers.primaryPhone', 'phoneNumbers.primaryPhone']),
    );
    expect(setting.masks()).toHaveLength(3);
    const set = await setOf(idris, setId);
    expect(set).toMatchObject({ state: 'ended', canRetry: 0, progress: { total: 2, sent: 1, failed: 1 } });
    expect([...set.fields].sort()).toEqual(['description', 'phoneNumber']);
    const { items } = await locationsOf(idris, setId, '?state=need');
    expect(items).toMatchObject([{ locationId: ids[0], state: 'refused' }]);
    const lines = items[0]!.changes.map(({ field, state, error }) => [field, state, error]);
    expect(lines).toContainEqual(['description', 'refused', NO_LINK]);
    expect(lines).toContainEqual(['phoneNumber', expect.stringMatching(/in_review|public/), null]);
    expect((await eventsOf(served, idris, 'edit_refused')).length).toBe(0);
    expect(await eventsOf(served, idris, 'changes_ended_badly')).toMatchObject([
      { cause: 'Google has the changes of 1 of 2 locations, 1 failed', subject: { setId } },
    ]);

    // Readings may not show the accepted number yet.
    await setting.pass(31_000);
    setting.google.calls.clear();
    const retried = await idris.send('post', `/api/change-sets/${setId}/retry`).expect(202);
    expect(retried.body).toEqual({ locations: 1 });
    expect(await setOf(idris, setId)).toMatchObject({ state: 'running', progress: { waiting: 1, sent: 1 } });
    await send();
    await plan();
    expect(setting.masks()).toEqual(['profile.description']);
    expect(await eventsOf(served, idris, 'changes_ended_badly')).toHaveLength(2);
    // What Google has of it goes back.
    expect((await setOf(idris, setId)).undo).toMatchObject({ locations: 2, changes: 2, cannot: 0 });
  });

  it('can be stopped in the middle: what is on its way ends, the rest is not sent, also what is about to be', async () => {
    const { idris, setId } = await accept(4);
    // What waits of a set is ended slice by slice: here the first slice comes late.
    const planned = served.app.get(PlannedChanges);
    const { abandonSet } = planned;
    planned.abandonSet = () => Promise.resolve(true);
    setting.google.faults.next(PATCH, 'slow', { ms: 1_000, times: 1 });
    setting.google.faults.next(GET, 'slow', { ms: 1_000, times: 1, after: 1 });
    const working = send();
    await untilSeen('one at Google, and the reading for the next', () => {
      const readings = setting.google.calls.count({ operation: GET });
      return patches() === 1 && readings >= 2;
    });
    await idris.send('post', `/api/change-sets/${setId}/stop`).expect(204);
    expect(await setOf(idris, setId)).toMatchObject({ state: 'stopped', canRetry: 0 });
    await working;
    planned.abandonSet = abandonSet;
    expect(patches()).toBe(1);
    await plan();
    await setting.pass(60_000);
    await send();
    expect(patches()).toBe(1);
    expect((await setOf(idris, setId)).progress).toEqual({
      total: 4,
      waiting: 0,
      sent: 1,
      failed: 0,
      leftAlone: 0,
      notSent: 3,
    });
    const lines = await served.database.orm
      .select({ state: changeLines.state, error: changeLines.error })
      .from(changeLines)
      .where(eq(changeLines.setId, setId));
    expect(lines.filter(({ error }) => error === STOPPED)).toHaveLength(3);
    await idris.send('post', `/api/change-sets/${setId}/retry`).expect(202, { locations: 0 });
    await idris.send('post', `/api/change-sets/${setId}/stop`).expect(204);
  });

  it('is undone as far as Google has it, and leaves alone what was changed elsewhere since', async () => {
    const { google } = setting;
    const { idris, setId, ids } = await accept(3);
    google.faults.next(PATCH, 'forbidden', { match: { location: ids[2]! } });
    await send();
    google.world.editByOwner({
      location: ids[1]!,
      fields: { phoneNumbers: { primaryPhone: '+44 1632 960999' } },
    });
    await setting.sweep(idris);
    expect(await setOf(idris, setId)).toMatchObject({ canRetry: 1, progress: { sent: 2, failed: 1 } });
    const undoId = await undo(idris, setId);
    await plan();
    await send();
    await plan();
    expect(await setOf(idris, undoId)).toMatchObject({
      state: 'ended',
      progress: { total: 2, sent: 1, leftAlone: 1 },
    });
    expect(google.world.location({ location: ids[1]! }).fields).toMatchObject({
      phoneNumbers: { primaryPhone: '+44 1632 960999' },
    });
    const preview = await idris.send('get', `/api/change-sets/${setId}/undo?limit=1`).expect(200);
    expect(preview.body).toMatchObject({
      items: [{ hasChangedSince: false }],
      nextCursor: expect.any(String),
    });
    expect(await eventsOf(served, idris, 'changes_ended_badly')).toMatchObject([
      { cause: expect.stringContaining('1 failed') },
      { cause: 'Google has the changes of 1 of 2 locations, 1 changed elsewhere and stay as they are' },
    ]);
  });
});
