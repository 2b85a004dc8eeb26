import { describe, expect, it } from '@jest/globals';
import { cut } from '../../../../dist/server/config/cut.js';
import { toWords } from '../../../../dist/server/statistics/reading/known-words.js';
import { parseClean } from '../../../../dist/server/security/clean-json.js';

describe('JSON of another service', () => {
  it.each([
    ['U+0000', String.raw`{"a":"x\u0000y"}`, { a: 'x\ufffdy' }],
    ['U+0000 in a key', String.raw`{"a\u0000":1}`, { 'a\ufffd': 1 }],
    ['the first half of a pair', String.raw`["x\ud83d","\uD83Dy"]`, ['x\ufffd', '\ufffdy']],
    ['the second half', String.raw`["\ude00"]`, ['\ufffd']],
    ['halves in the wrong order', String.raw`["\ude00\ud83d"]`, ['\ufffd\ufffd']],
    ['two first halves, then a second', String.raw`["\ud83d\ud83d\ude00"]`, ['\ufffd😀']],
  ])('has no %s', (_name, text, value) => {
    expect(parseClean(text)).toEqual(value);
  });

  it.each([
    ['a pair', String.raw`["\ud83d\ude00 😀"]`, ['😀 😀']],
    ['a backslash before what looks like it', String.raw`["\\u0000","\\\\ud83d"]`, ['\\u0000', '\\\\ud83d']],
    ['all other escapes', String.raw`["\n\"\/\u003c\u00e9"]`, ['\n"/<é']],
  ])('keeps %s', (_name, text, value) => {
    expect(parseClean(text)).toEqual(value);
  });

  it('is refused where it is none', () => {
    expect(() => parseClean(String.raw`{"a":"\u00"}`)).toThrow(SyntaxError);
    expect(() => parseClean('')).toThrow(SyntaxError);
  });
});

describe('a text that is cut', () => {
  it('has at most so many characters, and never half of one', () => {
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abcd', 3)).toBe('abc');
    expect(cut('ab😀', 3)).toBe('ab');
    expect(cut('ab😀', 4)).toBe('ab😀');
  });

  it('is a search word, too', () => {
    const [word] = toWords([{ searchKeyword: `${'a'.repeat(199)}😀`, insightsValue: { value: '1' } }]);
    expect(word?.word).toBe('a'.repeat(199));
  });
});
