import { describe, expect, it } from '@jest/globals';
import { HOSTILE_NAMES, HOSTILE_TEXTS, POISONS } from '../../fuzz/hostile-values.js';
import { Members, toJsonText, Verbatim } from '../../fuzz/json-text.js';
import { Leaks } from '../../fuzz/leaks.js';
import { faultsOfAnswer, type Rules } from '../../fuzz/oracle.js';
import type { ApiDocument } from '../../support/api-document.js';
import { DocumentedAnswers } from '../../support/documented-answers.js';

const ID = '5b0f0b6c-7d1e-4a55-9d0b-3a3a6a0b7c11';
const text = { type: 'string' } as const;

const closed = { type: 'object', additionalProperties: false } as const;

const document: ApiDocument = {
  info: { description: '' },
  paths: {
    '/api/posts': {
      get: {
        operationId: 'listPosts',
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/PostDto' } },
              },
            },
          },
          204: {},
          302: {},
          404: {
            description: '`not_found`: No.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorDto' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      ErrorDto: {
        ...closed,
        properties: {
          statusCode: { type: 'number' },
          code: text,
          message: text,
          requestId: text,
          errors: { type: 'array', items: { type: 'object', properties: { field: text, message: text } } },
        },
        required: ['statusCode', 'code', 'message', 'requestId'],
      },
      PostDto: {
        ...closed,
        properties: { id: text, state: { ...text, enum: ['a', 'b'] }, link: { type: ['string', 'null'] } },
        required: ['id', 'state', 'link'],
      },
    },
  },
};

const leaks = new Leaks({ columns: ['publish_at'], addresses: ['127.0.0.1:9099'] });
const rules: Rules = {
  document,
  documented: new DocumentedAnswers(document),
  leaks,
  canaries: ['Song'],
  destinations: ['/google-sign-in?'],
  slowestMs: 2000,
};

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-request-id': ID,
};
const GOOD = { status: 200, headers: HEADERS, text: '[{"id":"1","state":"a","link":null}]', ms: 1 };
const ERROR = { statusCode: 404, code: 'not_found', message: 'No.', requestId: ID };

const faultsOf = (answer: Partial<typeof GOOD> & { headers?: object }): string[] =>
  faultsOfAnswer(rules, { method: 'GET', target: '/api/posts?limit=1' }, { ...GOOD, ...answer });
const errorOf = (change: object) => ({ status: 404, text: JSON.stringify({ ...ERROR, ...change }) });

describe('the judgement on an answer to a hostile request', () => {
  it('has nothing against one that is as documented', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf(errorOf({}))).toEqual([]);
    expect(faultsOf(errorOf({ errors: [{ field: 'a', message: 'b' }] }))).toEqual([]);
    expect(faultsOf({ status: 204, text: '' })).toEqual([]);
    const headers = { ...HEADERS, location: '/google-sign-in?result=x' };
    expect(faultsOf({ status: 302, text: '', headers })).toEqual([]);
  });

  it.each([
    ['a failure', { status: 500, text: '{}' }, /it fails: 500/],
    ['one that takes too long', { ms: 2001 }, /takes 2001 ms/],
    ['one that may be stored', { headers: { ...HEADERS, 'cache-control': 'private' } }, /may be stored/],
    ['one for other sites', { headers: { ...HEADERS, 'access-control-allow-origin': '*' } }, /other sites/],
    [
      'a status that is not documented',
      { status: 409, text: JSON.stringify(ERROR) },
      /answers 409: the status is not documented/,
    ],
    ['an error that is no JSON', { status: 404, text: '<h1>No</h1>' }, /no JSON/],
    [
      'an error that is called a page',
      { ...errorOf({}), headers: { ...HEADERS, 'content-type': 'text/html' } },
      /no JSON/,
    ],
    [
      'an error that tells more',
      errorOf({ stack: 'x' }),
      /\/ must NOT have additional properties \("stack"\)/,
    ],
    ['an error of another status', errorOf({ statusCode: 400 }), /statusCode is 400/],
    ['an error with an unknown code', errorOf({ code: 'x' }), /code x is not documented/],
    ['an error with another request id', errorOf({ requestId: 'x' }), /request id/],
    [
      'a field too much',
      { text: '[{"id":"1","state":"a","link":null,"uid":"2"}]' },
      /\/0 must NOT have additional properties \("uid"\)/,
    ],
    ['a field too little', { text: '[{"id":"1","state":"a"}]' }, /\/0 must have required property 'link'/],
    ['a field of another type', { text: '[{"id":1,"state":"a","link":null}]' }, /\/0\/id must be string/],
    [
      'a value that is not documented',
      { text: '[{"id":"1","state":"c","link":null}]' },
      /\/0\/state must be equal to one of the allowed values/,
    ],
    [
      'a null that is not documented',
      { text: '[{"id":null,"state":"a","link":null}]' },
      /\/0\/id must be string/,
    ],
    ['a body that there should not be', { status: 204, text: '{}' }, /no body is documented/],
    ['a way to elsewhere', { status: 302, headers: { ...HEADERS, location: '//evil.example' } }, /leads to/],
    [
      'data of somebody else',
      { text: '[{"id":"Song","state":"a","link":null}]' },
      /somebody else's data: Song/,
    ],
  ] as const)('notices %s', (_, answer, words) => {
    expect(faultsOf(answer)).toContainEqual(expect.stringMatching(words));
  });

  it.each([
    'Error: x\n    at Object.<anonymous> (/app/dist/server/main.js:1:1)',
    'TypeError: x is not a function',
    'Failed query: select "id" from "posts"',
    'invalid input syntax for type uuid',
    'null value in column "uid" violates not-null constraint',
    'publish_at must be set',
    'Cannot find /home/app/server.js',
    'connect ECONNREFUSED 127.0.0.1:9099',
    'NestJS',
    process.cwd(),
  ])('finds what is told of the inside: %s', (leak) => {
    expect(leaks.in(JSON.stringify({ message: leak }))).not.toEqual([]);
  });
});

describe('hostile values', () => {
  it('hold nothing that is taken for a leak, since they come back in answers', () => {
    for (const value of [...HOSTILE_TEXTS, ...HOSTILE_NAMES, ...POISONS]) expect(leaks.in(value)).toEqual([]);
  });

  it('can be written that no variable can hold', () => {
    const twice = new Members([
      ['a', [1, new Verbatim('1e999')]],
      ['a', { __proto__: null, b: null }],
      ['__proto__', 'x'],
    ]);
    expect(toJsonText(twice)).toBe('{"a":[1,1e999],"a":{"b":null},"__proto__":"x"}');
  });
});
