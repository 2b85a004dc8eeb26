import fc from 'fast-check';

const NUL = '\0';
const HALF = '\ud83d';
const base64 = (text: string): string => Buffer.from(text).toString('base64url');

/** Texts that other programs took for SQL, patterns, paths or code, one in a line. */
const INJECTIONS = String.raw`
'
'; drop table posts; --
' or '1'='1
1; select pg_sleep(5)
$1
%
_
\
%_%\%
{"$ne":null}
../../../etc/passwd
%00
%c0%ae
{{7*7}}
<script>alert(1)</script>
$(id)
..
__proto__`.split('\n');

/** Links, times and IDs that mean something odd, one in a line. */
const ODD_VALUES = String.raw`
javascript:alert(1)
http://169.254.169.254/latest/meta-data/
http://localhost:1/
https://user:word@example.com/
https://example.com:99999/
data:text/html,x
//example.com
2027-02-30T00:00:00Z
2027-03-01T09:00:00+99:99
0000-01-01T00:00:00Z
9999-12-31T23:59:59Z
+275760-09-13T00:00:00.000Z
infinity
Etc/GMT+25
Europe/../../x
+01:00
00000000-0000-0000-0000-000000000000
9223372036854775808
1e3
0x10
-1
.
*
constructor
null
sample-000
accounts/1/locations/2`.split('\n');

/** What no database stores, what renders oddly, and cursors of positions that do not exist. */
const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '\t\n\r',
    NUL,
    `a${NUL}b`,
    HALF,
    `half ${HALF} a character`,
    'x\r\nSet-Cookie: shingle=planted',
  ],
  ...['\ufeffx', '\u202etxet', '\u200b', '\uffff', `e${'\u0301'.repeat(60)}`, 'İıß ﷺ', '１２３ ٣٤٥ ½'],
  ...[NUL, 'x', '2027-02-30T00:00:00Z x', '9999-12-31T23:59:59Z 7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f'].map(
    base64,
  ),
];

/** Texts that have broken other programs. */
export const HOSTILE_TEXTS: readonly string[] = [...INJECTIONS, ...ODD_TEXTS];

const LENGTHS = [200, 201, 1500, 1501, 9000, 70_000];

/** Any text, and often one that has broken other programs. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...INJECTIONS) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_VALUES, ...ODD_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 100, maxLength: 1600, size: 'max' }) },
  { weight: 1, arbitrary: fc.constantFrom(...LENGTHS).map((length) => 'x'.repeat(length)) },
);

/** Any JSON value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0.5,
    1e308,
    2 ** 53,
    -(2 ** 31) - 1,
    [[[]]],
    { length: 1e9 },
    { then: 'x' },
  ),
  fc
    .constantFrom(31, 33, 2000)
    .map((depth) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as unknown),
);

/** What is no JSON, or no object. */
export const hostileBody: fc.Arbitrary<string | Buffer> = fc.constantFrom<string | Buffer>(
  ...['', '{', '{"a":1,}', '{a:1}', '{"a":NaN}', '{}{}', 'null', '42', '"text"', '[]', '[{}]', '\ufeff{}'],
  ...['{"__proto__":{"isAdmin":true}}', '{"a":1,"a":2}', '{"a":1e999}', ' '.repeat(5000), 'a=1&b=2'],
  ...[`{"a":${'['.repeat(50_000)}`, `{"a":"${'x'.repeat(110_000)}"}`],
  ...['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///x">]><a>&b;</a>', Buffer.from('{"a":1}', 'utf16le')],
  ...[Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.alloc(300)],
);

const HEADERS: Record<string, string[]> = {
  Accept: ['text/html', '*/*;q=x', ',,,'],
  'Accept-Encoding': ['gzip;q=x', 'identity;q=0, *;q=0'],
  Authorization: ['Bearer owner', 'Basic Og=='],
  'Content-Encoding': ['gzip', 'br', 'x', ''],
  'Content-Type': ['text/plain', 'application/json; charset=utf-16', 'multipart/form-data; boundary=x', ''],
  Cookie: ['shingle=a.b.c', 'shingle=; shingle=', '__Host-shingle=a.b.c', '=', ';;;'],
  Expect: ['100-continue'],
  Host: ['evil.example', '127.0.0.1', 'localhost:3000.', ''],
  'Idempotency-Key': ['', ' ', 'a'.repeat(101), 'é', `"'; drop table`],
  'If-None-Match': ['*', '"x"'],
  Origin: ['https://evil.example', 'null', ''],
  Range: ['bytes=0-0', 'bytes=9-1'],
  'Sec-Fetch-Site': ['cross-site', 'same-site', 'x'],
  'User-Agent': ['', 'x'.repeat(3000)],
  'X-Forwarded-For': ['127.0.0.1', 'x'.repeat(3000)],
  'X-Forwarded-Host': ['evil.example'],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Request-Id': ['forged', '{}'],
};

/** One header that has no business there, or a wrong value. */
export const hostileHeader: fc.Arbitrary<Record<string, string>> = fc.constantFrom(
  ...Object.entries(HEADERS).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
);
