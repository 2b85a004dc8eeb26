import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { Logger } from '@nestjs/common';
import { BusinessProfileProviders } from '../../../dist/server/business-profile/business-profile-providers.js';
import type { ConnectionsService } from '../../../dist/server/business-profile/connection/connections.service.js';
import type { GoogleApis } from '../../../dist/server/business-profile/connection/google-apis.js';
import type { GoogleProvider } from '../../../dist/server/business-profile/google/google-provider.js';
import {
  SampleDelays,
  SampleProvider,
} from '../../../dist/server/business-profile/sample/sample-provider.js';
import { SampleEditsRepository } from '../../../dist/server/business-profile/sample/sample-edits.repository.js';
import { Env } from '../../../dist/server/config/env.js';
import type { Database } from '../../../dist/server/database/database.js';
import { posts, users } from '../../../dist/server/database/schema.js';
import { workspaces } from '../../../dist/server/database/workspaces.schema.js';
import { Idempotency } from '../../../dist/server/posts/idempotency.js';
import type { ListedPostDto, NewPostDto, PostDto } from '../../../dist/server/posts/post.dto.js';
import { NewPostsRepository } from '../../../dist/server/posts/new-posts.repository.js';
import { type PostRow, PostsRepository } from '../../../dist/server/posts/posts.repository.js';
import { PostListService } from '../../../dist/server/posts/post-list.service.js';
import { IntervalTasks } from '../../../dist/server/jobs/interval-tasks.js';
import { PhotoAddresses } from '../../../dist/server/photos/photo-addresses.js';
import { PhotoDecoder } from '../../../dist/server/photos/photo-decoder.js';
import { PhotosRepository } from '../../../dist/server/photos/photos.repository.js';
import { PhotosService } from '../../../dist/server/photos/photos.service.js';
import { PhotoUploads } from '../../../dist/server/photos/photo-uploads.js';
import { PostsService } from '../../../dist/server/posts/posts.service.js';
import { PreflightService } from '../../../dist/server/posts/preflight.service.js';
import { SamplePostsSeeder } from '../../../dist/server/posts/posts.module.js';
import { UsersRepository } from '../../../dist/server/users/users.repository.js';
import { UsersService } from '../../../dist/server/users/users.service.js';
import { LocationZones } from '../../../dist/server/zones/location-zones.js';
import { ZonesRepository } from '../../../dist/server/zones/zones.repository.js';
import { openTestDatabase } from '../../support/database/database.ts';
import { TestClock } from '../../support/clock.ts';

/** Nobody has connected anything. */
const connections = {
  find: () => Promise.resolve(undefined),
  findCached: () => Promise.resolve(undefined),
} as Partial<ConnectionsService> as ConnectionsService;

/** So that everybody's source is the sample. */
function only(sample: SampleProvider): BusinessProfileProviders {
  const google: Partial<GoogleProvider> = {};
  const apis: Partial<GoogleApis> = {};
  return new BusinessProfileProviders(connections, apis as GoogleApis, google as GoogleProvider, sample);
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('the posts of a user', () => {
  let database: Database;
  let drop: () => Promise<void>;
  let repository: PostsRepository;
  let accounts: UsersService;
  let clock: TestClock;
  let service: PostsService;
  let lists: PostListService;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    ({ database, drop } = await openTestDatabase());
    repository = new PostsRepository(database);
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  beforeEach(async () => {
    for (const table of [users, workspaces]) await database.orm.delete(table);
    clock = new TestClock('2026-11-21T12:00:00Z');
    const delays = new SampleDelays(Object.assign(new Env(), { SAMPLE_DELAYS: false }));
    const provider = new SampleProvider(new SampleEditsRepository(database, clock), delays);
    const idempotency = new Idempotency(database, clock);
    const env = new Env();
    const addresses = new PhotoAddresses(env);
    const photos = new PhotosService(
      new PhotosRepository(database),
      new PhotoUploads(new PhotoDecoder()),
      addresses,
      new IntervalTasks(),
      clock,
    );
    const providers = only(provider);
    const zones = new LocationZones(providers, new ZonesRepository(database));
    const preflight = new PreflightService(repository, providers, photos, addresses, zones, clock);
    service = new PostsService(
      repository,
      new NewPostsRepository(database),
      providers,
      preflight,
      photos,
      idempotency,
      clock,
    );
    lists = new PostListService(repository, providers);
    accounts = new UsersService(new UsersRepository(database), clock, database);
    await signIn('u1');
    await signIn('u2');
  });

  async function signIn(uid: string): Promise<void> {
    const identity = { uid, email: `${uid}@example.com`, displayName: uid, photoURL: null };
    await accounts.recordSignIn({
      ...identity,
      signInMethod: 'email',
      isSignUp: true,
      signedInAt: clock.now(),
    });
  }

  /** The owner of requests of a person in their own workspace. */
  const own = (uid: string) => ({ workspaceId: uid, actor: uid });

  function draft(change: Partial<NewPostDto> = {}): NewPostDto {
    const postBody = { languageCode: 'en-US', summary: 'Fresh bread', topicType: 'STANDARD' } as const;
    return { locationId: 'sample-101', publishAt: '2026-11-22T09:00:00Z', postBody, ...change };
  }

  /** A post of u1 in any state. */
  async function existing(row: Partial<PostRow> = {}): Promise<PostDto> {
    const { id } = await service.schedule(own('u1'), draft());
    await repository.update(
      { workspaceId: 'u1', source: 'sample', subject: null },
      id,
      { statuses: ['SCHEDULED'] },
      row,
    );
    return service.get('u1', id);
  }

  describe('scheduling', () => {
    it('stores the post at its location', async () => {
      const post = await service.schedule(own('u1'), draft({ timeZone: 'Europe/London' }));
      expect(post).toEqual({
        id: expect.any(String),
        accountId: 'sample-hearth-and-crumb',
        locationId: 'sample-101',
        locationName: 'Hearth & Crumb, Market Square',
        storeCode: 'HC-01',
        postType: 'STANDARD',
        summary: 'Fresh bread',
        postBody: draft().postBody,
        publishAt: '2026-11-22T09:00:00.000Z',
        timeZone: 'Europe/London',
        status: 'SCHEDULED',
        detail: null,
        nextTryAt: null,
        version: 1,
        googleUrl: null,
        createdAt: '2026-11-21T12:00:00.000Z',
        publishedAt: null,
        errorDetails: null,
        isOfOtherAccount: false,
        isExample: false,
        campaignId: null,
        undo: null,
      });
      expect(await service.get('u1', post.id)).toEqual({ ...post, attempts: [] });
    });

    it('takes UTC for a time zone that is null or left out', async () => {
      const withNull = { ...draft(), timeZone: null } as unknown as NewPostDto;
      expect((await service.schedule(own('u1'), withNull)).timeZone).toBe('UTC');
      expect((await service.schedule(own('u1'), draft())).timeZone).toBe('UTC');
    });

    it('names all faults at once', async () => {
      const postBody = { ...draft().postBody, topicType: 'EVENT' } as const;
      await expect(
        service.schedule(own('u1'), draft({ publishAt: '2026-11-21T12:00:00Z', postBody })),
      ).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [
          { field: 'publishAt', message: 'Publish time must be in the future' },
          { field: 'postBody.event.title', message: 'Event title is required' },
          { field: 'postBody.event.schedule', message: 'Event dates are required' },
        ],
      });
    });

    it('refuses an unknown location and stores nothing', async () => {
      await expect(
        service.schedule(own('u1'), draft({ locationId: 'sample-999' }), 'k1'),
      ).rejects.toMatchObject({
        code: 'not_found',
      });
      expect((await lists.read('u1', {})).counts.all).toBe(0);
    });

    it('stores what it can of posts that come at the same time', async () => {
      const key = 'one-of-many';
      const earlier = await service.schedule(own('u2'), draft(), key);
      const came = await Promise.allSettled([
        service.schedule(own('u1'), draft()),
        service.schedule(own('nobody'), draft()),
        service.schedule(own('u1'), draft(), key),
        service.schedule(own('u2'), draft(), key),
      ]);
      expect(came.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
      expect(came[3]).toEqual({ status: 'fulfilled', value: earlier });
      const counts = await Promise.all(['u1', 'u2'].map((uid) => lists.read(uid, {})));
      expect(counts.map(({ counts: { scheduled } }) => scheduled)).toEqual([2, 1]);
    });

    it('stores what it can of posts that come at the same time, when one holds text that Postgres cannot store', async () => {
      const postBody = { ...draft().postBody, summary: 'Fresh\0bread' };
      const came = await Promise.allSettled([
        service.schedule(own('u1'), draft()),
        service.schedule(own('u2'), draft({ postBody })),
        service.schedule(own('u2'), draft()),
      ]);
      expect(came.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    });

    it('makes one post of a request that is repeated, even after its publish time', async () => {
      const post = await service.schedule(own('u1'), draft(), 'k1');
      clock.advance({ hours: 23 });
      expect(await service.schedule(own('u1'), draft(), 'k1')).toEqual(post);
      expect((await lists.read('u1', {})).counts.all).toBe(1);
    });
  });

  describe('the list', () => {
    const ids = ({ items }: { items: ListedPostDto[] }) => items.map(({ id }) => id);

    it.each([
      { order: undefined, days: ['25', '24', '24', '23'] },
      { order: 'soonest' as const, days: ['23', '24', '24', '25'] },
    ])('is in the order of publish times, and comes in parts: $order', async ({ order, days }) => {
      const times = [
        '2026-11-23T09:00:00Z',
        '2026-11-25T09:00:00Z',
        '2026-11-24T09:00:00Z',
        '2026-11-24T09:00:00Z',
      ];
      for (const publishAt of times) await service.schedule(own('u1'), draft({ publishAt }));
      const whole = await lists.read('u1', { order });
      expect(whole.items.map(({ publishAt }) => publishAt.slice(8, 10))).toEqual(days);
      expect(whole.nextCursor).toBeNull();
      const collected: string[] = [];
      let cursor: string | undefined;
      do {
        const part = await lists.read('u1', { order, cursor, limit: 1 });
        expect(part.counts).toEqual(whole.counts);
        collected.push(...ids(part));
        cursor = part.nextCursor ?? undefined;
      } while (cursor);
      expect(collected).toEqual(ids(whole));
    });

    it('counts for the tabs what the other filters leave, whatever the status', async () => {
      await existing();
      await existing({ status: 'QUEUED' });
      await existing({ status: 'PUBLISHED', locationName: 'Elsewhere' });
      await existing({ status: 'FAILED' });
      const counts = { all: 4, scheduled: 2, published: 1, failed: 1 };
      expect(await lists.read('u1', {})).toMatchObject({ counts });
      const scheduled = await lists.read('u1', { status: 'SCHEDULED' });
      expect(scheduled.items.map(({ status }) => status).sort()).toEqual(['QUEUED', 'SCHEDULED']);
      expect(scheduled.counts).toEqual(counts);
      const found = await lists.read('u1', { status: 'FAILED', search: 'elsewhere' });
      expect(found).toEqual({
        items: [],
        counts: { all: 1, scheduled: 0, published: 1, failed: 0 },
        nextCursor: null,
      });
    });

    it('is searched by text, location and store code, and signs mean themselves', async () => {
      const summaries = ['100 % rye', '100 percent', 'under_score', 'back\\slash'];
      for (const summary of summaries)
        await service.schedule(own('u1'), draft({ postBody: { ...draft().postBody, summary } }));
      const found = async (search: string) =>
        (await lists.read('u1', { search })).items.map(({ summary }) => summary).sort();
      expect(await found('100 %')).toEqual(['100 % rye']);
      expect(await found('_')).toEqual(['under_score']);
      expect(await found('\\')).toEqual(['back\\slash']);
      expect(await found(' RYE ')).toEqual(['100 % rye']);
      expect(await found('market SQUARE')).toHaveLength(summaries.length);
      expect(await found('hc-01')).toHaveLength(summaries.length);
      expect(await found('hc-02')).toEqual([]);
      expect(await found("' or 1=1 --")).toEqual([]);
    });

    it('can be held to a location and to a span of time, its end left out', async () => {
      const early = await service.schedule(own('u1'), draft({ publishAt: '2026-11-23T00:00:00Z' }));
      await service.schedule(
        own('u1'),
        draft({ publishAt: '2026-11-24T00:00:00Z', locationId: 'sample-102' }),
      );
      const span = { from: '2026-11-23T00:00:00Z', to: '2026-11-24T00:00:00Z' };
      expect(ids(await lists.read('u1', span))).toEqual([early.id]);
      expect(ids(await lists.read('u1', { locationId: 'sample-101' }))).toEqual([early.id]);
      expect((await lists.read('u1', { locationId: 'sample-999' })).counts.all).toBe(0);
    });

    it('refuses a cursor that it did not give', async () => {
      await expect(lists.read('u1', { cursor: 'bm9uZQ' })).rejects.toMatchObject({
        errors: [{ field: 'cursor' }],
      });
    });
  });

  describe('changing', () => {
    it('replaces what is given and raises the version', async () => {
      const { attempts: _, ...post } = { attempts: [], ...(await existing()) };
      clock.advance({ hours: 1 });
      const postBody = { ...post.postBody, summary: 'Better bread' };
      const change = { locationId: 'sample-201', publishAt: '2026-11-30T09:00:00+01:00', postBody };
      const changed = await service.update(own('u1'), post.id, { ...change, version: post.version });
      expect(changed).toMatchObject({
        accountId: 'sample-brightwater-dental',
        locationId: 'sample-201',
        locationName: 'Brightwater Dental Pearl District',
        storeCode: 'BW-PDX1',
        summary: 'Better bread',
        publishAt: '2026-11-30T08:00:00.000Z',
        version: post.version + 1,
        createdAt: post.createdAt,
      });
    });

    it('schedules a failed post again', async () => {
      const failed = await existing({ status: 'FAILED', errorDetails: 'Refused.', detail: 'unconfirmed' });
      const changed = await service.update(own('u1'), failed.id, { publishAt: '2026-11-30T09:00:00Z' });
      expect(changed).toMatchObject({ status: 'SCHEDULED', errorDetails: null, detail: null });
    });

    it('refuses an unknown location', async () => {
      const { id } = await existing();
      await expect(service.update(own('u1'), id, { locationId: 'sample-999' })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it.each(['QUEUED', 'PUBLISHED'] as const)('is too late when the post is %s', async (status) => {
      const { id } = await existing({ status });
      for (const change of [{}, { publishAt: '2020-01-01T00:00:00Z' }])
        await expect(service.update(own('u1'), id, change)).rejects.toMatchObject({ code: 'post_locked' });
    });

    it('refuses a change that is based on an older version', async () => {
      const { id, version } = await existing();
      await service.update(own('u1'), id, { version, timeZone: 'Europe/London' });
      await expect(
        service.update(own('u1'), id, { version, timeZone: 'Europe/Berlin' }),
      ).rejects.toMatchObject({
        code: 'post_changed',
      });
    });

    it('lets one of many changes at once win', async () => {
      const { id, version } = await existing();
      const zones = ['UTC', 'Europe/London', 'Europe/Berlin', 'Asia/Tokyo', 'Asia/Kathmandu'];
      const results = await Promise.allSettled(
        zones.map((timeZone) => service.update(own('u1'), id, { version, timeZone })),
      );
      const lost = results.filter(({ status }) => status === 'rejected');
      expect(lost).toHaveLength(zones.length - 1);
      for (const result of lost) expect(result).toMatchObject({ reason: { code: 'post_changed' } });
      expect((await service.get('u1', id)).version).toBe(version + 1);
    });
  });

  describe('trying again', () => {
    it('makes a failed post due at once', async () => {
      const { id } = await existing({ status: 'FAILED', errorDetails: 'Refused.' });
      expect(await service.retry('u1', id)).toMatchObject({
        status: 'SCHEDULED',
        publishAt: '2026-11-21T12:00:00.000Z',
        errorDetails: null,
      });
    });

    it.each(['SCHEDULED', 'QUEUED', 'PUBLISHED'] as const)(
      'is refused when the post is %s',
      async (status) => {
        const { id } = await existing({ status });
        await expect(service.retry('u1', id)).rejects.toMatchObject({ code: 'not_failed' });
      },
    );

    it('counts once when it is asked for twice at once', async () => {
      const { id, version } = await existing({ status: 'FAILED' });
      const results = await Promise.allSettled([service.retry('u1', id), service.retry('u1', id)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await service.get('u1', id)).version).toBe(version + 1);
    });
  });

  describe('deleting', () => {
    it.each(['SCHEDULED', 'PUBLISHED', 'FAILED'] as const)('removes a %s post', async (status) => {
      const { id } = await existing({ status });
      await service.delete('u1', id);
      await expect(service.get('u1', id)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('is refused while the post is being published', async () => {
      const { id } = await existing({ status: 'QUEUED' });
      await expect(service.delete('u1', id)).rejects.toMatchObject({ code: 'post_locked' });
      expect((await service.get('u1', id)).status).toBe('QUEUED');
    });
  });

  describe('of somebody else', () => {
    it('are like unknown ones, in every operation', async () => {
      const { id } = await existing({ status: 'FAILED' });
      const notFound = { code: 'not_found' };
      for (const [uid, post] of [
        ['u2', id],
        ['u1', UNKNOWN],
      ] as const) {
        await expect(service.get(uid, post)).rejects.toMatchObject(notFound);
        await expect(service.update(own(uid), post, {})).rejects.toMatchObject(notFound);
        await expect(service.retry(uid, post)).rejects.toMatchObject(notFound);
        await expect(service.delete(uid, post)).rejects.toMatchObject(notFound);
      }
      expect((await lists.read('u2', { search: 'bread' })).counts.all).toBe(0);
      expect((await service.get('u1', id)).status).toBe('FAILED');
    });

    it('are not listed from another Google account, and say so when they are opened', async () => {
      const { id } = await existing();
      await database.orm.update(posts).set({ source: 'google', subject: 'another-account' });
      expect((await lists.read('u1', {})).counts.all).toBe(0);
      expect(await service.get('u1', id)).toMatchObject({ isOfOtherAccount: true });
    });
  });

  describe('of a new user', () => {
    beforeEach(async () => {
      new SamplePostsSeeder(accounts, repository).onModuleInit();
      await signIn('u3');
    });

    it('are the sample posts, with their attempts', async () => {
      const { items, counts } = await lists.read('u3', {});
      expect(items.filter(({ isExample }) => !isExample)).toEqual([]);
      expect(counts).toEqual({ all: 16, scheduled: 8, published: 4, failed: 4 });
      const failed = items.find(({ status, postType }) => status === 'FAILED' && postType === 'EVENT');
      const { attempts } = await service.get('u3', failed!.id);
      expect(attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
        [1, 'refused'],
        [2, 'refused'],
      ]);
      expect(attempts.at(-1)?.error).toBe(failed?.errorDetails);
    });

    it('come once, and are their own', async () => {
      await signIn('u3');
      expect((await lists.read('u3', {})).counts.all).toBe(16);
      expect((await lists.read('u1', {})).counts.all).toBe(0);
    });

    it('become the user’s when they schedule them', async () => {
      const seeded = () =>
        database.orm
          .select()
          .from(posts)
          .then((rows) => rows.filter((row) => row.seeded).length);
      const { items } = await lists.read('u3', { status: 'FAILED' });
      await service.retry('u3', items[0]!.id);
      await service.update(own('u3'), items[1]!.id, { publishAt: '2026-11-30T09:00:00Z' });
      expect(await seeded()).toBe(14);
    });
  });
});
