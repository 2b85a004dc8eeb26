import { describe, expect, it } from '@jest/globals';
import { hashesOf, type PutBack } from '../../../../dist/server/business-profile/changes/locked-fields.js';
import type { GoogleEditRow } from '../../../../dist/server/database/changes.schema.js';
import { type LockFacts, nextStepOf } from '../../../../dist/server/locks/lock-step.js';

const edit = (publicValue: unknown, ownerValue: unknown = 'Ours', field = 'name') =>
  ({ id: 'e', locationId: 'l', field, publicValue, ownerValue }) as GoogleEditRow;
const putBack = (publicValue: unknown, kept: unknown = 'Ours', over: Partial<PutBack> = {}): PutBack => ({
  id: 'p',
  locationId: 'l',
  field: 'name',
  ...hashesOf('name', { publicValue, kept }),
  at: new Date(),
  isAccepted: true,
  ...over,
});
const stepOf = (facts: Partial<LockFacts>) => {
  const { act, ...rest } = nextStepOf({
    edit: edit('Theirs'),
    isListed: true,
    isUnderWay: false,
    isUnderReview: false,
    putBacks: [],
    ...facts,
  });
  return 'why' in rest ? [act, rest.why] : [act];
};

describe('a lock', () => {
  it.each<[string, Partial<LockFacts>, string[]]>([
    ['puts back what Google changed', {}, ['put_back']],
    ['rests without an open edit', { edit: undefined }, ['rest']],
    ['rests while the location is not listed', { isListed: false }, ['rest']],
    ['comes after another change', { isUnderWay: true }, ['later']],
    ['comes after a review of the owner’s value', { isUnderReview: true }, ['later']],
    ['puts a value back twice', { putBacks: [putBack('Theirs')] }, ['put_back']],
    ['but not three times', { putBacks: [putBack('Theirs'), putBack('Theirs')] }, ['wait', 'value']],
    ['nor in another spelling', { putBacks: [putBack(' Theirs'), putBack('Theirs ')] }, ['wait', 'value']],
    [
      'begins anew with another kept value',
      { putBacks: [putBack('Theirs', 'Former'), putBack('Theirs', 'Former')] },
      ['put_back'],
    ],
    [
      'puts a field back five times',
      { putBacks: ['A', 'B', 'C', 'D'].map((value) => putBack(value)) },
      ['put_back'],
    ],
    [
      'but not six times',
      { putBacks: ['A', 'B', 'C', 'D', 'E'].map((value) => putBack(value)) },
      ['wait', 'field'],
    ],
    [
      'counts neither other fields nor other locations',
      {
        putBacks: [
          putBack('Theirs', 'Ours', { field: 'websiteUri' }),
          putBack('Theirs', 'Ours', { locationId: 'm' }),
        ],
      },
      ['put_back'],
    ],
    [
      'asks about closed, whatever else there is',
      { edit: edit('CLOSED_PERMANENTLY', 'OPEN', 'openStatus'), isUnderWay: true },
      ['wait', 'closed'],
    ],
    ['puts open back', { edit: edit('OPEN', 'CLOSED_TEMPORARILY', 'openStatus') }, ['put_back']],
  ])('%s', (_name, facts, step) => {
    expect(stepOf(facts)).toEqual(step);
  });
});
