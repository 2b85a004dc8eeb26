import { describe, expect, it } from '../../test/support/jest.ts';
import { controlOf, type FaultKind } from 'gbp-simulator';
import { MARKET_HILL } from '../../test/support/google/tamsins-places.ts';
import { startReviewed } from './reviewed.ts';
import { PEOPLE } from './support.ts';

const reviewed = startReviewed();
const { get, put, remove, add, replyOf, setOfMarketHill } = reviewed;

describe('a reply', () => {
  it('is pending, then approved; a change of it is pending again, and it can be deleted', async () => {
    const { name } = add();
    const { status, body } = await put(name, { comment: 'Thank you.' });
    expect([status, body]).toEqual([
      200,
      { comment: 'Thank you.', updateTime: '2026-05-04T10:00:00.000Z', reviewReplyState: 'PENDING' },
    ]);
    reviewed.google.clock.advance(1999);
    expect((await replyOf(name))?.reviewReplyState).toBe('PENDING');
    reviewed.google.clock.advance(1);
    expect((await replyOf(name))?.reviewReplyState).toBe('APPROVED');
    expect(await (await fetch((await get(name)).reviewReplyUrl!)).text()).toContain('Thank you.');
    await put(name, { comment: 'Thank you, and come again.' });
    expect(await replyOf(name)).toEqual({
      comment: 'Thank you, and come again.',
      updateTime: '2026-05-04T10:00:02.000Z',
      reviewReplyState: 'PENDING',
    });
    expect((await get(name)).updateTime).toBe('2026-05-04T10:00:00.000Z');
    expect((await remove(name)).body).toEqual({});
    expect(await get(name)).not.toHaveProperty('reviewReply');
    expect((await remove(name)).status).toBe(404);
    reviewed.google.configure({ missingReplyIsNotFound: false });
    expect((await remove(name)).body).toEqual({});
  });

  const sharp = 'ß'.repeat(2048);
  it.each([
    ['an empty text', { comment: '' }, 2],
    ['spaces', { comment: '  ' }, 2],
    ['no text', {}, 2],
    ['4,097 bytes', { comment: `${sharp}!` }, 9],
  ])('with %s is refused', async (_, body, code) => {
    const { name } = add();
    const answer = await put(name, body);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          details: [
            {
              '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
              errorDetails: [{ code, field: 'comment' }],
            },
          ],
        },
      },
    });
    expect(await get(name)).not.toHaveProperty('reviewReply');
    expect((await put(name, { comment: sharp })).status).toBe(200);
  });

  it('is refused with names that there are not, with another type, and at an unverified location', async () => {
    const { name } = add();
    const refused = await put(name, { comment: 'Thanks.', text: 'x' });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('Unknown name "text"');
    for (const body of [{ comment: 3 }, '[]', '{']) expect((await put(name, body)).status).toBe(400);
    reviewed.google.world.setVerification({ location: MARKET_HILL, verification: 'SUSPENDED' });
    for (const { status, body } of [await put(name, { comment: 'Thanks.' }), await remove(name)])
      expect([status, body.error.details[0].errorDetails[0].code]).toEqual([400, 1301]);
  });

  it.each([
    ['Ring 01632 960201', 'ADVERTISING_AND_SOLICITATION'],
    ['See https://example.com', 'ADVERTISING_AND_SOLICITATION'],
    ['See www.example.com', 'ADVERTISING_AND_SOLICITATION'],
    ['The same again', 'REPETITIVE'],
  ])('is rejected for what it says: %s', async (comment, policyViolation) => {
    await put(add().name, { comment: 'The same again' });
    const { name } = add();
    expect((await put(name, { comment })).body).not.toHaveProperty('policyViolation');
    reviewed.google.clock.advance(2000);
    expect(await replyOf(name)).toMatchObject({ reviewReplyState: 'REJECTED', policyViolation });
    // Sent once more, a text does not repeat itself.
    const own = add();
    await put(own.name, { comment: 'Of its own' });
    await put(own.name, { comment: 'Of its own' });
    reviewed.google.clock.advance(2000);
    expect(await replyOf(own.name)).toMatchObject({ reviewReplyState: 'APPROVED' });
  });

  it('gets the verdict that was set for the next ones, by the simulator’s clock or now', async () => {
    const answered = async () => {
      const { name } = add();
      await put(name, { comment: 'Thank you.' });
      expect(await replyOf(name)).toMatchObject({ reviewReplyState: 'PENDING' });
      reviewed.google.world.endReplyReviews({ location: MARKET_HILL });
      const { comment: _, updateTime: __, ...verdict } = (await replyOf(name))!;
      return { name, verdict };
    };
    reviewed.google.world.setReplyVerdict({ verdict: 'REJECTED', policyViolation: 'NEW_OF_2027', times: 1 });
    reviewed.google.world.setReplyVerdict({ verdict: 'APPROVED', location: MARKET_HILL });
    expect((await answered()).verdict).toEqual({
      reviewReplyState: 'REJECTED',
      policyViolation: 'NEW_OF_2027',
    });
    const { name, verdict } = await answered();
    expect(verdict).toEqual({ reviewReplyState: 'APPROVED' });
    reviewed.google.world.setReplyVerdict({ verdict: null });
    expect((await answered()).verdict).toMatchObject({ policyViolation: 'REPETITIVE' });
    reviewed.google.world.decideReply({ review: name, verdict: 'REJECTED', policyViolation: 'PRIVACY' });
    expect(await replyOf(name)).toMatchObject({ reviewReplyState: 'REJECTED', policyViolation: 'PRIVACY' });
    expect(() => reviewed.google.world.setReplyVerdict({ verdict: 'LIVE' as 'APPROVED' })).toThrow(
      'APPROVED or REJECTED',
    );
  });

  it('counts as an edit of the location unless Google does not count it', async () => {
    reviewed.google.configure({ editsPerMinute: 2 });
    const { name } = add();
    const statuses = async () => {
      const all = [
        await put(name, { comment: 'One' }),
        await put(name, { comment: 'Two' }),
        await remove(name),
      ];
      return all.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 429]);
    reviewed.google.configure({ repliesCountAsEdits: false });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('from before April 2026 lacks a state if so set, and one from now on changes its review’s time if so set', async () => {
    const old = setOfMarketHill().reviews.findLast(({ resource }) => resource.reviewReply)!;
    expect(old.resource.reviewReply).toMatchObject({ reviewReplyState: 'APPROVED' });
    reviewed.google.configure({ olderReplyStates: false, repliesUpdateReviews: true });
    expect(await replyOf(old.name)).not.toHaveProperty('reviewReplyState');
    await put(old.name, { comment: 'Once more.' });
    expect(await get(old.name)).toMatchObject({
      updateTime: '2026-05-04T10:00:00.000Z',
      reviewReply: { reviewReplyState: 'PENDING' },
    });
  });
});

describe('the journal of replies', () => {
  const short = () =>
    reviewed.google.journal
      .replies()
      .map(({ write, comment, by, isDone, status, fault }) => [write, comment, by, isDone, status, fault]);

  it('has what was written by whom, elsewhere too', async () => {
    const { name, id } = add();
    await put(name, { comment: 'By the app' });
    reviewed.google.world.replyElsewhere({ review: name, comment: 'By hand' });
    expect(await replyOf(name)).toMatchObject({ comment: 'By hand', reviewReplyState: 'PENDING' });
    reviewed.google.world.replyElsewhere({ review: id, comment: null });
    expect(await get(name)).not.toHaveProperty('reviewReply');
    await remove(name);
    await put(name, { comment: '' });
    expect(short()).toEqual([
      ['put', 'By the app', 'api', true, 200, undefined],
      ['put', 'By hand', 'elsewhere', true, null, undefined],
      ['delete', undefined, 'elsewhere', true, null, undefined],
      ['delete', undefined, 'api', false, 404, undefined],
      ['put', '', 'api', false, 400, undefined],
    ]);
    const [first] = reviewed.google.journal.replies({ review: id });
    expect(first).toMatchObject({
      seq: 1,
      at: '2026-05-04T10:00:00.000Z',
      location: MARKET_HILL,
      person: PEOPLE.tamsin,
      call: reviewed.google.calls.list({ operation: 'reviews.updateReply' })[0]?.number,
    });
    const control = controlOf(reviewed.google.origin);
    expect(await control.journal.replies({ location: MARKET_HILL, after: 4 })).toHaveLength(1);
    expect(await control.journal.replies({ review: 'other' })).toEqual([]);
  });

  it.each<[FaultKind, boolean, number | null]>([
    ['rate-limited', false, 429],
    ['error-before', false, 503],
    ['reset-before', false, null],
    ['silent', false, null],
    ['error-after', true, 500],
    ['timeout-after', true, 408],
    ['garbled', true, 200],
    ['half-sent', true, 200],
    ['reset-after', true, null],
    ['slow', true, 200],
  ])('says what a fault made of it: %s', async (fault, isDone, status) => {
    const { name } = add();
    reviewed.google.faults.next('reviews.updateReply', fault, { ms: 20 });
    const sent = fetch(`${reviewed.google.addresses.GBP_V4_URL}/${name}/reply`, {
      method: 'PUT',
      body: JSON.stringify({ comment: 'Lost or not' }),
      headers: {
        authorization: `Bearer ${reviewed.google.world.issueTokens({ email: PEOPLE.tamsin }).access_token}`,
      },
      ...(fault === 'silent' && { signal: AbortSignal.timeout(100) }),
    });
    await sent.then((answer) => answer.text()).catch(() => undefined);
    expect(short()).toEqual([['put', 'Lost or not', 'api', isDone, status, fault]]);
    expect((await replyOf(name))?.comment).toBe(isDone ? 'Lost or not' : undefined);
  });

  it('says that a slow answer found its caller gone', async () => {
    const { name } = add();
    reviewed.google.faults.next('reviews.updateReply', 'slow', { ms: 60_000 });
    const sent = fetch(`${reviewed.google.addresses.GBP_V4_URL}/${name}/reply`, {
      method: 'PUT',
      body: JSON.stringify({ comment: 'Too late' }),
      headers: {
        authorization: `Bearer ${reviewed.google.world.issueTokens({ email: PEOPLE.tamsin }).access_token}`,
      },
      signal: AbortSignal.timeout(100),
    });
    await expect(sent).rejects.toThrow();
    expect(short()).toEqual([['put', 'Too late', 'api', true, null, 'slow']]);
  });
});
