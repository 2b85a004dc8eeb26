import { describe, expect, it } from '@jest/globals';
import type { ReplyWrite } from 'gbp-simulator';
import { sentencesIn } from '../../../chaos/report.ts';
import { judgeReplies, type RepliedReview } from '../../../chaos/reviews/reply-oracle.ts';

let seq = 0;
const write = (comment: string | null, changes: Partial<ReplyWrite> = {}): ReplyWrite => ({
  seq: (seq += 1),
  at: new Date(seq * 60_000).toISOString(),
  location: 'l',
  review: 'r',
  write: comment === null ? 'delete' : 'put',
  ...(comment !== null && { comment }),
  by: 'api',
  isDone: true,
  status: 200,
  ...changes,
});
const put = (text: string, saw: string | null = null) => ({ text, saw, answer: 'taken' as const });
const shown = (text: string | null, own?: { state: string; text: string | null }) =>
  ({
    replyAtGoogle: text === null ? null : { text },
    ownReply: own ?? null,
  }) as RepliedReview['shown'];
const kinds = (changes: Partial<RepliedReview>) => {
  const replied = { review: 'r', asked: [], before: null, writes: [], atGoogle: null, shown: shown(null) };
  return sentencesIn(judgeReplies([{ ...replied, ...changes }])).map((fault) => fault.split(':')[0]);
};

describe('the judgement of replies', () => {
  it('accepts what came about, and what the product says has not', () => {
    expect(kinds({ asked: [put('A')], writes: [write('A')], atGoogle: 'A', shown: shown('A') })).toEqual([]);
    expect(kinds({ asked: [put('A')], shown: shown(null, { state: 'FAILED', text: 'A' }) })).toEqual([]);
    const theirs = write('T', { by: 'elsewhere' });
    expect(
      kinds({ asked: [put('A')], writes: [write('A'), theirs], atGoogle: 'T', shown: shown('T') }),
    ).toEqual([]);
    const removal = { text: null, saw: null, answer: 'taken' as const };
    expect(kinds({ asked: [put('A'), removal], writes: [theirs], atGoogle: 'T', shown: shown('T') })).toEqual(
      [],
    );
  });

  it.each([
    ['lost', { asked: [put('A')] }],
    [
      'lost',
      {
        asked: [put('A'), { text: null, saw: 'A', answer: 'taken' as const }],
        writes: [write('A')],
        atGoogle: 'A',
        shown: shown('A'),
      },
    ],
    ['untrue', { asked: [put('A')], writes: [write('A')], atGoogle: 'A', shown: shown(null) }],
    [
      'open',
      {
        asked: [put('A')],
        writes: [write('A')],
        atGoogle: 'A',
        shown: shown('A', { state: 'UNCONFIRMED', text: 'A' }),
      },
    ],
    [
      'overwritten',
      {
        asked: [put('A')],
        writes: [write('T', { by: 'elsewhere' }), write('A')],
        atGoogle: 'A',
        shown: shown('A'),
      },
    ],
    ['repeated', { asked: [put('A')], writes: [write('A'), write('A')], atGoogle: 'A', shown: shown('A') }],
    [
      'backwards',
      {
        asked: [put('A'), put('B')],
        writes: [write('B'), write('A')],
        atGoogle: 'A',
        shown: shown('A', { state: 'FAILED', text: 'B' }),
      },
    ],
    ['unwanted', { writes: [write('A')], atGoogle: 'A', shown: shown('A') }],
  ])('finds what is %s', (kind, changes) => {
    expect(kinds(changes)).toEqual([kind]);
  });

  it('lets what somebody else had seen be replaced', () => {
    const writes = [write('T', { by: 'elsewhere' }), write('A')];
    expect(kinds({ asked: [put('A', 'T')], writes, atGoogle: 'A', shown: shown('A') })).toEqual([]);
  });
});
