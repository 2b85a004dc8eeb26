import { describe, expect, it } from '@jest/globals';
import {
  agreedOf,
  type AgreedSchema,
  fromLines,
  toLines,
  type WholeDocument,
} from '../../../document/agreed-api.js';
import { narrowingsOf, unnamed } from '../../../document/narrowing.js';

const json = (schema: AgreedSchema) => ({ content: { 'application/json': { schema } } });
const post = { $ref: '#/components/schemas/PostDto' };

interface Document {
  paths: WholeDocument['paths'];
  components: {
    responses: { Locked: { description: string } };
    schemas: Record<'PostDto' | 'ErrorDto' | 'NewPostDto', AgreedSchema>;
  };
}

function documentOf(): Document {
  return {
    paths: {
      '/api/posts': {
        get: {
          operationId: 'listPosts',
          security: [],
          parameters: [
            {
              in: 'query',
              name: 'limit',
              required: false,
              schema: { type: 'integer', minimum: 1, maximum: 100 },
            },
            { in: 'query', name: 'status', schema: { type: 'string', enum: ['SCHEDULED', 'FAILED'] } },
          ],
          responses: {
            200: { description: '', ...json({ type: 'array', items: post }) },
            409: { $ref: '#/components/responses/Locked' },
          },
        },
        post: {
          operationId: 'schedulePost',
          security: [{ session: [] }],
          requestBody: { required: true, ...json({ $ref: '#/components/schemas/NewPostDto' }) },
          responses: { 201: { description: '', ...json(post) } },
        },
      },
    },
    components: {
      responses: {
        Locked: { description: '`post_locked`: Too late.\n\n`post_changed`: Read it again.' },
      },
      schemas: {
        PostDto: {
          type: 'object',
          required: ['id', 'note'],
          properties: { id: { type: 'string' }, note: { type: 'string' }, state: { enum: ['ON', 'OFF'] } },
        },
        ErrorDto: {
          type: 'object',
          required: ['code'],
          properties: { code: { type: 'string' } },
        },
        NewPostDto: {
          type: 'object',
          required: ['text'],
          properties: {
            text: { type: 'string', maxLength: 1500, description: 'The words.' },
            until: { type: ['string', 'null'], format: 'date-time' },
            tags: { type: 'array', maxItems: 5, items: { type: 'string', enum: ['a', 'b'] } },
          },
        },
      },
    },
  };
}

const agreed = fromLines(toLines(agreedOf(documentOf())));
const after = (change: (document: Document) => unknown) => {
  const document = documentOf();
  change(document);
  return narrowingsOf(agreed, agreedOf(document));
};
const said = (change: (document: Document) => unknown) => after(change).map(({ what }) => what);
const list = ({ paths }: Document) => paths['/api/posts']!.get!;
const parameter = (document: Document, index: number) => list(document).parameters![index]!;
const sent = ({ components }: Document) => components.schemas.NewPostDto;
const got = ({ components }: Document) => components.schemas.PostDto;

describe('the comparison of the API with what was agreed', () => {
  it.each<[what: string, change: (document: Document) => unknown]>([
    ['GET /api/posts is gone', ({ paths }) => delete paths['/api/posts']!.get],
    ['GET /api/posts is no longer called listPosts', (all) => (list(all).operationId = 'findPosts')],
    ['GET /api/posts needs a session now', (all) => (list(all).security = [{ session: [] }])],
    ['GET /api/posts: query limit is gone', (all) => list(all).parameters!.shift()],
    ['GET /api/posts: query limit is needed now', (all) => (parameter(all, 0).required = true)],
    ['GET /api/posts: query limit has a lower maximum: 50', (all) => (parameter(all, 0).schema.maximum = 50)],
    ['GET /api/posts: query limit has a higher minimum: 2', (all) => (parameter(all, 0).schema.minimum = 2)],
    [
      'GET /api/posts: query status no longer has the value FAILED',
      (all) => parameter(all, 1).schema.enum!.pop(),
    ],
    [
      'GET /api/posts: query zone is needed now',
      (all) => list(all).parameters!.push({ in: 'query', name: 'zone', required: true, schema: {} }),
    ],
    ['GET /api/posts no longer answers 200', (all) => delete list(all).responses['200']],
    [
      'GET /api/posts no longer answers 200 as application/json',
      (all) => (list(all).responses['200'] = { description: '' }),
    ],
    [
      'GET /api/posts no longer answers 409 post_changed',
      ({ components }) => (components.responses.Locked.description = '`post_locked`: Too late.'),
    ],
    ['PostDto.note is gone', (all) => delete got(all).properties!.note],
    ['PostDto.note may be left out now', (all) => (got(all).required = ['id'])],
    ['PostDto.note may be null now', (all) => (got(all).properties!.note = { type: ['string', 'null'] })],
    ['PostDto.state no longer has the value OFF', (all) => (got(all).properties!.state = { enum: ['ON'] })],
    ['PostDto.state may have any value now', (all) => (got(all).properties!.state = {})],
    ['ErrorDto.code is gone', ({ components }) => delete components.schemas.ErrorDto.properties!.code],
    ['NewPostDto.until is gone', (all) => delete sent(all).properties!.until],
    ['NewPostDto.until is needed now', (all) => sent(all).required!.push('until')],
    ['NewPostDto.until takes no null', (all) => (sent(all).properties!.until!.type = 'string')],
    ['NewPostDto.zone is needed now', (all) => sent(all).required!.push('zone')],
    ['NewPostDto.text has a lower maxLength: 100', (all) => (sent(all).properties!.text!.maxLength = 100)],
    ['NewPostDto.text has another pattern: "^a"', (all) => (sent(all).properties!.text!.pattern = '^a')],
    [
      'NewPostDto.text takes certain values alone',
      (all) => (sent(all).properties!.text!.enum = ['only', 'these']),
    ],
    ['NewPostDto.tags has a lower maxItems: 1', (all) => (sent(all).properties!.tags!.maxItems = 1)],
    [
      'NewPostDto.tags[] no longer has the value b',
      (all) => (sent(all).properties!.tags!.items = { type: 'string', enum: ['a'] }),
    ],
  ])('finds: %s', (what, change) => {
    expect(said(change)).toEqual([what]);
  });

  it('takes what is new or wider, other words and other names of schemas for no loss', () => {
    const changes = (all: Document) => {
      list(all).parameters!.push({ in: 'query', name: 'zone', schema: { type: 'string' } });
      parameter(all, 0).schema.maximum = 1000;
      sent(all).properties!.text = { type: 'string', maxLength: 3000, description: 'Other words.' };
      sent(all).properties!.more = { type: 'string' };
      got(all).properties!.more = { type: 'string' };
      Object.assign(all.components.schemas, { NewerPostDto: sent(all) });
      all.paths['/api/posts']!.post!.requestBody = {
        required: true,
        ...json({ $ref: '#/components/schemas/NewerPostDto' }),
      };
      all.paths['/api/photos'] = { get: { ...list(all), operationId: 'listPhotos' } };
      all.components.responses.Locked.description += '\n\n`post_gone`: It is gone.';
    };
    expect(said(changes)).toEqual([]);
  });

  it('leaves out what the newest section of the change log names', () => {
    const narrowings = after((all) => {
      delete got(all).properties!.note;
      delete all.paths['/api/posts']!.post;
    });
    const left = (...lines: string[]) => unnamed(narrowings, lines.join('\n')).map(({ what }) => what);
    const [note, schedule] = ['PostDto.note is gone', 'POST /api/posts is gone'];
    expect(left('# Changelog', '## [Unreleased]', '- `notes` are gone.').sort()).toEqual([schedule, note]);
    expect(left('# Changelog', '## [Unreleased]', '- `note` is gone.')).toEqual([schedule]);
    expect(left('## [Unreleased]', '- `note` and `schedulePost`.')).toEqual([]);
    expect(left('## [Unreleased]', '- Nothing.', '## [1.0.0]', '- `note`, `schedulePost`.')).toHaveLength(2);
  });
});
