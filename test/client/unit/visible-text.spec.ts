import { describe, expect, it } from '@jest/globals';
import { isBlank } from '../../../client/lib/visible-text.js';
import { hasVisible } from '../../../dist/server/security/visible-text.js';

describe('What can be seen of a text, in the browser as on the server', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['white space', ' \t\n\u00a0\u2003\u3000'],
    ['zero-width spaces and joiners', '\u200b\u200c\u200d\u2060\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['marks of direction', '\u200e\u200f\u061c\u202a\u202e\u2066\u2069'],
    ['variation selectors', '\ufe00\ufe0f\u{e0100}'],
    ['tags', '\u{e0001}\u{e0041}\u{e007f}'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['Khmer vowels without a form, and a Mongolian separator', '\u17b4\u17b5\u180e'],
    ['an empty Braille cell', '\u2800'],
    ['a combining joiner', '\u034f'],
    ['control characters', '\u0001\u007f\u0085'],
    ['a Khitan filler', '\u{16fe4}'],
    ['marks of annotation', '\ufff9\ufffa\ufffb'],
  ])('is nothing: %s', (_name, text) => {
    expect([hasVisible(text), isBlank(text)]).toEqual([false, true]);
  });

  it.each([
    'a',
    '.',
    '0',
    '日',
    'ب',
    'ก',
    '❤\ufe0f',
    '👩\u200d🍳',
    '⠁',
    '\u0301',
    '؀١',
    '\u200bx\u200b',
    '한',
  ])('is something: %s', (text) => {
    expect([hasVisible(text), isBlank(text)]).toEqual([true, false]);
  });
});
