import { describe, expect, it } from '@jest/globals';
import { SAMPLE_LOCATIONS } from '../../../dist/server/business-profile/sample/sample-locations.js';
import { refusalOf } from '../../../dist/server/posts/preflight.service.js';
import { samplePosts } from '../../../dist/server/business-profile/sample/sample-posts.js';
import { POST_STATUSES, POST_TYPES } from '../../../dist/server/database/schema.js';
import { completeBody, faultsOfBody } from '../../../dist/server/posts/post-rules.js';
import { countCharacters } from '../../../dist/server/posts/post-body.dto.js';
import { isTimeZone } from '../../../dist/server/security/time-rules.js';

const MINUTE_MS = 60_000;

describe.each(['2026-11-21T12:34:56.789Z', '2027-01-01T00:00:00Z', '2028-02-29T23:59:59.999Z'])(
  'the sample posts of a user who came at %s',
  (instant) => {
    const now = new Date(instant);
    const samples = samplePosts(now, refusalOf);
    const posts = samples.map(({ post }) => post);
    const inStatus = (status: string) => samples.filter(({ post }) => post.status === status);

    it('show every type in every status', () => {
      const shown = posts.map(({ postType, status }) => `${postType} ${status}`);
      const possible = POST_TYPES.flatMap((type) => POST_STATUSES.map((status) => `${type} ${status}`));
      expect([...shown].sort()).toEqual([...possible].sort());
    });

    it('are marked as sample data, at a sample location under its name and store code', () => {
      for (const post of posts) {
        expect(post).toMatchObject({ source: 'sample', seeded: true });
        const location = SAMPLE_LOCATIONS.find(({ id }) => id === post.locationId);
        const { accountId, name: locationName, storeCode } = location!;
        expect(post).toMatchObject({ accountId, locationName, storeCode });
        expect(isTimeZone(post.timeZone)).toBe(true);
      }
    });

    it('have content that could be scheduled as it is', () => {
      for (const { body, postType, publishAt, timeZone } of posts) {
        expect(faultsOfBody(body)).toEqual([]);
        expect(completeBody(body, { publishAt, timeZone })).toEqual(body);
        expect(body.topicType).toBe(postType);
        expect(countCharacters(body.summary)).toBeLessThanOrEqual(1500);
        expect(countCharacters(body.event?.title ?? '')).toBeLessThanOrEqual(58);
      }
    });

    it('have short and long texts, one near the limit', () => {
      const lengths = posts.map(({ body }) => countCharacters(body.summary));
      expect(lengths.filter((length) => length > 100).length).toBeGreaterThanOrEqual(3);
      expect(lengths.filter((length) => length <= 100).length).toBeGreaterThanOrEqual(3);
      expect(Math.max(...lengths)).toBeGreaterThan(1450);
    });

    it('were written before the user came and before they were due', () => {
      for (const { createdAt, publishAt } of posts)
        expect(createdAt.getTime()).toBeLessThan(Math.min(now.getTime(), publishAt.getTime()));
    });

    it('lie ahead when scheduled', () => {
      for (const { post, attempts } of inStatus('SCHEDULED')) {
        expect(post.publishAt.getTime()).toBeGreaterThan(now.getTime());
        expect(attempts).toEqual([]);
      }
    });

    it('are a few minutes under way when queued, with the reason', () => {
      for (const { post, attempts } of inStatus('QUEUED')) {
        const minutes = (now.getTime() - post.publishAt.getTime()) / MINUTE_MS;
        expect(minutes).toBeGreaterThan(0);
        expect(minutes).toBeLessThan(10);
        expect(['in_review', 'waiting_for_quota']).toContain(post.detail);
        expect(attempts).toEqual([]);
      }
      expect(inStatus('QUEUED').map(({ post }) => post.detail)).toContain('in_review');
    });

    it('have gone out at their last attempt when published', () => {
      for (const { post, attempts } of inStatus('PUBLISHED')) {
        expect(attempts.at(-1)).toMatchObject({
          outcome: 'published',
          error: null,
          startedAt: post.publishedAt,
        });
        expect(post.publishedAt?.getTime()).toBeGreaterThanOrEqual(post.publishAt.getTime());
        expect(post.publishedAt?.getTime()).toBeLessThan(now.getTime());
        expect(post.errorDetails).toBeNull();
      }
    });

    it('say why in a sentence when failed', () => {
      for (const { post, attempts } of inStatus('FAILED')) {
        expect(post.errorDetails).toMatch(/^[A-Z].+\.$/);
        expect(attempts.at(-1)).toMatchObject({ outcome: 'refused', error: post.errorDetails });
        expect(attempts.at(-1)?.startedAt.getTime()).toBeLessThan(now.getTime());
        expect(post.publishedAt).toBeNull();
      }
    });

    it('number their attempts from 1', () => {
      for (const { attempts } of samples)
        expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_attempt, index) => index + 1));
    });
  },
);
