import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import type { FaultKind, GoogleSimulator } from 'gbp-simulator';
import {
  askForToken,
  BAKERY,
  BUSINESS_SCOPE,
  callerOf,
  CERAMICS,
  connect,
  startOver,
  consentAddress,
  PEOPLE,
  startSimulator,
  type TokenAnswer,
} from './support.ts';
import { untilSeen } from '../../test/support/until.ts';

const PIANOS = 'accounts/101000000000000000001/locations/4200000000000000102';

let google: GoogleSimulator;
let tokens: TokenAnswer;
let v4: ReturnType<typeof callerOf>;
let accounts: ReturnType<typeof callerOf>;

beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(async () => {
  ({ tokens, v4, accounts } = await startOver(google));
});

const create = (location = CERAMICS) =>
  v4('POST', `/${location}/localPosts`, { topicType: 'STANDARD', summary: 'The kiln is open.' });
const countPosts = () => google.world.posts({ location: 'Okonjo Ceramics' }).length;
const refresh = () =>
  askForToken(google, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });

describe('a fault before', () => {
  it.each([
    ['unauthenticated', 401, 'UNAUTHENTICATED'],
    ['forbidden', 403, 'PERMISSION_DENIED'],
    ['not-found', 404, 'NOT_FOUND'],
    ['rate-limited', 429, 'RESOURCE_EXHAUSTED'],
    ['zero-quota', 429, 'RESOURCE_EXHAUSTED'],
    ['error-before', 503, 'UNAVAILABLE'],
  ] as const)('%s answers %i once, and nothing is made', async (kind, code, status) => {
    google.faults.next('localPosts.create', kind, { retryAfter: 7 });
    const answer = await create();
    expect(answer).toMatchObject({ status: code, body: { error: { code, status } } });
    expect(answer.headers.get('retry-after')).toBe(kind === 'rate-limited' ? '7' : null);
    expect(countPosts()).toBe(0);
    expect((await create()).status).toBe(200);
    expect(google.calls.list({ operation: 'localPosts.create' })).toMatchObject([
      { status: code, fault: kind },
      { status: 200, accepted: expect.stringContaining(`${CERAMICS}/localPosts/`) },
    ]);
  });

  it.each([
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['rate-limited', 429],
    ['zero-quota', 429],
    ['error-before', 503],
    ['error-after', 500],
    ['timeout-before', 408],
    ['timeout-after', 408],
  ] as const)('or after, %s, strikes the token endpoint too: %i', async (kind, status) => {
    google.faults.next('oauth.refresh', kind);
    expect(await refresh()).toMatchObject({ status, error: expect.any(String) });
    expect((await refresh()).status).toBe(200);
  });

  it('reset-before breaks the connection, and nothing is made', async () => {
    google.faults.next('localPosts.create', 'reset-before');
    await expect(create()).rejects.toThrow();
    expect(countPosts()).toBe(0);
    expect(google.calls.list()).toMatchObject([{ status: null, fault: 'reset-before' }]);
  });

  it('silent never answers, and nothing is made', async () => {
    google.faults.next('accounts.list', 'silent');
    const silence = fetch(`${google.addresses.GBP_ACCOUNTS_URL}/accounts`, {
      signal: AbortSignal.timeout(100),
    });
    await expect(silence).rejects.toThrow('timeout');
    expect(google.calls.list()).toMatchObject([
      { operation: 'accounts.list', status: null, fault: 'silent' },
    ]);
  });
});

describe('an API that is not enabled', () => {
  const disable = (options: object) =>
    google.faults.next('*', 'service-disabled', { match: { api: 'v4' }, ...options });

  it('answers 403 with Google’s reason for as long as was said, and then comes on; the other APIs work', async () => {
    google.clock.set(google.clock.now(), { stopped: true });
    disable({ forMs: 3_000_000 });
    for (const minutes of [0, 30, 19]) {
      google.clock.advance(minutes * 60_000);
      const answer = await create();
      expect(answer).toMatchObject({
        status: 403,
        body: {
          error: {
            status: 'PERMISSION_DENIED',
            message: expect.stringMatching(
              /^Google My Business API has not been used in project \d+ before or/,
            ),
            details: [
              {
                '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
                reason: 'SERVICE_DISABLED',
                metadata: { service: 'mybusiness.googleapis.com' },
              },
            ],
          },
        },
      });
    }
    expect((await accounts('GET', '/accounts')).status).toBe(200);
    expect(countPosts()).toBe(0);
    google.clock.advance(60_000);
    expect((await create()).status).toBe(200);
    expect(countPosts()).toBe(1);
  });

  it('is one that there is, and no sign-in', () => {
    expect(() => disable({ match: { api: 'v5' } })).toThrow('There is no API v5.');
    expect(() => google.faults.next('oauth.refresh', 'service-disabled')).toThrow('cannot strike');
  });
});

describe('a fault after', () => {
  it('reset-after breaks the connection although the post is made', async () => {
    google.faults.next('localPosts.create', 'reset-after');
    await expect(create()).rejects.toThrow();
    expect(countPosts()).toBe(1);
    expect(google.calls.list()).toMatchObject([{ status: null, accepted: expect.any(String) }]);
  });

  it('error-after answers 500 although the post is made', async () => {
    google.faults.next('localPosts.create', 'error-after');
    expect((await create()).status).toBe(500);
    expect(countPosts()).toBe(1);
  });

  it('timeout-after answers 408 although the post is made', async () => {
    google.faults.next('localPosts.create', 'timeout-after');
    expect((await create()).status).toBe(408);
    expect(countPosts()).toBe(1);
  });

  it.each(['garbled', 'half-sent'] as const)(
    '%s gives an answer that cannot be read although the post is made',
    async (kind) => {
      google.faults.next('localPosts.create', kind);
      await expect(create()).rejects.toThrow();
      expect(countPosts()).toBe(1);
      expect(google.calls.list()).toMatchObject([{ status: 200, accepted: expect.any(String) }]);
    },
  );

  it('late answers 503 at once, and makes the post later', async () => {
    google.faults.next('localPosts.create', 'late', { ms: 100 });
    expect((await create()).status).toBe(503);
    expect(countPosts()).toBe(0);
    await untilSeen('the post', () => countPosts() === 1);
    expect(google.calls.list()).toMatchObject([{ status: 503, accepted: expect.any(String) }]);
  });

  it('error-after leaves a refusal as it is', async () => {
    google.faults.next('localPosts.create', 'error-after');
    expect((await v4('POST', `/${CERAMICS}/localPosts`, {})).status).toBe(400);
  });

  it('slow has made the post long before it answers', async () => {
    google.faults.next('localPosts.create', 'slow', { ms: 60_000 });
    const given = AbortSignal.timeout(150);
    const slow = fetch(`${google.addresses.GBP_V4_URL}/${CERAMICS}/localPosts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}` },
      body: JSON.stringify({ topicType: 'STANDARD', summary: 'Slow' }),
      signal: given,
    });
    await expect(slow).rejects.toThrow('timeout');
    expect(countPosts()).toBe(1);
    google.faults.next('accounts.list', 'slow', { ms: 50 });
    const began = performance.now();
    expect((await accounts('GET', '/accounts')).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(49);
  });

  it('rejected, late-listing and without-name strike posts', async () => {
    google.faults.next('localPosts.create', 'rejected');
    const rejected = (await create()).body.name;
    google.clock.advance(2000);
    expect((await v4('GET', `/${rejected}`)).body.state).toBe('REJECTED');

    google.faults.next('localPosts.create', 'late-listing', { ms: 5000 });
    const late = (await create()).body.name;
    const listed = async () =>
      (await v4('GET', `/${CERAMICS}/localPosts`)).body.localPosts.map(({ name }: { name: string }) => name);
    google.clock.advance(4999);
    expect(await listed()).toEqual([rejected]);
    google.clock.advance(1);
    expect(await listed()).toEqual([late, rejected]);

    google.faults.next('localPosts.create', 'without-name');
    const { status, body } = await create();
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('name');
    expect(countPosts()).toBe(3);
  });
});

describe('a fault of the consent', () => {
  it('fewer-scopes grants less than was allowed', async () => {
    google.faults.next('oauth.exchange', 'fewer-scopes');
    const without = await connect(google, PEOPLE.idris);
    expect(without.scope).not.toContain(BUSINESS_SCOPE);
    expect(
      (await callerOf(google.addresses.GBP_ACCOUNTS_URL, without.access_token)('GET', '/accounts')).status,
    ).toBe(403);
    google.faults.next('oauth.exchange', 'fewer-scopes', { scopes: ['openid'] });
    expect((await connect(google, PEOPLE.idris)).scope.split(' ')).not.toContain('openid');
  });

  it('no-refresh-token brings none', async () => {
    google.faults.next('oauth.exchange', 'no-refresh-token');
    expect(await connect(google, PEOPLE.idris)).not.toHaveProperty('refresh_token');
  });

  it('revoked-grant ends it for good', async () => {
    google.faults.next('oauth.refresh', 'revoked-grant');
    expect(await refresh()).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await refresh()).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect((await accounts('GET', '/accounts')).status).toBe(401);
    google.faults.next('oauth.exchange', 'revoked-grant');
    expect(await connect(google, PEOPLE.idris)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('cut-opener cuts the tie to the opening window', async () => {
    const policy = async () =>
      (await fetch(consentAddress(google))).headers.get('cross-origin-opener-policy');
    google.faults.next('oauth.authorize', 'cut-opener');
    expect([await policy(), await policy()]).toEqual(['same-origin', null]);
  });
});

describe('odd-values', () => {
  const list = async () => {
    const { body } = await v4('GET', `/${BAKERY}/reviews`);
    return body as { reviews: Record<string, unknown>[]; averageRating?: unknown };
  };

  it('stand in the object whose name is meant, and leave the others as they are', async () => {
    const before = await list();
    const [first, second, ...others] = before.reviews;
    const fields = { comment: 'Warm\u0000 bread', starRating: null, createTime: 7 };
    google.faults.next('reviews.list', 'odd-values', {
      values: { [`reviews/${String(first!.reviewId)}`]: fields },
    });
    const { starRating: _, ...odd } = first!;
    expect((await list()).reviews).toEqual([
      { ...odd, comment: 'Warm\u0000 bread', createTime: 7 },
      second,
      ...others,
    ]);
    expect(await list()).toEqual(before);
  });

  it('stand in the answer itself under an empty name', async () => {
    google.faults.next('reviews.list', 'odd-values', { values: { '': { averageRating: 'many' } } });
    expect(await list()).toMatchObject({ averageRating: 'many', reviews: expect.any(Array) });
  });
});

describe('faults', () => {
  it('strike as often as they are to, and whom they are meant for', async () => {
    google.configure({ editsPerMinute: 100 });
    google.faults.next('localPosts.create', 'error-before', {
      times: 2,
      match: { location: '4200000000000000102', email: PEOPLE.tamsin },
    });
    const statuses: number[] = [];
    for (const location of [CERAMICS, PIANOS, BAKERY, PIANOS, PIANOS])
      statuses.push((await create(location)).status);
    expect(statuses).toEqual([200, 503, 200, 503, 200]);
    google.faults.next('*', 'error-before', { match: { email: PEOPLE.idris } });
    google.faults.next('*', 'error-before', { match: { account: '101000000000000000002' } });
    expect((await accounts('GET', '/accounts')).status).toBe(200);
    expect((await create(BAKERY)).status).toBe(503);
  });

  it('strike everything that a server calls with *, but no page', async () => {
    google.faults.rate('*', 'error-before', 1, 1);
    expect((await refresh()).status).toBe(503);
    expect((await accounts('GET', '/accounts')).status).toBe(503);
    expect((await fetch(consentAddress(google))).status).toBe(200);
    google.faults.clear();
    expect((await accounts('GET', '/accounts')).status).toBe(200);
  });

  it('strike a share of the requests, the same ones for the same seed', async () => {
    const run = async (seed: number): Promise<string> => {
      google.faults.clear();
      google.faults.rate('accounts.list', 'error-before', 0.3, seed);
      let pattern = '';
      for (let count = 0; count < 60; count++)
        pattern += (await accounts('GET', '/accounts')).status === 200 ? '.' : 'x';
      return pattern;
    };
    const first = await run(7);
    expect(await run(7)).toBe(first);
    expect(await run(8)).not.toBe(first);
    const struck = first.replaceAll('.', '').length;
    expect(struck).toBeGreaterThan(9);
    expect(struck).toBeLessThan(28);
  });

  it('are refused where they could never strike', () => {
    const add = (operation: string, kind: string) => () =>
      google.faults.next(operation as 'accounts.list', kind as FaultKind);
    expect(add('accounts.list', 'rejected')).toThrow('cannot strike');
    expect(add('oauth.authorize', 'error-before')).toThrow('cannot strike');
    expect(add('accounts.lost', 'silent')).toThrow('There is no operation');
    expect(add('*', 'toString')).toThrow('There is no fault');
  });
});
