import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { AdviceChecker } from '../../../dist/server/advice/advice-checker.js';
import { AdviceRules } from '../../../dist/server/advice/advice-rules.js';
import type {
  AdviceRuleListDto,
  AdviceFindingDto,
  AdviceFindingListDto,
} from '../../../dist/server/advice/finding.dto.js';
import { ADVICE_RULES } from '../../../dist/server/advice/rules/advice-rules.js';
import type { AdviceRule } from '../../../dist/server/advice/rules/rule.js';
import type { TaskListDto } from '../../../dist/server/advice/task.dto.js';
import { adviceLocations, findings } from '../../../dist/server/database/advice.schema.js';
import { PublicHolidays } from '../../../dist/server/holidays/public-holidays.js';
import { asc, eq } from 'drizzle-orm';
import { cookieOf, PASSWORD, type SignedInClient } from '../../support/app.ts';
import { workOff } from '../../support/due-work.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { createRandom } from '../../support/seeded-random.ts';

const DAY_MS = 24 * 60 * 60_000;
const BOOKS = 'Riverside Books';
const ELSEWHERE = 'https://www.facebook.com/riverside-books';
const RULE = 'website-elsewhere';
const LOCATIONS = 5;

let setting: ChangesSetting;
let idris: SignedInClient;
let rules: AdviceRules;
beforeAll(async () => {
  setting = await startChanges();
  rules = setting.served.app.get(AdviceRules);
});
afterEach(async () => {
  Object.assign(rules, { all: ADVICE_RULES });
  setting.google.faults.clear();
  await setting.served.database.orm.delete(findings);
  await setting.reset();
});
afterAll(() => setting.close());

const idOf = (location: string) => setting.google.world.location({ location }).id;
const check = () => workOff(setting.served.app.get(AdviceChecker));
/** Reads all locations once more, and checks them. */
async function readAgain(): Promise<void> {
  await setting.sweep(idris);
  await check();
}
/** Somebody whose bookshop names a page of a social network as its website. */
async function start(): Promise<void> {
  setting.google.world.editByOwner({ location: BOOKS, fields: { websiteUri: ELSEWHERE } });
  idris = await setting.connected(PEOPLE.idris);
  await check();
}
const get = async (path: string) => (await idris.send('get', path).expect(200)).body as unknown;
const tasks = async (state = 'open') => (await get(`/api/tasks?state=${state}`)) as TaskListDto;
const found = async (query: string) => ((await get(`/api/findings?${query}`)) as AdviceFindingListDto).items;
/** The finding about the website of the bookshop; undefined: there is none in this state. */
const website = async (state = 'open'): Promise<AdviceFindingDto | undefined> =>
  (await found(`rule=${RULE}&locationId=${idOf(BOOKS)}&state=${state}`))[0];
const save = (change: object) => idris.send('patch', `/api/locations/${idOf(BOOKS)}`, change).expect(200);
/** Days go by, and the session with them. */
async function daysLater(days: number): Promise<void> {
  await setting.pass(days * DAY_MS);
  const account = { email: idris.email, password: PASSWORD };
  const answer = await setting.served.visitor().send('post', '/api/auth/login', account).expect(200);
  idris.cookie = cookieOf(answer)!;
}
/** Everything that was found, in a form in which it can be compared. */
const allFound = () =>
  setting.served.database.orm
    .select({ id: findings.id, state: findings.state, since: findings.since, task: findings.task })
    .from(findings)
    .where(eq(findings.workspaceId, idris.uid))
    .orderBy(asc(findings.id));
/** Lets the next check judge all locations. */
const forgetJudged = () => setting.served.database.orm.delete(adviceLocations);

describe('a finding', () => {
  it('says what was read, why it matters, where that is written, and what cures it', async () => {
    await start();
    expect(await website()).toMatchObject({
      ruleId: RULE,
      locationName: BOOKS,
      severity: 4,
      evidence: [{ path: 'websiteUri', says: expect.stringContaining('facebook') }],
      source: { title: expect.any(String), url: expect.stringMatching(/^https:/) },
      cure: { field: 'websiteUri' },
      order: { severity: 4 },
      dismissal: null,
      sentAt: null,
      doneAt: null,
    });
  });

  it('is the same one with the same beginning, however often it is read', async () => {
    await start();
    const first = await website();
    const all = await allFound();
    for (let reading = 1; reading < 30; reading += 1) await readAgain();
    // How often it is seen is learned meanwhile.
    expect(await website()).toEqual({ ...first, readAt: expect.any(String), order: expect.anything() });
    expect(await allFound()).toEqual(all);
  });

  it('is done when the public sees it cured, and stays to be seen for 90 days', async () => {
    await start();
    const first = await website();
    await save({ websiteUri: 'https://riverside-books.example.com/' });
    await readAgain();
    expect(await website()).toBeUndefined();
    expect(await website('done')).toMatchObject({ findingId: first!.findingId, state: 'done' });
    await daysLater(91);
    await readAgain();
    expect(await website('done')).toBeUndefined();
  });

  it('waits for Google as long as Google reviews the cure', async () => {
    const location = idOf(BOOKS);
    setting.google.world.editByOwner({ location, fields: { title: `${BOOKS} ®` } });
    idris = await setting.connected(PEOPLE.idris);
    await check();
    const name = async (state: string) =>
      (await found(`rule=name-extras&locationId=${location}&state=${state}`))[0];
    const cure = { kind: 'change', field: 'name', before: { text: `${BOOKS} ®` }, after: { text: BOOKS } };
    expect(await name('open')).toMatchObject({ cure });

    await idris.send('patch', `/api/locations/${location}`, { name: BOOKS }).expect(200);
    await readAgain();
    expect(await name('open')).toBeUndefined();
    expect(await name('waiting')).toMatchObject({ sentAt: expect.any(String), doneAt: null });

    setting.google.world.decidePendingEdits({ location, approve: true });
    await readAgain();
    expect(await name('waiting')).toBeUndefined();
    expect(await name('done')).toMatchObject({ doneAt: expect.any(String) });
  });

  it('is open once more, with a new beginning, when Google changes it back', async () => {
    await start();
    const first = await website();
    await save({ websiteUri: 'https://riverside-books.example.com/' });
    await readAgain();
    setting.google.world.editByGoogle({ location: BOOKS, fields: { websiteUri: ELSEWHERE } });
    await readAgain();
    const again = await website();
    expect(again).toMatchObject({
      findingId: first!.findingId,
      cure: { kind: 'google-edits' },
      doneAt: null,
    });
    expect(Date.parse(again!.since)).toBeGreaterThan(Date.parse(first!.since));
  });

  it('goes with its location', async () => {
    await start();
    await setting.served.database.executeSql('delete from mirror_locations where id = $1', [idOf(BOOKS)]);
    await setting.pass(DAY_MS / 24);
    await check();
    expect((await allFound()).length).toBeGreaterThan(0);
    expect(await website()).toBeUndefined();
    expect((await tasks()).check).toMatchObject({ locations: LOCATIONS - 1 });
  });
});

describe('a dismissal', () => {
  const dismiss = (body: object) => idris.send('post', '/api/findings/dismiss', body).expect(200);

  it('survives readings and a restart, with its reason, until it is taken back', async () => {
    await start();
    const { findingId } = (await website())!;
    expect((await dismiss({ ids: [findingId], reason: ' We have no other ' })).body).toEqual({ count: 1 });
    const replica = await setting.replica(setting.served.clock);
    for (let reading = 0; reading < 3; reading += 1) {
      await setting.sweep(idris);
      await forgetJudged();
      await workOff(replica.app.get(AdviceChecker));
    }
    await replica.close();
    expect(await website()).toBeUndefined();
    expect(await website('dismissed')).toMatchObject({
      findingId,
      dismissal: { reason: 'We have no other', by: { uid: idris.uid }, until: null },
    });
    const back = await idris.send('post', '/api/findings/bring-back', { ids: [findingId] }).expect(200);
    expect(back.body).toEqual({ count: 1 });
    expect(await website()).toMatchObject({ findingId, dismissal: null });
  });

  it('ends with its last day', async () => {
    await start();
    const now = setting.served.clock.now().getTime();
    const until = new Date(now + 3 * DAY_MS).toISOString().slice(0, 10);
    await dismiss({ ids: [(await website())!.findingId], reason: 'The new one opens soon', until });
    await daysLater(1);
    await readAgain();
    expect(await website('dismissed')).toMatchObject({ dismissal: { until } });
    await daysLater(3);
    await readAgain();
    expect(await website()).toMatchObject({ dismissal: null });
  });

  it('of a task is that of all its findings', async () => {
    await start();
    const before = await tasks();
    const [task] = before.items;
    expect((await dismiss({ task: task!.key, reason: 'Not for us' })).body).toEqual({
      count: task!.locations,
    });
    const after = await tasks();
    expect(after.items.map(({ key }) => key)).not.toContain(task!.key);
    expect(after.counts).toMatchObject({ open: before.counts.open - 1, dismissed: 1 });
    expect((await tasks('dismissed')).items).toMatchObject([
      { key: task!.key, locations: task!.locations, dismissal: { reason: 'Not for us' } },
    ]);
  });

  it('is kept when the Business Profile is disconnected, and nothing else is', async () => {
    await start();
    const { findingId } = (await website())!;
    await dismiss({ ids: [findingId], reason: 'We have no other' });
    await idris.send('delete', '/api/auth/gbp-connection').expect(200);
    expect(await allFound()).toMatchObject([{ id: findingId, state: 'dismissed' }]);
    await idris.send('get', '/api/tasks').expect(409);
  });

  it.each([
    [{ reason: 'No' }, 'task'],
    [{ task: 'a', ids: ['7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f'], reason: 'No' }, 'task'],
    [{ task: 'a', reason: '  ' }, 'reason'],
    [{ task: 'a', reason: 'No', until: '2020-01-01' }, 'until'],
  ])('is refused: %j', async (body, field) => {
    await start();
    const answer = await idris.send('post', '/api/findings/dismiss', body).expect(400);
    expect(answer.body).toMatchObject({ errors: [{ field }] });
  });
});

describe('tasks', () => {
  it('are in the order of their weight, with what was checked', async () => {
    await start();
    const { items, counts, findings: open, check: checked } = await tasks();
    expect(counts).toEqual({ open: items.length, waiting: 0, dismissed: 0, done: 0 });
    expect(open).toBe(items.reduce((sum, { locations }) => sum + locations, 0));
    const weights = items.map(({ order }) => order.total);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    for (const { order } of items)
      expect(order.total).toBeCloseTo(order.severity * Math.log10(10 + order.views), 6);
    expect(checked).toMatchObject({ state: 'checked', locations: LOCATIONS, rules: ADVICE_RULES.length });
  });

  it('are listed in parts that follow each other', async () => {
    await start();
    const { items } = await tasks();
    const parts = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = (await get(`/api/tasks?limit=2${cursor && `&cursor=${cursor}`}`)) as TaskListDto;
      parts.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(parts).toEqual(items);
  });

  it('are still being looked for before the first check', async () => {
    idris = await setting.connected(PEOPLE.idris);
    expect(await tasks()).toMatchObject({ items: [], check: { state: 'checking', checkedAt: null } });
  });

  it('are not there on sample data', async () => {
    const robin = await setting.served.signUp();
    for (const path of ['/api/tasks', '/api/findings', '/api/findings/rules'])
      await robin.send('get', path).expect(409);
  });

  it('come from rules that are named with their sources, and each location says how many it meets', async () => {
    await start();
    const { items, location } = (await get(
      `/api/findings/rules?locationId=${idOf(BOOKS)}`,
    )) as AdviceRuleListDto;
    expect(items.map(({ id }) => id)).toEqual(ADVICE_RULES.map(({ id }) => id));
    const { met, notMet, notApplicable, unknown } = location!;
    expect(met + notMet + notApplicable + unknown).toBe(ADVICE_RULES.length);
    expect(notMet).toBeGreaterThan(0);
  });
});

describe('what cannot be read', () => {
  it('opens and closes nothing, in 60 outages', async () => {
    await start();
    const before = await allFound();
    const random = createRandom(20_261_128);
    const holidays = setting.served.app.get(PublicHolidays);
    const load = holidays.load.bind(holidays);
    const unknowns = new Set<number>();
    for (let outage = 0; outage < 60; outage += 1) {
      const fails = () => {
        throw new Error('out of order');
      };
      const broken = (rule: AdviceRule): AdviceRule =>
        random() < 0.5 ? rule : { ...rule, judge: random() < 0.5 ? fails : () => 'unknown' };
      Object.assign(rules, { all: ADVICE_RULES.map(broken) });
      if (random() < 0.3) Object.assign(holidays, { load: () => Promise.reject(new Error('no calendar')) });
      if (random() < 0.1) setting.google.faults.next('locations.list', 'error-before', { times: 2 });
      await setting.sweep(idris);
      await forgetJudged();
      await check();
      Object.assign(holidays, { load });
      expect([outage, await allFound()]).toEqual([outage, before]);
      unknowns.add((await tasks()).check.unknown.length);
    }
    expect(unknowns.size).toBeGreaterThan(5);
    Object.assign(rules, { all: ADVICE_RULES });
    await forgetJudged();
    await check();
    expect(await allFound()).toEqual(before);
  });

  it('is counted by rule', async () => {
    await start();
    const [first, ...others] = ADVICE_RULES as [AdviceRule, ...AdviceRule[]];
    Object.assign(rules, { all: [{ ...first, judge: () => 'unknown' }, ...others] });
    await forgetJudged();
    await setting.sweep(idris);
    await check();
    expect((await tasks()).check.unknown).toContainEqual({
      ruleId: first.id,
      title: first.title,
      locations: LOCATIONS,
    });
  });

  it.each([
    [
      'a rule fails there',
      () => {
        throw new Error('not like this');
      },
    ],
    [
      'what it says cannot be stored',
      () => ({
        evidence: [{ path: 'title', value: '\ud83d', says: 'ends in the middle of a letter \ud83d' }],
        cure: { kind: 'field', field: 'name' },
      }),
    ],
  ])('holds no neighbour up: %s', async (_why, judge) => {
    idris = await setting.connected(PEOPLE.idris);
    const [first, ...others] = ADVICE_RULES as [AdviceRule, ...AdviceRule[]];
    const bad = (facts: Parameters<AdviceRule['judge']>[0]) =>
      facts.id === idOf(BOOKS) ? (judge() as never) : first.judge(facts);
    Object.assign(rules, { all: [{ ...first, judge: bad }, ...others] });
    await check();
    const { check: checked } = await tasks();
    expect(checked).toMatchObject({ state: 'checked', locations: LOCATIONS });
    expect(checked.unknown).toContainEqual(expect.objectContaining({ ruleId: first.id }));
    expect(await found(`locationId=${idOf('Lock Keeper Florist')}`)).not.toEqual([]);
  });
});
