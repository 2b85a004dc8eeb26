import { Members, Verbatim } from './json-text.ts';

const character = (...codes: number[]): string => String.fromCharCode(...codes);
const base64 = (text: string): string => Buffer.from(text).toString('base64url');

const NUL = character(0);
const HIGH_HALF = character(0xd83d);
const LOW_HALF = character(0xdc00);
const BYTE_ORDER_MARK = character(0xfeff);
const RIGHT_TO_LEFT = character(0x202e);
const ZERO_WIDTH = character(0x200b);
const JOINER = character(0x200d);
const ACCENT = character(0x301);
const LINE_SEPARATOR = character(0x2028);
const UUID = '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f';

const LENGTHS = ['', ' ', '   ', character(9, 10, 13), ...[200, 201, 1500, 1501, 9000, 70_000].map(long)];

/** What no database stores, and what its own functions choke on. */
const UNSTORABLE = [`a${NUL}b`, NUL, `half ${HIGH_HALF} a character`, LOW_HALF, `${LOW_HALF}${HIGH_HALF}`];

const UNICODE = [
  `${BYTE_ORDER_MARK}text`,
  `${RIGHT_TO_LEFT}txet`,
  ZERO_WIDTH,
  `e${ACCENT.repeat(60)}`,
  `👩${JOINER}👩${JOINER}👧${JOINER}👦`.repeat(40),
  `line${LINE_SEPARATOR}line`,
  character(1, 8, 27, 127, 159),
  character(0xffff, 0xfffe),
  'ﬁﬃ İıſß ΣΑΣ ﷺ',
  '１２３ ٣٤٥ ½ Ⅻ',
];

const INJECTIONS = [
  `'; drop table posts; --`,
  `' or '1'='1`,
  `") or 1=1 --`,
  `1; select pg_sleep(5)`,
  `%' union all values (null) --`,
  '$1',
  ':id',
  '%',
  '_',
  '\\',
  '%_%\\%',
  '\\%',
  '{"$ne":null}',
  `'||(pg_read_file('x'))||'`,
  '../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '%2e%2e%2f%2e%2e%2f',
  '%00',
  '%c0%ae',
  `x${character(13, 10)}Set-Cookie: shingle=planted${character(13, 10)}X: y`,
  '${7*7}',
  '{{7*7}}',
  '<%= 7*7 %>',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '"><img src=x onerror=alert(1)>',
  '%s%n%x',
  '; id',
  '$(id)',
  '*)(uid=*',
];

const LINKS = [
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost:1/',
  'https://user:word@example.com/',
  'http://[::1]/',
  'https://example.com:99999/',
  'data:text/html,x',
  '//example.com',
  'https://example.com/\\..\\x',
  'https://xn--/',
  'https://exämple.com/ß',
  `https://example.com/${'a'.repeat(3000)}`,
];

const TIMES = [
  '2027-02-30T00:00:00Z',
  '2027-03-01T09:00:00',
  '2027-03-01T24:00:00Z',
  '2027-06-30T23:59:60Z',
  '2027-03-01T09:00:00+99:99',
  '2027-03-01T09:00:00-23:59',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1000-01-01T00:00:00Z',
  '2999-12-31T23:59:59.999999999-23:59',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  'infinity',
  'now',
  'epoch',
  '2027-W09',
  'Etc/GMT+25',
  'Europe/../../x',
  'posixrules',
  'localtime',
  '+01:00',
];

const IDS = [
  UUID,
  UUID.toUpperCase(),
  `{${UUID}}`,
  UUID.replaceAll('-', ''),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '4200000000000000999',
  'sample-101',
  'sample-000',
  'accounts/1/locations/2',
  'locations/4200000000000000201:delete',
  'preflight',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0x10',
  '1e3',
  '9007199254740993',
  '9223372036854775808',
  '.',
  '..',
  '*',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
];

/** Cursors as the API gives them, of positions that there are not, and what looks like one. */
export const CURSORS: readonly string[] = [
  base64(`2027-01-01T00:00:00Z ${UUID}`),
  base64(`9999-12-31T23:59:59Z ${UUID}`),
  base64(`2999-12-31T23:59:59.999999999-23:59 ${UUID}`),
  base64('2027-01-01T00:00:00Z x'),
  base64(NUL),
  base64('x'),
  base64(` ${UUID}`),
  base64(`2027-02-30T00:00:00Z ${UUID}`),
  '0',
  '7',
  '999999999',
  '9999999999',
];

/** Texts that have broken other programs. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...LENGTHS,
  ...repeated(UNSTORABLE, 6),
  ...UNICODE,
  ...INJECTIONS,
  ...LINKS,
  ...TIMES,
  ...IDS,
  ...CURSORS,
];

const HOSTILE_NUMBERS: readonly unknown[] = [
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 63),
  1e308,
  ...['1e999', '-1e999', '-0', '1E-400', '123456789012345678901234567890', `1${'0'.repeat(400)}`].map(
    verbatim,
  ),
];

/** One that ends a text in SQL, and one that no database stores: both are fine as a text by the rules of a field. */
export const POISONS: readonly string[] = [`'";--%_\\$1 :a`, `a${NUL}b`];

/** Values of every type, in place of whatever belongs there. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_NUMBERS,
  null,
  true,
  false,
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  { length: 1e9 },
  { toString: 'x', valueOf: 'x' },
  { then: 'x' },
  { toJSON: 'x' },
  new Members([['__proto__', { isAdmin: true }]]),
  new Members([['constructor', { prototype: { isAdmin: true } }]]),
  new Members([['', '']]),
  nestedObject(31),
  nestedObject(33),
  nestedObject(2000),
  verbatim(`${'['.repeat(5000)}${']'.repeat(5000)}`),
  Array.from({ length: 71 }, () => ({})),
  Array.from({ length: 5000 }, (_, index) => index),
];

/** Names that no object of the API has. */
export const HOSTILE_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  '',
  ' ',
  '0',
  '$where',
  'a.b',
  'a[b]',
  'a[]',
  `a${NUL}`,
  HIGH_HALF,
  `'; drop table users; --`,
  'uid',
  'id',
  'role',
  'isAdmin',
  'source',
  'subject',
  'seeded',
  'status',
  'version',
  'attempt',
  'googleName',
  'createdAt',
  'x'.repeat(5000),
];

/** Bodies that are no JSON, or no object, with the type that they are sent as. */
export const HOSTILE_BODIES: readonly (string | Buffer)[] = [
  '',
  '{',
  '}',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":01}',
  '{"a":"\n"}',
  '// nothing\n{}',
  '{}{}',
  '{} x',
  'null',
  'true',
  '42',
  '"text"',
  '[]',
  '[{}]',
  `${BYTE_ORDER_MARK}{}`,
  ' '.repeat(5000),
  `{"a":${'['.repeat(50_000)}`,
  `{"a":"${'x'.repeat(110_000)}"}`,
  'a=1&b=2',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///x">]><a>&b;</a>',
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from('{"a":1}', 'utf16le'),
  Buffer.alloc(300),
];

/** So that they are chosen more often. */
function repeated<Value>(values: Value[], times: number): Value[] {
  return Array.from({ length: times }, () => values).flat();
}

function long(length: number): string {
  return 'x'.repeat(length);
}

function verbatim(text: string): Verbatim {
  return new Verbatim(text);
}

function nestedObject(levels: number): Verbatim {
  return new Verbatim(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
}
