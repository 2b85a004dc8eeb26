import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { GoogleEditDto } from '../../../dist/server/changes/google-edit.dto.js';
import { ChangeLedger } from '../../../dist/server/business-profile/changes/change-ledger.js';
import { PlannedChanges } from '../../../dist/server/business-profile/changes/planned-changes.js';
import { LocationTurns } from '../../../dist/server/business-profile/changes/location-turns.js';
import { locationChanges } from '../../../dist/server/database/changes.schema.js';
import { NOW } from '../../../dist/server/database/database-clock.js';
import { failCommits } from '../../support/features/notices.ts';
import { lockEvents, profileLocks } from '../../../dist/server/database/locks.schema.js';
import type {
  LockDto,
  LockEventDto,
  LockListDto,
  MadeLocksDto,
} from '../../../dist/server/locks/lock.dto.js';
import { restRestoredLocks } from '../../../dist/server/locks/restored-locks.js';
import { LockPlanner } from '../../../dist/server/locks/lock-planner.js';
import { and, asc, eq, ne } from 'drizzle-orm';
import { noticeEvents } from '../../../dist/server/database/notices.schema.js';
import { cookieOf, PASSWORD, type SignedInClient } from '../../support/app.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { holdBack, workOff } from '../../support/due-work.ts';

const DAY_MS = 24 * 60 * 60_000;
const BOOKS = 'Riverside Books';
const FLORIST = 'Lock Keeper Florist';
const OWN = { phoneNumbers: { primaryPhone: '+44 1632 960100' } };
const THEIRS = '+44 1632 960555';

let setting: ChangesSetting;
let idris: SignedInClient;
beforeAll(async () => {
  setting = await startChanges();
  holdBack(setting.served.app.get(LockPlanner));
  holdBack(setting.served.app.get(ChangeDispatcher));
});
afterEach(async () => {
  setting.google.faults.clear();
  await setting.served.database.orm.delete(profileLocks);
  await setting.reset();
});
afterAll(() => setting.close());

const idOf = (location: string) => setting.google.world.location({ location }).id;
const only = (...titles: string[]) => ({ locationIds: titles.map(idOf) });
const patches = () => setting.google.calls.count({ operation: 'locations.patch' });
const publicDifferences = (location = BOOKS) => setting.google.world.location({ location }).differences;

/** Somebody whose bookshop has a phone number of its own. */
async function start(): Promise<void> {
  setting.google.world.editByOwner({ location: BOOKS, fields: OWN });
  idris = await setting.connected(PEOPLE.idris);
}
async function locked(fields: string[], choice: object = only(BOOKS)): Promise<MadeLocksDto> {
  return (await idris.send('post', '/api/locks', { fields, choice }).expect(201)).body as MadeLocksDto;
}
async function locks(query = ''): Promise<LockListDto> {
  return (await idris.send('get', `/api/locks${query}`).expect(200)).body as LockListDto;
}
const theLock = async () => (await locks()).items[0] as LockDto;
async function eventsOfLock(id: string): Promise<LockEventDto[]> {
  const { body } = await idris.send('get', `/api/locks/${id}/events`).expect(200);
  return (body as { items: LockEventDto[] }).items;
}
const kindsOf = async (id: string) => (await eventsOfLock(id)).map(({ kind }) => kind);

function editByGoogle(phone = THEIRS, location = BOOKS): void {
  setting.google.world.editByGoogle({ location, fields: { phoneNumbers: { primaryPhone: phone } } });
}
/** Lets the locks look and the changes go out, as the server does by itself. */
async function work(): Promise<void> {
  await workOff(setting.served.app.get(LockPlanner));
  await workOff(setting.served.app.get(ChangeDispatcher));
}
/** A process commits the intent to send the change that waits, and dies. */
async function dieAfterIntent(): Promise<void> {
  const { app, clock, database } = setting.served;
  const [change] = await database.orm
    .select()
    .from(locationChanges)
    .where(eq(locationChanges.state, 'waiting'));
  const claim = (await app.get(ChangeLedger).claim(change!.id, { isAwaited: false }))!;
  claim.turn = await app.get(LocationTurns).take(change!.locationId);
  await app.get(ChangeLedger).intend(claim, clock.now());
  await app.get(LocationTurns).release(claim.turn!);
}
/** Google edits the phone number, which is read, and locks do what they do. */
async function edited(phone = THEIRS): Promise<void> {
  editByGoogle(phone);
  await setting.sweep(idris);
  await work();
  await setting.sweep(idris);
}
async function openEdit(): Promise<GoogleEditDto> {
  return (await setting.editsOf(idris, '?state=OPEN')).items[0] as GoogleEditDto;
}
/** What happened that notices are about, but for profiles that Google had changed before. */
async function noticesOf(): Promise<string[][]> {
  const { workspaceId, at, key, kind, cause } = noticeEvents;
  const rows = await setting.served.database.orm
    .select({ kind, cause })
    .from(noticeEvents)
    .where(and(eq(workspaceId, idris.uid), ne(kind, 'api_closed')))
    .orderBy(asc(at), asc(key));
  return rows.map((row) => [row.kind, row.cause]);
}
/** Days go by, and the session with them. */
async function daysLater(days: number): Promise<void> {
  await setting.pass(days * DAY_MS);
  const account = { email: idris.email, password: PASSWORD };
  const answer = await setting.served.visitor().send('post', '/api/auth/login', account).expect(200);
  idris.cookie = cookieOf(answer)!;
}

describe('a lock', () => {
  it('puts back what Google changes, with a line in the change log and a notice, and nothing else', async () => {
    await start();
    const { items, locked: count, already } = await locked(['phoneNumber']);
    expect([items.length, count, already]).toEqual([1, 1, 0]);
    await edited();
    expect(setting.masks()).toEqual(['phoneNumbers.primaryPhone']);
    expect(publicDifferences()).toEqual({});
    const [line] = (await setting.logOf(idris)).items;
    expect(line).toMatchObject({
      setKind: 'lock',
      actor: null,
      reason: 'Put back by a lock',
      origin: 'here',
      isPublicOnly: true,
      state: 'public',
      before: { text: THEIRS },
      after: { text: OWN.phoneNumbers.primaryPhone },
    });
    const [edit] = (await setting.editsOf(idris)).items;
    expect(edit).toMatchObject({ state: 'REJECTED', decidedBy: null, changeId: line!.id });
    expect(await noticesOf()).toEqual([['lock_put_back', 'put_back']]);
    expect(await theLock()).toMatchObject({
      field: 'phoneNumber',
      title: null,
      locations: { count: 1, first: { name: BOOKS, locationId: idOf(BOOKS) } },
      kept: { text: OWN.phoneNumbers.primaryPhone },
      used: { value: 1, field: 1 },
      limits: { value: 2, field: 5, days: 30 },
      waiting: [],
      waitingCount: 0,
      events: [
        { kind: 'put_back', changeId: line!.id, locationName: BOOKS },
        { kind: 'locked', locationName: BOOKS },
      ],
      createdBy: { uid: idris.uid },
    });
  });

  it('leaves a value that comes a third time to a person, and counts what the person keeps to nobody', async () => {
    await start();
    const [{ id }] = (await locked(['phoneNumber'])).items as [LockDto];
    await edited();
    await daysLater(3);
    await edited();
    await daysLater(3);
    await edited();
    expect(patches()).toBe(2);
    const edit = await openEdit();
    const list = await locks('?state=waiting');
    expect(list.counts).toEqual({ all: 1, waiting: 1 });
    expect(list.items[0]).toMatchObject({
      used: { value: 2, field: 2 },
      waitingCount: 1,
      waiting: [{ editId: edit.id, why: 'value', name: BOOKS, google: { text: THEIRS } }],
    });
    expect(await kindsOf(id)).toEqual([
      'waits',
      'came_again',
      'put_back',
      'came_again',
      'put_back',
      'locked',
    ]);
    const [held] = (await eventsOfLock(id)).filter(({ kind }) => kind === 'came_again');
    expect(held!.heldMs).toBeGreaterThan(3 * DAY_MS - 1);
    expect(await noticesOf()).toContainEqual(['lock_waits', 'value']);
    await idris.send('post', `/api/google-edits/${edit.id}/reject`, {}).expect(204);
    expect(patches()).toBe(3);
    expect(await theLock()).toMatchObject({ used: { value: 2, field: 2 }, waitingCount: 0 });
    expect((await kindsOf(id))[0]).toBe('answered');
    expect((await locks('?state=waiting')).items).toEqual([]);
  });

  it('acts five times in 30 days against changing values, and again when these are over', async () => {
    await start();
    await locked(['phoneNumber']);
    for (let last = 1; last <= 6; last += 1) await edited(`+44 1632 96020${last}`);
    expect(patches()).toBe(5);
    expect((await theLock()).waiting).toMatchObject([{ why: 'field' }]);
    await daysLater(31);
    await edited('+44 1632 960207');
    expect(patches()).toBe(6);
    expect(await theLock()).toMatchObject({ used: { value: 1, field: 1 }, waitingCount: 0 });
  });

  it('takes over what the owner changes elsewhere, and begins anew with the new value', async () => {
    await start();
    const [{ id }] = (await locked(['phoneNumber'])).items as [LockDto];
    await edited();
    await edited();
    const phoneNumbers = { primaryPhone: '+44 1632 960111' };
    setting.google.world.editByOwner({ location: BOOKS, fields: { phoneNumbers } });
    await setting.sweep(idris);
    await work();
    expect(patches()).toBe(2);
    expect(await theLock()).toMatchObject({
      kept: { text: '+44 1632 960111' },
      used: { value: 0, field: 2 },
      events: [{ kind: 'taken_over', value: { text: '+44 1632 960111' } }, {}, {}],
    });
    await edited();
    expect(patches()).toBe(3);
    expect(setting.google.world.location({ location: BOOKS })).toMatchObject({
      fields: { phoneNumbers },
      differences: {},
    });
    expect((await kindsOf(id))[0]).toBe('put_back');
  });

  it('keeps what is saved here from then on, and says so', async () => {
    await start();
    await locked(['phoneNumber']);
    await idris
      .send('patch', `/api/locations/${idOf(BOOKS)}`, { phoneNumber: '+44 1632 960122' })
      .expect(200);
    expect(await theLock()).toMatchObject({
      kept: { text: '+44 1632 960122' },
      events: [{ kind: 'changed', value: { text: '+44 1632 960122' } }, {}],
    });
    await setting.sweep(idris);
    await edited();
    expect(setting.google.world.location({ location: BOOKS })).toMatchObject({
      fields: { phoneNumbers: { primaryPhone: '+44 1632 960122' } },
      differences: {},
    });
  });

  it('asks a person where Google says that the location is closed', async () => {
    await start();
    const [{ id }] = (await locked(['openStatus'])).items as [LockDto];
    setting.google.world.editByGoogle({
      location: BOOKS,
      fields: { openInfo: { status: 'CLOSED_TEMPORARILY' } },
    });
    await setting.sweep(idris);
    await work();
    expect(patches()).toBe(0);
    expect((await theLock()).waiting).toMatchObject([{ why: 'closed' }]);
    expect(await kindsOf(id)).toEqual(['asked', 'locked']);
    expect(await noticesOf()).toEqual([['location_closed', 'temporarily']]);
  });

  it('puts back what was there before it, and leaves other fields alone', async () => {
    await start();
    editByGoogle();
    setting.google.world.editByGoogle({ location: BOOKS, fields: { title: 'Riverside' } });
    await setting.sweep(idris);
    await locked(['phoneNumber']);
    await work();
    await setting.sweep(idris);
    expect(setting.masks()).toEqual(['phoneNumbers.primaryPhone']);
    expect(Object.keys(publicDifferences())).toEqual(['title']);
  });

  it('does nothing more once it is ended, and what waits of it ends', async () => {
    await start();
    const [{ id }] = (await locked(['phoneNumber'])).items as [LockDto];
    editByGoogle();
    await setting.sweep(idris);
    await workOff(setting.served.app.get(LockPlanner));
    await idris.send('delete', `/api/locks/${id}`).expect(204);
    await work();
    expect(patches()).toBe(0);
    const [line] = (await setting.logOf(idris)).items;
    expect(line).toMatchObject({
      setKind: 'lock',
      state: 'not_sent',
      error: 'The field was unlocked before this was sent.',
    });
    expect((await openEdit()).field).toBe('phoneNumber');
    expect(await locks()).toMatchObject({ items: [], counts: { all: 0, waiting: 0 } });
    await idris.send('delete', `/api/locks/${id}`).expect(404);
  });

  it('does nothing more also if the process that ended it has died before it ended what waits', async () => {
    await start();
    const [{ id }] = (await locked(['phoneNumber'])).items as [LockDto];
    editByGoogle();
    await setting.sweep(idris);
    await workOff(setting.served.app.get(LockPlanner));
    const planned = setting.served.app.get(PlannedChanges);
    planned.abandonUnlocked = () => Promise.resolve();
    await idris.send('delete', `/api/locks/${id}`).expect(204);
    Reflect.deleteProperty(planned, 'abandonUnlocked');
    await work();
    expect(patches()).toBe(0);
    expect((await setting.logOf(idris)).items[0]).toMatchObject({
      state: 'not_sent',
      error: 'The field was unlocked before this was sent.',
    });
  });

  it('has the limits of the field also after it was ended and made once more', async () => {
    await start();
    const [{ id }] = (await locked(['phoneNumber'])).items as [LockDto];
    await edited();
    await edited();
    await idris.send('delete', `/api/locks/${id}`).expect(204);
    await locked(['phoneNumber']);
    await edited();
    expect(patches()).toBe(2);
    expect((await theLock()).waiting).toMatchObject([{ why: 'value' }]);
  });

  it('counts an intent whose process dies, and asks for the limit with each', async () => {
    await start();
    const [{ id }] = (await locked(['phoneNumber'])).items as [LockDto];
    editByGoogle();
    await setting.sweep(idris);
    await workOff(setting.served.app.get(LockPlanner));
    await dieAfterIntent();
    expect(await theLock()).toMatchObject({ used: { value: 1, field: 1 } });
    // Meanwhile another process has put the same value back.
    const { orm } = setting.served.database;
    const [counted] = await orm
      .select()
      .from(lockEvents)
      .where(and(eq(lockEvents.workspaceId, idris.uid), eq(lockEvents.kind, 'put_back')));
    await orm.insert(lockEvents).values({ ...counted!, id: crypto.randomUUID(), cause: 'another' });
    await orm
      .update(locationChanges)
      .set({ state: 'waiting', sentAt: null, leaseUntil: null, nextStepAt: NOW });
    await workOff(setting.served.app.get(ChangeDispatcher));
    expect(patches()).toBe(0);
    await setting.pass(2 * 60_000);
    await work();
    expect((await theLock()).waiting).toMatchObject([{ why: 'value' }]);
    expect(patches()).toBe(0);
    expect((await kindsOf(id)).filter((kind) => kind === 'put_back')).toHaveLength(2);
  });

  it('takes back what it counted where Google certainly has nothing', async () => {
    await start();
    await locked(['phoneNumber']);
    editByGoogle();
    await setting.sweep(idris);
    setting.google.faults.next('locations.patch', 'rate-limited', { times: 1_000 });
    await work();
    expect(await theLock()).toMatchObject({ used: { value: 0, field: 0 } });
    setting.google.faults.clear();
    await setting.pass(60 * 60_000);
    await work();
    await setting.sweep(idris);
    expect(await theLock()).toMatchObject({ used: { value: 1, field: 1 } });
    expect(publicDifferences()).toEqual({});
  });

  it('holds no neighbour up with a location that cannot be stored', async () => {
    await start();
    await locked(['phoneNumber'], only(BOOKS, FLORIST));
    for (const title of [BOOKS, FLORIST]) editByGoogle(THEIRS, title);
    await setting.sweep(idris);
    const bad = `new.location_id = '${idOf(FLORIST)}'`;
    const again = await failCommits(setting.served, 'profile_saves', bad);
    await work();
    await again();
    await setting.sweep(idris);
    expect([publicDifferences(BOOKS), patches()]).toEqual([{}, 1]);
    await setting.pass(11 * 60_000);
    await work();
    await setting.sweep(idris);
    expect([publicDifferences(FLORIST), patches()]).toEqual([{}, 2]);
  });

  it('is in the export of the account, with what it has done', async () => {
    await start();
    const [{ id }] = (await locked(['phoneNumber'])).items as [LockDto];
    await edited();
    const { text } = await idris.send('get', '/api/account/export').expect(200);
    expect(JSON.parse(text)).toMatchObject({
      locks: [{ id, field: 'phoneNumber', actor: idris.uid }],
      lockedFields: [{ lockId: id, locationName: BOOKS, waits: null }],
      lockEvents: [
        { lockId: id, kind: 'locked' },
        { lockId: id, kind: 'put_back', value: OWN.phoneNumbers.primaryPhone },
      ],
      changes: [{ origin: 'google' }, { setKind: 'lock', actor: null, reason: 'Put back by a lock' }],
    });
  });

  it('leaves to a person what it was about to put back when a backup was made', async () => {
    await start();
    await locked(['phoneNumber']);
    editByGoogle();
    await setting.sweep(idris);
    expect(await setting.served.database.transaction(restRestoredLocks)).toBe(1);
    await work();
    expect(patches()).toBe(0);
    await edited('+44 1632 960566');
    expect(patches()).toBe(1);
  });

  it('waits while Google still reviews a value of the owner’s, and puts that back afterwards', async () => {
    await start();
    await locked(['name']);
    const location = idOf(BOOKS);
    const name = 'Riverside Books & Maps';
    await idris.send('patch', `/api/locations/${location}`, { name }).expect(200);
    setting.google.world.editByGoogle({ location, fields: { title: 'Riverside' } });
    await setting.sweep(idris);
    await work();
    expect(patches()).toBe(1);
    setting.google.world.decidePendingEdits({ location, approve: true });
    setting.google.world.editByGoogle({ location, fields: { title: 'Riverside' } });
    await setting.sweep(idris);
    await setting.pass(11 * 60_000);
    await work();
    expect(patches()).toBe(2);
    expect(setting.google.world.location({ location }).fields).toMatchObject({ title: name });
  });

  it('stops with the connection', async () => {
    await start();
    await locked(['phoneNumber']);
    await idris.send('delete', '/api/auth/gbp-connection').expect(200);
    expect(await setting.served.database.orm.$count(profileLocks)).toBe(0);
  });
});

describe('an answer that is kept', () => {
  it('locks the field, and does not count', async () => {
    await start();
    editByGoogle();
    await setting.sweep(idris);
    const { id } = await openEdit();
    await idris.send('post', `/api/google-edits/${id}/reject`, { keep: true }).expect(204);
    await setting.pass(5 * 60_000);
    await work();
    expect(patches()).toBe(1);
    expect(await theLock()).toMatchObject({ field: 'phoneNumber', used: { value: 0, field: 0 } });
    await setting.sweep(idris);
    await edited();
    expect(patches()).toBe(2);
    expect(await theLock()).toMatchObject({ used: { value: 1, field: 1 } });
  });

  it('to many edits locks the field of all of them in one lock', async () => {
    await start();
    for (const location of [BOOKS, FLORIST])
      setting.google.world.editByGoogle({
        location,
        fields: { websiteUri: 'https://elsewhere.example.com/' },
      });
    await setting.sweep(idris);
    const open = (await setting.editsOf(idris, '?state=OPEN&field=websiteUri')).items;
    expect(open.map(({ isLocked }) => isLocked)).toEqual([false, false]);
    const ids = open.map((edit) => edit.id);
    const body = { ids, decision: 'reject', keep: true };
    const { body: made } = await idris.send('post', '/api/google-edits/decide', body).expect(202);
    await setting.settled(idris, (made as { setId: string }).setId);
    expect(patches()).toBe(2);
    const { items } = await setting.editsOf(idris, '?state=REJECTED&field=websiteUri');
    expect(items.map(({ isLocked }) => isLocked)).toEqual([true, true]);
    expect((await locks()).items).toMatchObject([
      { field: 'websiteUri', locations: { count: 2 }, kept: null, used: { field: 0 } },
    ]);
  });
});

describe('locks of many locations', () => {
  it('have each field of a location once, lose locations, and end with the last', async () => {
    await start();
    await locked(['phoneNumber']);
    const choice = only(BOOKS, FLORIST);
    const { items, locked: count, already } = await locked(['phoneNumber', 'websiteUri'], choice);
    expect([count, already]).toEqual([3, 1]);
    expect(items.map(({ field, locations }) => [field, locations.count])).toEqual([
      ['phoneNumber', 1],
      ['websiteUri', 2],
    ]);
    const id = items[1]!.id;
    const without = [idOf(BOOKS)];
    const { body } = await idris.send('patch', `/api/locks/${id}`, { without }).expect(200);
    expect(body).toMatchObject({ locations: { count: 1, first: { name: FLORIST } } });
    await idris.send('patch', `/api/locks/${id}`, { without: [idOf(FLORIST)] }).expect(200);
    await idris.send('get', `/api/locks/${id}/events`).expect(404);
    expect((await locks(`?locationId=${idOf(FLORIST)}`)).items).toMatchObject([{ field: 'phoneNumber' }]);
    expect((await locks('?limit=1')).nextCursor).toBe('1');
    expect((await locks('?limit=1&cursor=1')).items).toHaveLength(1);
  });

  it('are refused without a location, a field, or room for them', async () => {
    await start();
    const post = (body: object) => idris.send('post', '/api/locks', body);
    const { body } = await post({ fields: ['phoneNumber'], choice: { search: 'nothing at all' } }).expect(
      400,
    );
    expect(body).toMatchObject({ errors: [{ field: 'choice' }] });
    await post({ fields: ['address'], choice: only(BOOKS) }).expect(400);
    await post({ fields: ['phoneNumber'], choice: { locationIds: ['of-nobody'] } }).expect(404);
    const { orm } = setting.served.database;
    await orm.insert(profileLocks).values(
      Array.from({ length: 200 }, () => ({
        id: crypto.randomUUID(),
        workspaceId: idris.uid,
        subject: 'another',
        field: 'name',
        actor: idris.uid,
        createdAt: new Date(),
      })),
    );
    expect((await post({ fields: ['phoneNumber'], choice: only(BOOKS) }).expect(409)).body).toMatchObject({
      code: 'too_many_locks',
    });
  });

  it('put back a storm as sets of many locations, with one notice for all', async () => {
    await start();
    const titles = [BOOKS, FLORIST];
    await locked(['phoneNumber'], only(...titles));
    for (const title of titles) editByGoogle(THEIRS, title);
    await setting.sweep(idris);
    await work();
    expect(patches()).toBe(2);
    const { items } = await setting.logOf(idris, '?origin=here');
    expect(new Set(items.map(({ setId }) => setId)).size).toBe(1);
    expect(items[0]).toMatchObject({ setSize: { locations: 2 } });
    expect(await noticesOf()).toEqual([
      ['lock_put_back', 'put_back'],
      ['lock_put_back', 'put_back'],
    ]);
  });
});
