import fc from 'fast-check';
import type { Response } from 'supertest';
import { type ApiDocument, type DocumentedOperation, operationsIn } from '../api/api-document.ts';
import { ID_PLACES, idPlaces, type Kind, withId } from '../api/id-places.ts';
import { type RequestParts, requestsTo, targetOf } from '../api/requests.ts';
import type { DatabaseContent } from '../database/database-content.ts';
import { describe, expect, it } from '../jest.ts';
import { belongingsOf, type Owner, secretOf } from './owners.ts';
import { MINUTE_MS, schedule } from './publishing.ts';
import type { Reviewing } from './reviews.ts';

/** Owners whose data are kept apart: each pair of another Google account, or with the sample. */
export interface Apart {
  setting: Reviewing;
  requests: OwnersRequests;
  content: DatabaseContent;
  google: [Owner, Owner];
  sample: [Owner, Owner];
  /** The operations that answer about a person, whichever workspace they act in. */
  ofPersons: readonly string[];
  /** What no other owner should ever read. */
  secretsOf(owner: Owner): string[];
}

/** Requests that are right for an owner, by the API document. */
export class OwnersRequests {
  readonly document: ApiDocument;
  readonly operations: DocumentedOperation[];

  constructor(document: ApiDocument) {
    this.document = document;
    this.operations = operationsIn(document);
  }

  /** As the app that is served describes itself. */
  static async of({ served }: Reviewing): Promise<OwnersRequests> {
    const { body } = await served.visitor().send('get', '/api/openapi.json').expect(200);
    return new OwnersRequests(body as ApiDocument);
  }

  /** The operation of a place where an id can stand. */
  operationOf(place: string): DocumentedOperation {
    const found = this.operations.find(({ id }) => place.startsWith(`${id} `));
    if (!found) throw new Error(`no operation for ${place}`);
    return found;
  }

  /** The same request for the same number. */
  right(operation: DocumentedOperation, by: Owner, seed = 1): RequestParts {
    const [request] = fc.sample(requestsTo(this.document, operation, belongingsOf(by)), { seed, numRuns: 1 });
    return request!;
  }
}

/** Sends a request as an owner. */
export function send(by: Owner, request: RequestParts): Promise<Response> {
  const { operation, headers, body } = request;
  return by.client
    .send(operation.method, targetOf(request), body as object | undefined)
    .set(headers)
    .then((answer) => answer);
}

/** Ids that look like what they stand for and belong to nobody. */
const UNKNOWN = {
  google: {
    accounts: '109999999999999999999',
    locations: '4299999999999999999',
  },
  sample: { accounts: 'sample-nobody', locations: 'sample-999' },
  ours: '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f',
};

/** Answers that only what is known gets: it is in another state, or a Business Profile or a mail server is missing. */
const KNOWN = [
  ...['not_failed', 'cannot_undo', 'changed_since', 'connect/not-connected', 'mail/not-configured'],
  ...['reply_changed', 'reply_not_failed', 'test_under_way'],
  ...['campaign_changed', 'campaign_not_confirmed', 'plan_outdated'],
  ...['bulk_edit_confirmed', 'bulk_edit_empty'],
];

/** Whose things whom they go after: other Google accounts, other kinds of data, and one's like. */
function pairs({ google: [tamsin, idris], sample: [robin, kim] }: Apart): [attacker: Owner, victim: Owner][] {
  return [
    [idris, tamsin],
    [tamsin, idris],
    [robin, tamsin],
    [tamsin, robin],
    [kim, robin],
  ];
}

/** All that an answer tells, but for what every answer has of its own. */
function toldBy({ status, headers, body }: Response): object {
  const { 'x-request-id': _id, date: _date, ...others } = headers as Record<string, string>;
  return {
    status,
    headers: others,
    body: { ...(body as object), requestId: '' },
  };
}

async function newPost(setting: Reviewing, { client, locations: [locationId = ''] }: Owner): Promise<string> {
  return (await schedule(setting, client, { locationId, inMs: 90 * MINUTE_MS })).id;
}

/**
 * Tests that nobody gets at what is another owner's: in no place of any request where an id can stand, and in no answer.
 * @param whose what the owners are to each other, in the names of the tests
 */
export function itKeepsApart(whose: string, of: () => Apart): void {
  const requests = (): OwnersRequests => of().requests;
  /** Of all that these owners and their persons have. */
  const hashes = (...owners: Owner[]): Promise<Record<string, string>> =>
    of().content.hashesOfUsers(owners.flatMap(({ client }) => [client.uid, client.workspaceId]));

  describe(`an id of ${whose}`, () => {
    it('is tried in every place where an id can stand', () => {
      const { document, operations } = requests();
      expect(operations.flatMap((operation) => [...idPlaces(document, operation)]).sort()).toEqual(
        Object.keys(ID_PLACES).sort(),
      );
    });

    it.each(Object.entries(ID_PLACES).filter(([, kind]) => kind !== 'nobody') as [string, Kind][])(
      'is as good as unknown: %s',
      async (place, kind) => {
        const operation = requests().operationOf(place);
        for (const [attacker, victim] of pairs(of())) {
          // The places of the sample are everybody's who sees it.
          const isGoogles = kind === 'accounts' || kind === 'locations';
          if (isGoogles && attacker.source === victim.source && attacker.source === 'sample') continue;
          const unknown = isGoogles ? UNKNOWN[victim.source][kind] : UNKNOWN.ours;
          const request = requests().right(operation, attacker);
          const before = await hashes(attacker, victim);
          for (const id of victim[kind]) {
            const foreign = toldBy(await send(attacker, withId(request, place, id)));
            expect(foreign).not.toMatchObject({ status: 400 });
            expect(foreign).toEqual(toldBy(await send(attacker, withId(request, place, unknown))));
            expect(JSON.stringify(foreign)).not.toContain(id);
          }
          expect(await hashes(attacker, victim)).toEqual(before);
        }
      },
    );

    it.each(Object.entries(ID_PLACES).filter(([, kind]) => kind !== 'nobody') as [string, Kind][])(
      'would be good if it were theirs: %s',
      async (place, kind) => {
        const operation = requests().operationOf(place);
        const { google, sample } = of();
        for (const person of [google[1], sample[0]]) {
          const own = kind === 'posts' ? [await newPost(of().setting, person)] : person[kind];
          // The change log, campaigns, bulk edits and locks are there while a Business Profile is connected.
          const isOfGoogle = /^\/api\/(campaigns|bulk-edits|locks)\/\{id\}/.test(operation.path);
          if (own.length === 0 || (isOfGoogle && person.campaigns.length === 0)) continue;
          const answer = await send(person, withId(requests().right(operation, person), place, own[0] ?? ''));
          const { status, body } = answer;
          // Of an account of theirs that has none; of one that is not theirs nothing is said.
          const isEmpty = JSON.stringify(body).includes('No location fits this choice');
          const isDone = status < 300 || isEmpty || KNOWN.includes((body as { code: string }).code);
          expect([place, isDone, body]).toEqual([place, true, body]);
        }
      },
    );
  });

  describe(whose, () => {
    it('is in no answer to a valid request', async () => {
      const { google, sample, ofPersons, secretsOf } = of();
      const reading = requests().operations.filter(
        ({ id, method }) => method === 'get' && !ofPersons.includes(id),
      );
      expect(reading.length).toBeGreaterThan(10);
      const everybody = [...google, ...sample];
      for (const person of everybody) {
        const others = everybody.filter((other) => other !== person);
        const theirs = others.flatMap(secretsOf);
        for (const operation of reading) {
          // A photo is no text.
          const { text = '' } = await send(person, requests().right(operation, person));
          expect([operation.id, theirs.filter((secret) => text.includes(secret))]).toEqual([
            operation.id,
            [],
          ]);
        }
      }
    });

    it('is not found by looking for it', async () => {
      for (const [attacker, victim] of pairs(of())) {
        const searching = requests().operations.filter(({ parameters }) =>
          parameters.some(({ name }) => name === 'search'),
        );
        expect(searching.map(({ id }) => id)).toEqual(expect.arrayContaining(['listLocations', 'listPosts']));
        for (const operation of searching) {
          const request = {
            ...requests().right(operation, attacker),
            query: [['search', secretOf(victim.name)]],
          };
          const { status, body, text } = await send(attacker, request as RequestParts);
          if (status === 200 && 'items' in body) expect(body.items).toEqual([]);
          // A table has its head alone.
          else if (status === 200) expect(text.trim().split('\n')).toHaveLength(1);
          else
            expect([operation.id, body.code]).toEqual([
              operation.id,
              // Those of a campaign are looked for in it, and by now it is deleted or was never there.
              operation.id === 'listTargets' ? 'not_found' : 'connect/not-connected',
            ]);
        }
      }
    });

    it('is not noticed as the same text by a preflight', async () => {
      const {
        setting,
        sample: [robin, kim],
      } = of();
      const [locationId = ''] = robin.locations;
      const text = 'Twice at one place';
      const { publishAt } = await schedule(setting, robin.client, {
        locationId,
        summary: text,
      });
      const postBody = {
        languageCode: 'en-US',
        topicType: 'STANDARD',
        summary: text,
      };
      const find = async ({ client }: Owner) =>
        (
          await client
            .send('post', '/api/posts/preflight', {
              locationId,
              publishAt,
              postBody,
            })
            .expect(200)
        ).body;
      expect(await find(kim)).toEqual({ findings: [] });
      expect((await find(robin)).findings).toMatchObject([{ id: 'same-text' }]);
    });

    it('is not answered under the Idempotency-Key that it was made with', async () => {
      const {
        setting,
        sample: [robin, kim],
      } = of();
      const body = {
        locationId: 'sample-101',
        publishAt: new Date(setting.served.clock.now().getTime() + MINUTE_MS).toISOString(),
        postBody: {
          languageCode: 'en-US',
          topicType: 'STANDARD',
          summary: 'One key for two',
        },
      };
      const scheduleAs = async ({ client }: Owner): Promise<string> =>
        (await client.send('post', '/api/posts', body).set('Idempotency-Key', 'the-same').expect(201)).body
          .id;
      const [byRobin, byKim] = [await scheduleAs(robin), await scheduleAs(kim)];
      expect(byKim).not.toBe(byRobin);
      expect(await scheduleAs(robin)).toBe(byRobin);
    });

    it('does not follow after a cursor of theirs', async () => {
      const {
        sample: [robin, kim],
      } = of();
      const { nextCursor } = (await robin.client.send('get', '/api/posts?limit=1').expect(200)).body;
      const { body } = await kim.client.send('get', `/api/posts?cursor=${nextCursor}`).expect(200);
      const own = (await kim.client.send('get', '/api/posts').expect(200)).body.items as { id: string }[];
      expect(own.map(({ id }) => id)).toEqual(
        expect.arrayContaining((body.items as { id: string }[]).map(({ id }) => id)),
      );
    });
  });
}
