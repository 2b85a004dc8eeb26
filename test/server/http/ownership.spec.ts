import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { placesRead } from '../../support/google/places-read.ts';
import { DatabaseContent } from '../../support/database/database-content.ts';
import { type Apart, itKeepsApart, OwnersRequests, send } from '../../support/features/ownership.ts';
import { newOwner, type Owner, secretOf, startOwners } from '../../support/features/owners.ts';
import { look, MINUTE_MS, schedule } from '../../support/features/publishing.ts';
import type { Reviewing } from '../../support/features/reviews.ts';

let setting: Reviewing;
let requests: OwnersRequests;
let apart: Apart;
let idris: Owner;
let robin: Owner;
beforeAll(async () => {
  setting = await startOwners();
  requests = await OwnersRequests.of(setting);
  const [first, ...others] = await Promise.all([
    newOwner(setting, 'tamsin', await setting.connected(PEOPLE.tamsin), 'Okonjo Ceramics'),
    newOwner(setting, 'idris', await setting.connected(PEOPLE.idris), 'Van Tongeren Cycles'),
    newOwner(setting, 'robin', await setting.served.signUp()),
    newOwner(setting, 'kim', await setting.served.signUp()),
  ]);
  idris = others[0];
  robin = others[1];
  apart = {
    setting,
    requests,
    content: await DatabaseContent.of(setting.served.database),
    google: [first, idris],
    sample: [robin, others[2]],
    ofPersons: [],
    secretsOf: ({ name, client, posts }) => [secretOf(name), client.email, client.uid, ...posts],
  };
});
afterAll(() => setting.close());

itKeepsApart('another user’s data', () => apart);

describe('a field that only the server sets', () => {
  const SET_BY_SERVER = [
    'uid',
    'workspaceId',
    'role',
    'isAdmin',
    'source',
    'subject',
    'seeded',
    'status',
    'attempt',
    'googleName',
  ];

  it('is refused by its name, in every object of every body', async () => {
    let tried = 0;
    for (const operation of requests.operations.filter(({ body }) => body))
      for (const seed of [1, 2, 3, 4]) {
        const { body, ...request } = requests.right(operation, robin, seed);
        for (const [path, object] of objectsIn(body)) {
          Object.assign(object, Object.fromEntries(SET_BY_SERVER.map((name) => [name, 'x'])));
          const answer = await send(robin, { ...request, body });
          for (const name of SET_BY_SERVER) delete object[name];
          expect([operation.id, path, answer.status]).toEqual([operation.id, path, 400]);
          expect(answer.body.errors).toEqual(
            SET_BY_SERVER.map((name) => ({
              field: path + name,
              message: 'This field isn’t known here',
            })),
          );
          tried += 1;
        }
      }
    expect(tried).toBeGreaterThan(30);
  });

  function* objectsIn(value: unknown, path = ''): Generator<[path: string, object: Record<string, unknown>]> {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
    for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}${name}.`);
  }
});

describe('a place that the person loses at Google before a post goes out there', () => {
  it('gets no post, and Google is not asked', async () => {
    const { google } = setting;
    const { id: locationId } = google.world.location({
      location: 'Riverside Books',
    });
    const post = await schedule(setting, idris.client, { locationId });
    const [account] = google.world.location({
      location: 'Riverside Books',
    }).accountIds;
    google.world.setRole({
      email: PEOPLE.idris,
      account: account ?? '',
      role: null,
    });
    await idris.client.send('post', '/api/mirror').expect(202);
    await placesRead(idris.client);
    google.calls.clear();
    await setting.passAndWork(MINUTE_MS);
    expect(await look(idris.client, post)).toMatchObject({
      status: 'FAILED',
      errorDetails: 'This post wasn’t published: you no longer manage its location on Google.',
    });
    expect(google.calls.count({ operation: 'localPosts.create' })).toBe(0);
    const again = {
      locationId,
      publishAt: '2030-01-01T09:00:00Z',
      postBody: post.postBody,
    };
    expect((await idris.client.send('post', '/api/posts', again).expect(404)).body.code).toBe('not_found');
  });
});
