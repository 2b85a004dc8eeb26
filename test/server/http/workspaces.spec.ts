import type { Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { PERSONAL_OPERATIONS } from '../../../dist/server/people/roles.js';
import { inWorkspace, type SignedInClient } from '../../support/app.ts';
import type { DocumentedOperation } from '../../support/api/api-document.ts';
import { type RequestParts, targetOf } from '../../support/api/requests.ts';
import { DatabaseContent } from '../../support/database/database-content.ts';
import { type Apart, itKeepsApart, OwnersRequests, send } from '../../support/features/ownership.ts';
import { newOwner, type Owner, secretOf, startOwners } from '../../support/features/owners.ts';
import { MINUTE_MS } from '../../support/features/publishing.ts';
import type { Reviewing } from '../../support/features/reviews.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { connectWithPlaces } from '../../support/google/places-read.ts';
import { addWorkspace, endMembership } from '../../support/workspaces.ts';

/** Belongs to nobody. */
const UNKNOWN = '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f';

let setting: Reviewing;
let requests: OwnersRequests;
let content: DatabaseContent;
/** One person, in four workspaces of theirs: two with a Google account each, two with the sample. */
let own: Owner;
let second: Owner;
let third: Owner;
let fourth: Owner;
let apart: Apart;
/** Somebody else. */
let kim: SignedInClient;
beforeAll(async () => {
  setting = await startOwners();
  requests = await OwnersRequests.of(setting);
  content = await DatabaseContent.of(setting.served.database);
  kim = await setting.served.signUp();
  const client = await setting.connected(PEOPLE.tamsin);
  const further = async (email?: string): Promise<SignedInClient> => {
    const added = await addWorkspace(setting.served, client);
    if (email) await connectWithPlaces(added, email);
    return added;
  };
  // One after another: some of it a person may do once at a time.
  own = await newOwner(setting, 'own', client, 'Okonjo Ceramics');
  second = await newOwner(setting, 'second', await further(PEOPLE.idris), 'Van Tongeren Cycles');
  third = await newOwner(setting, 'third', await further());
  fourth = await newOwner(setting, 'fourth', await further());
  apart = {
    setting,
    requests,
    content,
    google: [own, second],
    sample: [third, fourth],
    ofPersons: PERSONAL_OPERATIONS,
    // The ids of their workspaces and their address are the person's own to know: the export has both.
    secretsOf: ({ name, posts }) => [secretOf(name), ...posts],
  };
});
// Some limits count what a person does in all workspaces, which is a lot here.
beforeEach(() => setting.served.database.executeSql('delete from rate_buckets'));
afterAll(() => setting.close());

/** The operations on the data of a workspace. */
const ofWorkspaces = (): DocumentedOperation[] =>
  requests.operations.filter(({ id, isPublic }) => !isPublic && !PERSONAL_OPERATIONS.includes(id));

/** The same person without a word about the workspace. */
const unnamed = (): SignedInClient => own.client;

/** Those whose addresses a browser opens by itself. */
const byAddress = (): DocumentedOperation[] =>
  requests.operations.filter(({ parameters }) =>
    parameters.some(({ in: place, name }) => place === 'query' && name === 'workspace'),
  );

describe('a workspace of which the person is no member', () => {
  it('is as good as unknown to every operation, and nothing is done', async () => {
    expect(ofWorkspaces().length).toBeGreaterThan(80);
    const before = await content.hashes();
    for (const operation of ofWorkspaces())
      for (const workspaceId of [kim.workspaceId, UNKNOWN]) {
        const client = inWorkspace(unnamed(), workspaceId);
        const { status, body } = await send({ ...own, client }, unnamedRequest(operation, own));
        expect([operation.id, status, body.code]).toEqual([operation.id, 404, 'not_found']);
      }
    expect(await content.hashes()).toEqual(before);
  });

  it('is as good as unknown in an address, too', async () => {
    for (const operation of byAddress())
      for (const workspaceId of [kim.workspaceId, UNKNOWN]) {
        const { status, body } = await byParameter(operation, own, workspaceId);
        expect([operation.id, status, body.code]).toEqual([operation.id, 404, 'not_found']);
      }
  });

  it('opens nothing to a visitor', async () => {
    for (const operation of ofWorkspaces()) {
      const { status } = await setting.served
        .visitor()
        .send(operation.method, targetOf(unnamedRequest(operation, own)))
        .set('Shingle-Workspace', own.client.workspaceId);
      expect([operation.id, status]).toEqual([operation.id, 401]);
    }
  });

  it('ends nobody’s session: what is a person’s own is answered whatever workspace is named', async () => {
    const client = inWorkspace(kim, own.client.workspaceId);
    const { body } = await client.send('get', '/api/auth/profile').expect(200);
    expect(body).toMatchObject({ uid: kim.uid, workspaceId: kim.uid });
    await kim.send('get', '/api/posts').expect(200);
  });
});

/** A right request for an owner’s things that names no workspace itself. */
function unnamedRequest(operation: DocumentedOperation, by: Owner): RequestParts {
  const { query, headers, ...request } = requests.right(operation, by);
  const { 'Shingle-Workspace': _, ...others } = headers;
  return { ...request, headers: others, query: query.filter(([name]) => name !== 'workspace') };
}

/** The same with the workspace in its address alone. */
function byParameter(operation: DocumentedOperation, by: Owner, workspaceId: string): Promise<Response> {
  const { query, ...request } = unnamedRequest(operation, by);
  return send({ ...by, client: unnamed() }, { ...request, query: [...query, ['workspace', workspaceId]] });
}

describe('a request that names its workspace', () => {
  const NAMED = 'https://shingle.example/api';

  it('in its address gets the download or the picture of that one', async () => {
    expect(byAddress().map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        ...['getPhoto', 'getPhotoPreview', 'exportChanges', 'exportAccount', 'exportPhotos'],
        ...['getStatistics', 'rankLocations', 'listKeywords', 'listEvents'],
      ]),
    );
    for (const by of [own, second])
      for (const operation of byAddress()) {
        const byHeader = await send(by, unnamedRequest(operation, by));
        const answer = await byParameter(operation, by, by.client.workspaceId);
        expect([operation.id, answer.status, answer.headers['content-type']]).toEqual([
          operation.id,
          200,
          byHeader.headers['content-type'],
        ]);
        if (answer.text) expect(withoutTimes(answer.text)).toBe(withoutTimes(byHeader.text));
        else expect(answer.body).toEqual(byHeader.body);
      }
  });

  it('twice is answered when both are the same, and refused by that field when they differ', async () => {
    for (const operation of byAddress()) {
      const named = new URL(targetOf(unnamedRequest(operation, second)), NAMED);
      named.searchParams.set('workspace', second.client.workspaceId);
      const target = named.pathname + named.search;
      await second.client.send('get', target).expect(200);
      const { status, body } = await inWorkspace(unnamed(), unnamed().uid).send('get', target);
      expect([operation.id, status, body.code]).toEqual([operation.id, 400, 'validation_failed']);
      expect(body.errors).toMatchObject([{ field: 'workspace' }]);
    }
  });

  it.each([
    ...[
      'x'.repeat(129),
      'x'.repeat(6000),
      '../posts',
      'a b',
      "' or ''='",
      '%00',
      '\t',
      '*',
      'null',
      '__proto__',
    ],
    ...['constructor', 'undefined', '\u00e9\u00ff', '[object Object]', `${UNKNOWN},${UNKNOWN}`, '{"a":1}'],
  ])('by what is no id of one is refused: %j', async (value) => {
    const { status } = await unnamed().send('get', '/api/posts').set('Shingle-Workspace', value);
    expect([400, 404]).toContain(status);
  });

  it.each([
    ...['workspace=%00', 'workspace=a%00b', 'workspace=%F0%9F%92%A9', 'workspace=%ED%A0%80', 'workspace='],
    ...['workspace[]=a', 'workspace[a]=b', 'workspace=a&workspace=b', `workspace=${'x'.repeat(6000)}`],
    ...['workspace=__proto__', 'workspace=%20', 'workspace=..%2F..', 'workspace=%0D%0A'],
  ])('by what is no id of one in its address is refused: %.40s', async (query) => {
    for (const path of ['/api/changes/export', `/api/photos/${own.photos[0]}`, '/api/account/export']) {
      const { status } = await unnamed().send('get', `${path}?${query}`);
      expect([path, [400, 404].includes(status)]).toEqual([path, true]);
    }
  });
});

/** A text without the instants in it. */
function withoutTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
}

describe('an answer', () => {
  it('is that of the workspace, whichever was asked before', async () => {
    // The categories are Google's, the rules are ours, and nothing has happened yet on the days of the statistics.
    const alike = ['searchCategories', 'listRules', 'listEvents'];
    const reading = ofWorkspaces().filter(
      ({ id, method, path }) => method === 'get' && !path.includes('{') && !alike.includes(id),
    );
    expect(reading.length).toBeGreaterThan(20);
    const textOf = async (by: Owner, operation: DocumentedOperation): Promise<string> => {
      const { query, ...request } = unnamedRequest(operation, by);
      // Without a choice, so that there is something of each.
      const required = operation.parameters.flatMap(({ name, required }) => (required ? name : []));
      const asked = query.filter(([name]) => required.includes(name));
      if (operation.id === 'listCampaigns') asked.push(['only', 'drafts']);
      const { text, body } = await send(by, { ...request, query: asked });
      return withoutTimes(text ?? JSON.stringify(body));
    };
    const same: string[] = [];
    for (const operation of reading) {
      const first = await textOf(own, operation);
      const other = await textOf(second, operation);
      expect([operation.id, await textOf(own, operation)]).toEqual([operation.id, first]);
      expect([operation.id, await textOf(second, operation)]).toEqual([operation.id, other]);
      if (other === first) same.push(operation.id);
    }
    expect(same).toEqual([]);
  });
});

itKeepsApart('another workspace of the same person', () => apart);

describe('a membership that has ended', () => {
  it('ends every access within a minute, and leaves the person their own workspace', async () => {
    const former = await addWorkspace(setting.served, kim);
    await former.send('get', '/api/posts').expect(200);
    await endMembership(setting.served, former);
    await setting.pass(MINUTE_MS);
    for (const operation of ofWorkspaces()) {
      const { status } = await send({ ...own, client: former }, unnamedRequest(operation, own));
      expect([operation.id, status]).toEqual([operation.id, 404]);
    }
    await former.send('get', '/api/auth/profile').expect(200);
    await kim.send('get', '/api/posts').expect(200);
  });
});
