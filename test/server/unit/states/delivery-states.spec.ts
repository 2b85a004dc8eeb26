import { describe, expect, it } from '@jest/globals';
import { DELIVERY_STATES } from '../../../../dist/server/database/notices.schema.js';
import { RETRY_AFTER_S, verdictOf } from '../../../../dist/server/notices/delivery/delivery-dispatcher.js';
import { combinationsOf, pictureOf, SeenArrows } from '../../../support/documents/state-picture.ts';

/** What a message finds when it was sent. */
const CIRCUMSTANCES = {
  kind: ['notice', 'digest', 'test'],
  attempt: [1, RETRY_AFTER_S.length, RETRY_AFTER_S.length + 1],
  isOn: [true, false],
  pausedReason: [null, 'It failed too often.'],
  outcome: ['delivered', 'retry', 'failed'],
} as const;

describe('the states of a delivery', () => {
  it('follow each other as docs/reliability.md shows it, and in no other way', () => {
    const seen = new SeenArrows();
    // A claim.
    seen.add('waiting', 'sending');
    for (const { outcome, ...is } of combinationsOf(CIRCUMSTANCES)) {
      const [delivery, channel] = [is, is] as never as Parameters<typeof verdictOf>;
      seen.add('sending', verdictOf(delivery, channel, { is: outcome, answer: 'An answer.' }).state);
    }
    const picture = pictureOf('A delivery');
    expect(picture.arrows).toEqual(seen.arrows);
    expect(picture.states).toEqual([...DELIVERY_STATES].sort());
  });
});
