import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { AdviceChecker } from '../../../dist/server/advice/advice-checker.js';
import { CampaignDeletions } from '../../../dist/server/campaigns/work/campaign-deletions.js';
import { CampaignDispatcher } from '../../../dist/server/campaigns/work/campaign-dispatcher.js';
import { countStates } from '../../../dist/server/campaigns/campaign-read-model-counts.js';
import { posts } from '../../../dist/server/database/schema.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import { SetPlanner } from '../../../dist/server/changes/set-planner.js';
import { StatisticsDispatcher } from '../../../dist/server/statistics/reading/statistics-dispatcher.js';
import { IntervalTasks } from '../../../dist/server/jobs/interval-tasks.js';
import { DeliveryDispatcher } from '../../../dist/server/notices/delivery/delivery-dispatcher.js';
import { LedgerRepository } from '../../../dist/server/publishing/ledger.repository.js';
import { PublishDispatcher } from '../../../dist/server/publishing/publish-dispatcher.js';
import { failed } from '../../../dist/server/publishing/steps.js';
import { ReplyDispatcher } from '../../../dist/server/reviews/sending/reply-dispatcher.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import {
  addChanges,
  addStatistics,
  addNotices,
  addPlaces,
  addPosts,
  addReviews,
  settle,
} from '../../support/features/big-account.ts';
import { noteStatements, planOf, rowsReadOf, type Statement } from '../../support/database/statements.ts';
import { withoutDispatching } from '../../support/features/publishing.ts';
import { addUsers } from '../../support/users.ts';
import { workOff } from '../../support/due-work.ts';

/** One account among others that are as large: what belongs to it is found, not looked for. */
const OTHERS = Array.from({ length: 7 }, (_, index) => `other-${index}`);
const PLACES = 120;
const POSTS = 600;
const STATISTICS_DAYS = 90;
const HOUR_MS = 60 * 60_000;
const BIG = [
  'posts',
  'mirror_locations',
  'profile_changes',
  'notices',
  'notice_events',
  'notice_deliveries',
  'reviews',
  'metric_days',
  'metric_readings',
  'metric_totals',
  'findings',
  'advice_tasks',
  'advice_locations',
];
/** What works on rows that are due. */
const BACKGROUND = {
  posts: PublishDispatcher,
  changes: ChangeDispatcher,
  changeSets: SetPlanner,
  replies: ReplyDispatcher,
  figures: StatisticsDispatcher,
  campaigns: CampaignDispatcher,
  deletions: CampaignDeletions,
  messages: DeliveryDispatcher,
};
/** The tables of these rows, and those that are read with them. */
const WORKED_ON = [...BIG, 'profile_saves', 'change_sets', 'review_replies', 'campaign_targets'];

let served: TestApp;
let robin: SignedInClient;
let statements: ReturnType<typeof noteStatements>;

beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
  const { database, clock } = served;
  await addUsers(database, ...OTHERS);
  for (const uid of [robin.uid, ...OTHERS]) {
    const owner = { uid, subject: `google-${uid}` };
    await addPlaces(database, owner, PLACES, clock.now());
    const calendar = { count: POSTS, places: PLACES, everyMs: HOUR_MS };
    await addPosts(database, owner, calendar, clock.now());
    await addChanges(database, owner, calendar, clock.now());
    await addNotices(database, owner, POSTS, clock.now());
    await addReviews(database, owner, calendar, clock.now());
    await addStatistics(database, owner, { places: PLACES, days: STATISTICS_DAYS }, clock.now());
  }
  await workOff(served.app.get(AdviceChecker));
  await settle(database);
  // What the server looks for by itself is not work of a request.
  await served.app.get(IntervalTasks).onModuleDestroy();
  statements = noteStatements(database);
});
afterAll(() => served.close());

/** What answering a request takes: statements, and how they read the big tables. */
async function workOf(path: string): Promise<{ queries: number; reads: string[] }> {
  const rounds = [];
  // The first learns who asks. What its queues do is not in every one of them.
  for (let round = 0; round < 4; round++) {
    statements.take();
    await robin.send('get', path).expect(200);
    rounds.push(statements.take());
  }
  const [fewest = []] = rounds.sort((one, other) => one.length - other.length);
  return { queries: fewest.length, reads: await readsOf(fewest) };
}

/** How statements read the big tables. */
async function readsOf(noted: Statement[], tables = BIG): Promise<string[]> {
  const plans = await Promise.all(noted.map((statement) => planOf(served.database, statement)));
  const reads = plans
    .flat()
    .filter((node) => tables.includes(node['Relation Name'] ?? ''))
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`);
  return [...new Set(reads)].sort();
}

/** Adds a campaign with all posts of Robin, after its locations were deleted once and counted as none. */
async function addCampaign(): Promise<string> {
  const { database } = served;
  const id = randomUUID();
  await database.executeSql(
    `insert into campaigns (id, workspace_id, subject, state, name, body, choice, publish_at, first_at, time_zone, closed_days,
       created_at, updated_at)
     values ($1, $2, 'google', 'scheduled', 'Rye week', '{}', '{}', now(), now(), 'UTC', 'publish', now(), now())`,
    [id, robin.uid],
  );
  const addTargets = () =>
    database.executeSql(
      `insert into campaign_targets (campaign_id, location_id, position, account_id, location_name, facts, post_id)
       select $1, id, 1, 'group-1', 'Hearth & Crumb', '{}', id from posts where workspace_id = $2`,
      [id, robin.uid],
    );
  await addTargets();
  await database.executeSql('delete from campaign_targets');
  await database.executeSql('analyze campaign_targets');
  await addTargets();
  await database.executeSql('update posts set campaign_id = $1 where workspace_id = $2', [id, robin.uid]);
  return id;
}

/** Adds changes and replies of Robin that are over, as many as there are reviews. */
async function addEnded(): Promise<void> {
  const { database } = served;
  await database.executeSql(
    `with made as (
       insert into change_sets (id, workspace_id, subject, kind, actor, created_at)
       select gen_random_uuid(), workspace_id, subject, 'save', workspace_id, created_at from reviews where workspace_id = $1
       returning *)
     insert into profile_saves (id, set_id, workspace_id, subject, location_id, state, created_at, ended_at)
     select gen_random_uuid(), id, workspace_id, subject, 'place-1', 'saved', created_at, created_at from made`,
    [robin.uid],
  );
  await database.executeSql(
    `insert into review_replies (id, review_id, workspace_id, subject, version, kind, text, actor, state, basis, created_at, ended_at)
     select gen_random_uuid(), id, workspace_id, subject, 1, 'PUT', 'Thank you!', workspace_id, 'public', 'none', created_at, created_at
     from reviews where workspace_id = $1`,
    [robin.uid],
  );
  await database.executeSql('analyze profile_saves');
  await database.executeSql('analyze change_sets');
  await database.executeSql('analyze review_replies');
}

const soon = (days: number) => new Date(served.clock.now().getTime() + days * 24 * HOUR_MS).toISOString();

describe('of a big account', () => {
  it('places are listed, counted and searched in one index, and only those that are shown are looked up', async () => {
    // Both begin with what names a place.
    const shown = expect.stringMatching(
      /^Index Scan mirror_locations_(id|workspace_id_subject_account_id_id_pk)$/,
    ) as unknown;
    const listed = 'Index Only Scan mirror_locations_listing';
    for (const query of [
      '?limit=10',
      '?limit=10&cursor=50',
      '?limit=10&search=m',
      '?limit=10&search=market%20sq',
      '?limit=10&search=york%20sq%20market%20moor',
      '?search=nowhere',
      '?limit=10&needsAttention=true',
      '?limit=10&state=UNVERIFIED',
      '?limit=10&sort=state&cursor=50',
      '?limit=10&sort=storeCode&cursor=50',
    ])
      expect([query, await workOf(`/api/locations${query}`)]).toEqual([
        query,
        { queries: 2, reads: [listed, shown] },
      ]);
    expect((await workOf('/api/locations?accountId=group-1&search=york&limit=10')).reads).toEqual([
      listed,
      shown,
    ]);
  });

  it('holidays are read for each location that fits by itself, and past answers by location from the log', async () => {
    const date = soon(20).slice(0, 10);
    for (const path of ['dates', '', 'blanks', 'last-year']) {
      statements.take();
      await robin.send('get', `/api/holidays/${path}?search=market&dates=${date}`).expect(200);
      const searches = statements
        .take()
        .filter(({ values }) => values.some((value) => /market/.test(String(value))));
      expect(searches).not.toEqual([]);
      // Once: no search is carried out for each location.
      for (const search of searches) {
        const plan = await planOf(served.database, search);
        const reads = plan.filter((node) => node['Relation Name'] === 'mirror_locations');
        expect([path, reads.length]).toEqual([path, 1]);
      }
    }
    const { reads } = await workOf(`/api/holidays/last-year?count=5&dates=${date}`);
    const ofLog = reads.filter((read) => read.includes('profile_changes'));
    expect(ofLog).not.toEqual([]);
    expect(ofLog.join()).not.toContain('Seq Scan');
  });

  it('the first tasks are read in their order and no others, each with its first findings', async () => {
    for (const query of ['', '?limit=10', '?state=done']) {
      const { reads } = await workOf(`/api/tasks${query}`);
      expect([query, reads.join()]).toEqual([query, expect.not.stringContaining('Seq Scan findings')]);
    }
    expect((await workOf('/api/tasks?limit=10')).reads).toContainEqual(
      expect.stringMatching(/^Index (Only )?Scan findings_task$/),
    );
    const { reads } = await workOf('/api/findings?locationId=place-7');
    expect(reads.join()).not.toContain('Seq Scan findings');
  });

  it('accounts are counted without looking at a place', async () => {
    const { queries, reads } = await workOf('/api/accounts');
    expect(queries).toBe(1);
    expect(reads).toEqual([expect.stringMatching(/^Index Only Scan mirror_locations_/)]);
  });

  it('the first posts of each tab are read in their order and no others, and the counts are from an index alone', async () => {
    // What has a handful of rows may be read in another way.
    const inOrder = expect.arrayContaining([
      'Index Only Scan posts_counts',
      'Index Scan posts_tabs',
    ]) as unknown;
    for (const query of ['', '&status=FAILED', '&status=SCHEDULED&order=soonest', '&status=PUBLISHED']) {
      const { queries, reads } = await workOf(`/api/posts?limit=10${query}`);
      expect([query, queries]).toEqual([query, 2]);
      expect([query, reads]).toEqual([query, inOrder]);
      expect(reads.join()).not.toContain('Seq Scan');
    }
    const { body } = await robin.send('get', '/api/posts?limit=10&status=PUBLISHED').expect(200);
    const next = await workOf(`/api/posts?limit=10&status=PUBLISHED&cursor=${body.nextCursor}`);
    expect(next.reads).toEqual(inOrder);
    expect(next.reads.join()).not.toContain('Seq Scan');
  });

  it('the posts of a month and of a place are read alone', async () => {
    const month = await workOf(`/api/posts?from=${soon(-2)}&to=${soon(2)}&limit=1000`);
    // The posts, which are all there are and counted as they come.
    expect(month.queries).toBe(1);
    expect(month.reads).toEqual(expect.arrayContaining(['Index Scan posts_tabs']));
    expect(month.reads.join()).not.toContain('Seq Scan');
    const place = await workOf('/api/posts?locationId=place-7');
    expect(place.reads).toEqual(expect.arrayContaining(['Index Scan posts_location']));
    expect(place.reads.join()).not.toContain('Seq Scan');
  });

  it('the list of campaigns looks into the index of posts for each that has begun, and into no post', async () => {
    const { database, clock } = served;
    await database.executeSql(
      `insert into campaigns (id, workspace_id, subject, state, name, body, choice, publish_at, first_at, time_zone, closed_days,
         created_at, updated_at)
       select gen_random_uuid(), $1, 'google-' || $1, 'scheduled', 'Rye week', '{"summary":"Fresh rye"}', '{}', at, at, 'UTC',
         'publish', at, at
       from (select $2::timestamptz + (nth - 1800) * interval '1 hour' as at from generate_series(1, 2000) nth) times`,
      [robin.uid, clock.now().toISOString()],
    );
    await database.executeSql('analyze campaigns');
    for (const query of ['', '&cursor=1900', '&search=rye%20week']) {
      const { queries, reads } = await workOf(`/api/campaigns?order=due&limit=10${query}`);
      expect([query, queries]).toEqual([query, 3]);
      expect([query, reads.filter((read) => read.includes('posts'))]).toEqual([
        query,
        expect.arrayContaining([expect.stringMatching(/^Index (Only )?Scan posts_campaign$/)]),
      ]);
      expect([query, reads.join()]).toEqual([query, expect.not.stringContaining('Seq Scan')]);
    }
    await database.executeSql('delete from campaigns');
  });

  it('a search in the posts reads those of the account alone', async () => {
    for (const search of ['rye', 'No. 77', 'nothing like it'])
      expect((await workOf(`/api/posts?search=${encodeURIComponent(search)}`)).reads.join()).not.toContain(
        'Seq Scan',
      );
  });

  it('the overview counts without looking at all posts', async () => {
    const { queries, reads } = await workOf('/api/overview');
    expect(queries).toBe(4);
    expect(reads.join()).not.toContain('Seq Scan');
    expect(reads).toEqual(expect.arrayContaining(['Index Only Scan posts_counts']));
  });

  it('the first lines of the change log are read in their order and no others, and counted from an index alone', async () => {
    for (const query of ['', '&origin=elsewhere', '&locationId=place-7']) {
      const { reads } = await workOf(`/api/changes?limit=10${query}`);
      // Of a few hundred rows the database may also take some by bitmap.
      expect([query, reads.join()]).toEqual([
        query,
        expect.stringMatching(/Index (Only )?Scan profile_changes_/),
      ]);
      expect(reads.join()).not.toContain('Seq Scan');
    }
    expect((await workOf('/api/changes?limit=10')).reads).toContainEqual(
      'Index Only Scan profile_changes_counts',
    );
    const search = await workOf('/api/changes?limit=10&search=market');
    expect(search.reads.join()).not.toContain('Seq Scan');
  });

  it('a set is counted and listed by its own rows alone, of whatever part', async () => {
    const { database } = served;
    const setId = randomUUID();
    await database.executeSql(
      `with made as (
         insert into change_sets (id, workspace_id, subject, kind, actor, created_at)
         select case when n = 0 then $2::uuid else gen_random_uuid() end, $1, $3, 'undo', $1, now() from generate_series(0, 9) n
         returning id),
       saves as (
         insert into profile_saves (id, set_id, workspace_id, subject, location_id, state, created_at, ended_at)
         select gen_random_uuid(), made.id, $1, $3, 'place-' || n,
           (array['saved', 'refused', 'conflict', 'stopped'])[n % 4 + 1], now(), now()
         from made, generate_series(0, 299) n returning id, set_id, location_id)
       insert into profile_changes (id, workspace_id, subject, account_id, location_id, location_name, field, view, origin, state,
         set_id, save_id, at, search_text)
       select gen_random_uuid(), $1, $3, 'group-0', location_id, 'Hearth', 'description', 'owner', 'here', 'public', set_id, id,
         now(), '' from saves`,
      [robin.uid, setId, `google-${robin.uid}`],
    );
    await settle(database);
    for (const path of ['', '/locations?state=need&limit=10', '/locations?limit=10', '/undo?limit=10']) {
      const noted = [];
      statements.take();
      await robin.send('get', `/api/change-sets/${setId}${path}`).expect(200);
      noted.push(...statements.take());
      const reads = await readsOf(noted, WORKED_ON);
      expect([path, reads.join()]).not.toContainEqual(expect.stringContaining('Seq Scan profile'));
      expect([path, reads]).toContainEqual(
        expect.arrayContaining([expect.stringMatching(/profile_(saves|changes)_set/)]),
      );
    }
  });

  it('the first notices and deliveries are read in their order and no others, and the unread ones are counted alone', async () => {
    for (const path of ['/api/notices?limit=10', '/api/deliveries?limit=10']) {
      const { reads } = await workOf(path);
      expect([path, reads.join()]).not.toContainEqual(expect.stringContaining('Seq Scan'));
      expect(reads).toContainEqual(expect.stringMatching(/^Index Scan notice(s|_deliveries)_list$/));
    }
    expect((await workOf('/api/notices?limit=10')).reads).toContainEqual(
      expect.stringMatching(/notices_unread$/),
    );
  });

  it('the first reviews of each tab are read in their order and no others, and counted from an index alone', async () => {
    for (const [query, index] of [
      ['', 'reviews_all'],
      ['&tab=UNANSWERED', 'reviews_tabs'],
      ['&tab=REJECTED', 'reviews_tabs'],
      ['&locationId=place-7', 'reviews_location'],
    ]) {
      // Few of many: for all of a tab that has hardly more, the order of the index would bring nothing.
      const { reads } = await workOf(`/api/reviews?limit=2${query}`);
      expect([query, reads]).toEqual([query, expect.arrayContaining([`Index Scan ${index}`])]);
      expect([query, reads.join()]).not.toContainEqual(expect.stringContaining('Seq Scan'));
    }
    expect((await workOf('/api/reviews?limit=10')).reads).toContain('Index Only Scan reviews_counts');
    const { body } = await robin.send('get', '/api/reviews?limit=10').expect(200);
    const next = await workOf(`/api/reviews?limit=10&cursor=${body.nextCursor}`);
    expect(next.reads).toContain('Index Scan reviews_all');
    expect(next.reads.join()).not.toContain('Seq Scan');
    expect((await workOf('/api/reviews?search=No.%2077')).reads.join()).not.toContain('Seq Scan');
  });

  it('the figures of reviews are read from those of the account alone', async () => {
    for (const path of ['/api/reviews/summary', '/api/reviews/summary?locationId=place-7'])
      expect((await workOf(path)).reads.join()).not.toContain('Seq Scan');
  });

  it('the figures of all places are read from their sums, and those of named places alone', async () => {
    const all = await workOf('/api/statistics');
    expect(all.reads.join()).not.toContain('metric_days');
    expect(all.reads).toContainEqual(
      expect.stringMatching(/^(Index Scan metric_totals_|Bitmap Heap Scan metric_totals$)/),
    );
    for (const places of ['place-7', 'place-7,place-8,place-9']) {
      const { queries, reads } = await workOf(`/api/statistics?locationIds=${places}`);
      expect([places, queries]).toEqual([places, 4]);
      // Of a hundred places the database may also take the index of the listing, but never the rows themselves.
      const ofPlaces = reads.filter((read) => read.includes('mirror_locations'));
      expect([places, ofPlaces.length]).not.toEqual([places, 0]);
      for (const read of ofPlaces)
        expect([places, read]).toEqual([
          places,
          expect.stringMatching(/^Index (Only )?Scan mirror_locations_(id|listing)$/),
        ]);
      expect([places, reads]).toEqual([
        places,
        expect.arrayContaining([expect.stringMatching(/^Index (Only )?Scan metric_readings_location$/)]),
      ]);
      expect([places, reads.join()]).not.toContainEqual(expect.stringContaining('Seq Scan'));
    }
    const { reads } = await workOf('/api/statistics/timeline?locationIds=place-7');
    expect(reads.join()).not.toContain('Seq Scan');
  });

  it('the posts of a campaign are counted at once, also while the database believes that there are no locations', async () => {
    const { database } = served;
    const id = await addCampaign();
    statements.take();
    await countStates(database.orm, [id], null);
    const rows = await Promise.all(
      statements.take().map((statement) => rowsReadOf(database, statement, 'campaign_targets')),
    );
    expect(Math.max(...rows)).toBeGreaterThan(0);
    expect(Math.max(...rows)).toBeLessThan(3 * POSTS);
  });

  it('what works in the background looks at what is due alone', async () => {
    await addEnded();
    const reads: Record<string, string[]> = {};
    for (const [name, part] of Object.entries(BACKGROUND)) {
      statements.take();
      await workOff(served.app.get<Parameters<typeof workOff>[0]>(part));
      reads[name] = await readsOf(statements.take(), WORKED_ON);
    }
    expect(reads).toMatchObject({
      posts: ['Index Scan posts_next_step_at'],
      changes: ['Index Scan profile_saves_next_step_at'],
      changeSets: expect.arrayContaining([expect.stringMatching(/^Index Scan change_sets_/)]),
      replies: ['Index Scan review_replies_next_step_at'],
      messages: ['Index Scan notice_deliveries_due_at'],
    });
    // These begin with the few campaigns at work, and with one index for days and one for search words.
    expect(Object.values(reads).flat().join()).not.toContain('Seq Scan');
  });

  it('what publishes posts finds them by their ids, however many go together', async () => {
    const { app, database } = served;
    const ledger = app.get(LedgerRepository);
    const isOne = and(eq(posts.workspaceId, robin.uid), eq(posts.status, 'SCHEDULED'));
    const due = await database.orm.select({ id: posts.id }).from(posts).where(isOne).limit(16);
    const ids = due.map(({ id }) => id);
    withoutDispatching(app);
    // They have what their campaign says by now, so that it lets them go.
    await database.executeSql('update campaign_targets set revision = 1');
    await database.orm
      .update(posts)
      .set({ nextStepAt: new Date(0) })
      .where(inArray(posts.id, ids));
    statements.take();
    const claims = (await Promise.all(ids.map((id) => ledger.claim(id)))).flatMap((claim) => claim ?? []);
    await Promise.all(claims.map((claim) => ledger.unconfirmedAttempts(claim)));
    const place = { googleDate: null, accountId: 'group-1', locationId: 'place-1', bodyHash: 'none' };
    await Promise.all(claims.map((claim) => ledger.intend(claim, place)));
    const result = { post: failed('Refused.') };
    const recorded = await Promise.all(claims.map((claim) => ledger.finish(claim, result)));
    expect(recorded).toEqual(ids.map(() => true));
    const reads = await readsOf(statements.take());
    expect(reads).toContain('Index Scan posts_pkey');
    expect(reads.join()).not.toContain('Seq Scan');
  });
});
