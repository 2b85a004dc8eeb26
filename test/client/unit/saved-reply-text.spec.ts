import { describe, expect, it } from '@jest/globals';
import { byteLength, MAX_BYTES, overLimitWords } from '../../../client/reviews/data/reply-length.js';
import { fillSavedReply, placeholdersIn } from '../../../client/reviews/saved-replies/saved-reply-text.js';

const AT = { locationName: 'Hearth & Crumb' };

describe('The text of a saved reply', () => {
  it.each([
    ['Dear {name}, see you at {location}.', 'Dear $& Vance, see you at Hearth & Crumb.'],
    ['Thanks!', 'Thanks!'],
  ])('fills %j for a reviewer with a name', (text, filled) => {
    expect(fillSavedReply(text, { reviewerName: '$& Vance', ...AT })).toBe(filled);
  });

  it.each([
    ['Dear {name}, thank you.', 'Dear, thank you.'],
    ['Thank you, {name}!', 'Thank you!'],
    ['{name}, thank you.', 'Thank you.'],
    ['Hello\n{name}: all the best', 'Hello\nAll the best'],
    ['Hello {name}\n\nThanks', 'Hello\n\nThanks'],
    ['{name}', ''],
  ])('reads on without the name of an anonymous one: %j', (text, filled) => {
    expect(fillSavedReply(text, { reviewerName: null, ...AT })).toBe(filled);
  });

  it('finds what was left', () => {
    expect(placeholdersIn('{name} and {name} at {location} {other}')).toEqual(['{name}', '{location}']);
  });
});

describe('The length of a reply', () => {
  it('is counted in bytes', () => {
    expect(['a', 'é', '€', '🙂', '👩‍🍳'].map(byteLength)).toEqual([1, 2, 3, 4, 11]);
  });

  it('may reach the limit, and no more', () => {
    expect(overLimitWords('a'.repeat(MAX_BYTES))).toBeUndefined();
    expect(overLimitWords('é'.repeat(MAX_BYTES / 2) + 'a')).toMatch(/^The text is 1 byte too long/);
  });
});
