import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { operationsOf } from '../../support/api/operations.ts';
import { untilSeen } from '../../support/until.ts';

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
});
afterAll(() => served.close());

const inDays = (days: number): string =>
  new Date(served.clock.now().getTime() + days * 86_400_000).toISOString();
const newPost = (postBody: object = {}) => ({
  locationId: 'sample-101',
  publishAt: inDays(1),
  postBody: { languageCode: 'en-US', summary: 'News', topicType: 'STANDARD', ...postBody },
});
const day = (dayOfMonth: number) => ({ year: 2027, month: 3, day: dayOfMonth });
const firstOf = async (status: string): Promise<{ id: string; version: number }> => {
  const { body } = await robin.send('get', `/api/posts?status=${status}&limit=1`).expect(200);
  return (body.items as { id: string; version: number }[])[0] ?? { id: '', version: 0 };
};

describe('scheduling a post of each type', () => {
  it.each([
    ['STANDARD', { topicType: 'STANDARD' }, {}],
    [
      'CALL_TO_ACTION',
      {
        topicType: 'CALL_TO_ACTION',
        callToAction: { actionType: 'BOOK', url: 'https://www.example.com/book' },
      },
      {},
    ],
    [
      'EVENT, whose end is filled in',
      {
        topicType: 'EVENT',
        event: { title: 'Evening', schedule: { startDate: day(1), startTime: { hours: 18, minutes: 0 } } },
      },
      {
        event: {
          title: 'Evening',
          schedule: {
            startDate: day(1),
            startTime: { hours: 18, minutes: 0 },
            endDate: day(1),
            endTime: { hours: 23, minutes: 59 },
          },
        },
      },
    ],
    [
      'OFFER, whose title and dates are filled in',
      { topicType: 'OFFER', offer: { couponCode: 'TWO4ONE' } },
      { event: { title: 'News', schedule: expect.any(Object) } },
    ],
  ])('%s', async (_, postBody, filledIn) => {
    const body = newPost(postBody);
    const made = await robin.send('post', '/api/posts', body).expect(201);
    expect(made.body).toMatchObject({
      locationId: 'sample-101',
      publishAt: body.publishAt,
      timeZone: 'UTC',
      postType: postBody.topicType,
      status: 'SCHEDULED',
      postBody: { ...body.postBody, ...filledIn },
    });
    const read = await robin.send('get', `/api/posts/${made.body.id}`).expect(200);
    expect(read.body).toEqual({ ...made.body, attempts: [] });
  });

  it('names every faulty field by its path', async () => {
    const post = newPost({ summary: 'x'.repeat(1501), topicType: 'CALL_TO_ACTION' });
    const { body } = await robin.send('post', '/api/posts', post).expect(400);
    expect(body.errors).toContainEqual({
      field: 'postBody.summary',
      message: 'Post content must be at most 1,500 characters',
    });
    const late = await robin
      .send('post', '/api/posts', { ...newPost({ topicType: 'EVENT' }), publishAt: inDays(-1) })
      .expect(400);
    expect(late.body.errors).toEqual(
      expect.arrayContaining([
        { field: 'publishAt', message: 'Publish time must be in the future' },
        { field: 'postBody.event.title', message: 'Event title is required' },
      ]),
    );
  });

  it('counts characters as a person does: 1500 emoji are 1500', async () => {
    await robin.send('post', '/api/posts', newPost({ summary: '🥐'.repeat(1500) })).expect(201);
    await robin.send('post', '/api/posts', newPost({ summary: '🥐'.repeat(1501) })).expect(400);
  });
});

describe('an Idempotency-Key', () => {
  const send = (body: object, key: string) =>
    robin.send('post', '/api/posts', body).set('Idempotency-Key', key);

  it('makes one post of twenty requests at once', async () => {
    const body = newPost({ summary: 'Only once, please' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body, 'key-1')));
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    const refused = answers.find(({ status }) => status === 409);
    if (refused) expect(refused.headers['retry-after']).toBe('2');
    const again = await send(body, 'key-1').expect(201);
    const { body: list } = await robin.send('get', '/api/posts?search=Only+once').expect(200);
    expect((list.items as { id: string }[]).map(({ id }) => id)).toEqual([again.body.id]);
  });

  it('is refused with another body, and where it is no key', async () => {
    await send(newPost(), 'key-2').expect(201);
    const other = await send(newPost({ summary: 'Other news' }), 'key-2').expect(422);
    expect(other.body.code).toBe('idempotency_key_reused');
    const wrong = await send(newPost(), 'x'.repeat(101)).expect(400);
    expect(wrong.body.errors[0].field).toBe('Idempotency-Key');
  });
});

describe('what a person can do with a post', () => {
  it('change a scheduled one, once per version', async () => {
    const made = await robin.send('post', '/api/posts', newPost()).expect(201);
    const path = `/api/posts/${made.body.id}`;
    const change = { postBody: { ...newPost().postBody, summary: 'Better news' }, version: 1 };
    const changed = await robin.send('patch', path, change).expect(200);
    expect(changed.body).toMatchObject({
      summary: 'Better news',
      version: 2,
      publishAt: made.body.publishAt,
    });
    expect((await robin.send('patch', path, change).expect(409)).body.code).toBe('post_changed');
  });

  it('change it under an Idempotency-Key, once, however often the answer is lost', async () => {
    const made = await robin.send('post', '/api/posts', newPost()).expect(201);
    const path = `/api/posts/${made.body.id}`;
    const change = { publishAt: inDays(3), version: 1 };
    const send = (body: object, to = path) =>
      robin.send('patch', to, body).set('Idempotency-Key', `change-of-${made.body.id}`);
    const at = await Promise.all([send(change), send(change), send(change)]);
    for (const { status, body } of at)
      expect([200, 'request_in_progress']).toContain(status === 409 ? body.code : status);
    const changed = await send(change).expect(200);
    expect(changed.body).toMatchObject({ publishAt: change.publishAt, version: 2 });
    // Neither another change nor another post goes under the same key.
    expect((await send({ ...change, publishAt: inDays(4) }).expect(422)).body.code).toBe(
      'idempotency_key_reused',
    );
    const other = await robin.send('post', '/api/posts', newPost()).expect(201);
    await send(change, `/api/posts/${other.body.id}`).expect(422);
    // Somebody else is still somebody else.
    expect((await robin.send('patch', path, change).expect(409)).body.code).toBe('post_changed');
  });

  it('delete it, and it is gone', async () => {
    const made = await robin.send('post', '/api/posts', newPost()).expect(201);
    await robin.send('delete', `/api/posts/${made.body.id}`).expect(204);
    await robin.send('get', `/api/posts/${made.body.id}`).expect(404);
    await robin.send('delete', `/api/posts/${made.body.id}`).expect(404);
  });

  it('try a failed one again, and only that', async () => {
    // One that fails by bad luck: what Google would refuse fails again at once.
    const found = await robin.send('get', '/api/posts?status=FAILED&search=Quiz+night').expect(200);
    const [failed] = found.body.items as [{ id: string; version: number }];
    const details = await robin.send('get', `/api/posts/${failed.id}`).expect(200);
    expect(details.body.errorDetails).toEqual(expect.any(String));
    expect(details.body.attempts).not.toHaveLength(0);
    const retried = await robin.send('post', `/api/posts/${failed.id}/retry`).expect(200);
    expect(retried.body).toMatchObject({
      status: 'SCHEDULED',
      errorDetails: null,
      version: failed.version + 1,
    });
    expect((await robin.send('post', `/api/posts/${failed.id}/retry`).expect(409)).body.code).toBe(
      'not_failed',
    );
    await untilSeen('that it is published', async () => {
      const { body } = await robin.send('get', `/api/posts/${failed.id}`).expect(200);
      return (body as { status: string }).status === 'PUBLISHED';
    });
  });

  it('neither change nor retry a published one', async () => {
    const { id } = await firstOf('PUBLISHED');
    const change = { publishAt: inDays(2) };
    expect((await robin.send('patch', `/api/posts/${id}`, change).expect(409)).body.code).toBe('post_locked');
    await robin.send('post', `/api/posts/${id}/retry`).expect(409);
  });

  it('find it by tab, with counts that add up', async () => {
    const { body } = await robin.send('get', '/api/posts').expect(200);
    const { all, scheduled, published, failed } = body.counts as Record<string, number>;
    expect(all).toBe((scheduled ?? 0) + (published ?? 0) + (failed ?? 0));
    expect(body.items).toHaveLength(all ?? 0);
    const tab = await robin.send('get', '/api/posts?status=SCHEDULED').expect(200);
    expect(tab.body.items).toHaveLength(scheduled ?? 0);
    const statuses = new Set((tab.body.items as { status: string }[]).map(({ status }) => status));
    expect(statuses).toEqual(new Set(['SCHEDULED', 'QUEUED']));
  });
});

describe("somebody else's posts", () => {
  it('are like unknown ones, for every operation with an id', async () => {
    const kim = await served.signUp();
    const { id } = (await robin.send('post', '/api/posts', newPost({ summary: 'Mine alone' })).expect(201))
      .body;
    const operations = (await operationsOf(served)).filter(({ path }) =>
      /^\/api\/posts\/[0-9a-f-]{36}/.test(path),
    );
    expect(operations.map(({ id: name }) => name).sort()).toEqual([
      'deletePost',
      'getPost',
      'retryPost',
      'updatePost',
    ]);
    for (const { method, path } of operations) {
      const unknown = await kim
        .send(method, path, method === 'patch' ? { version: 1 } : undefined)
        .expect(404);
      const foreign = await kim
        .send(
          method,
          path.replace(/[0-9a-f-]{36}/, id as string),
          method === 'patch' ? { version: 1 } : undefined,
        )
        .expect(404);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
    expect((await kim.send('get', '/api/posts?search=Mine+alone')).body.items).toEqual([]);
    await robin.send('get', `/api/posts/${id}`).expect(200);
  });
});
