import { describe, expect, it } from '@jest/globals';
import { csvRow } from '../../../dist/server/security/csv.js';

const cell = (text: string) => csvRow([text]).slice(1, -3);

describe('a cell of a table', () => {
  it.each([
    ['at its beginning', '=1+1', `'=1+1`],
    ['after a semicolon', 'a;=1+1', `a;'=1+1`],
    ['after a comma', 'a,@SUM(A1)', `a,'@SUM(A1)`],
    ['after a bar', 'a|-cmd', `a|'-cmd`],
    ['after a tab', 'a\t+cmd', `a\t'+cmd`],
    ['after a line feed', 'a\n=1+1', `a\n'=1+1`],
    ['after a carriage return', 'a\r=1+1', `a\r'=1+1`],
    ['at each of them', '=a;;=b\n\n@c', `'=a;;'=b\n\n'@c`],
    ['with full-width signs', '＝1;＋1\n－1,＠A', `'＝1;'＋1\n'－1,'＠A`],
    ['after what a spreadsheet leaves out', '\t=1', `'\t'=1`],
    ['after spaces', ' =1+1; \u3000@b', ` '=1+1; \u3000'@b`],
    ['after a telephone number', '+44 1632 960888;=1', `+44 1632 960888;'=1`],
    ['where digits are only a part of it', '+1;+1-800-555-0199*2', `'+1;'+1-800-555-0199*2`],
  ])('runs no formula %s', (_where, text, expected) => {
    expect(cell(text)).toBe(expected);
  });

  it.each([
    '+44 1632 960888',
    '+1 (800) 555-0199',
    '+49 30/123456; +49 170 1234567',
    ' +49 30/123456',
    '0123',
    'a + b',
    '1-2; 3',
  ])('stays as it is: %s', (text) => {
    expect(cell(text)).toBe(text);
  });

  it('has its quotation marks twice', () => {
    expect(cell('a "b";=1')).toBe(`a ""b"";'=1`);
  });
});
