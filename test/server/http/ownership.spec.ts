import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { Response } from 'supertest';
import fc from 'fast-check';
import {
  type ApiDocument,
  type DocumentedOperation,
  operationsIn,
  resolved,
  type Schema,
} from '../../support/api/api-document.ts';
import { idsAt, PASSWORD, type SignedInClient } from '../../support/app.ts';
import { WebhookNetwork } from '../../../dist/server/notices/sending/webhook-network.js';
import { withoutGoogleLimits } from '../../support/google/google-limits.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { placesRead } from '../../support/google/places-read.ts';
import { DatabaseContent } from '../../support/database/database-content.ts';
import { look, MINUTE_MS, schedule } from '../../support/features/publishing.ts';
import { type Reviewing, startReviewing } from '../../support/features/reviews.ts';
import { NoticeGatherer } from '../../../dist/server/notices/events/notice-gatherer.js';
import { NoticeDeliveries } from '../../../dist/server/notices/delivery/notice-deliveries.js';
import { noteEvents } from '../../../dist/server/notices/events/outbox.js';
import { notices } from '../../../dist/server/database/notices.schema.js';
import { eq } from 'drizzle-orm';
import { nextDay, planned } from '../../support/features/campaign-plans.ts';
import { addPhoto } from '../../support/features/photo-files.ts';
import { type NameServer, startNameServer } from '../../support/network/name-server.ts';
import { messageToNowhere } from '../../support/features/notices.ts';
import { untilSeen } from '../../support/until.ts';
import { type Belongings, type RequestParts, requestsTo, targetOf } from '../../support/api/requests.ts';

/** Somebody with a place that has nothing against posts, and with posts there. */
interface Owner {
  name: string;
  client: SignedInClient;
  source: 'google' | 'sample';
  accounts: string[];
  locations: string[];
  posts: string[];
  changes: string[];
  changeSets: string[];
  googleEdits: string[];
  notices: string[];
  channels: string[];
  mailChannels: string[];
  deliveries: string[];
  photos: string[];
  reviews: string[];
  savedReplies: string[];
  campaigns: string[];
  selections: string[];
}

type Kind = Exclude<keyof Owner, 'name' | 'client' | 'source'>;

/** Where an id can stand in a request, and of what; nobody's: ids that all people share. */
const ID_PLACES: Record<string, Kind | 'nobody'> = {
  'getLocation path id': 'locations',
  'getLocationStats path id': 'locations',
  'listAttributes path id': 'locations',
  'listMoreHoursTypes path id': 'locations',
  'listLocations query accountId': 'accounts',
  'listPosts query locationId': 'locations',
  'schedulePost body locationId': 'locations',
  'listZones query locationIds': 'locations',
  'getStatistics query locationIds': 'locations',
  'getStatistics query accountId': 'accounts',
  'getStatistics query selectionId': 'selections',
  'rankLocations query locationIds': 'locations',
  'rankLocations query accountId': 'accounts',
  'rankLocations query selectionId': 'selections',
  'listKeywords query locationIds': 'locations',
  'listKeywords query accountId': 'accounts',
  'listKeywords query selectionId': 'selections',
  'listEvents query locationIds': 'locations',
  'listEvents query accountId': 'accounts',
  'listEvents query selectionId': 'selections',
  'sayZones body locationId': 'locations',
  'listOpenZones query campaignId': 'campaigns',
  'getPhoto path id': 'photos',
  'getPhotoPreview path id': 'photos',
  'findLocations body accountId': 'accounts',
  'findLocations body locationIds': 'locations',
  'findLocations body selectionId': 'selections',
  'addSelection body accountId': 'accounts',
  'addSelection body locationIds': 'locations',
  'addSelection body selectionId': 'selections',
  'updateSelection path id': 'selections',
  'updateSelection body addLocationIds': 'locations',
  'planCampaign body accountId': 'accounts',
  'planCampaign body locationIds': 'locations',
  'planCampaign body selectionId': 'selections',
  'planCampaign body photoId': 'photos',
  'getCampaign path id': 'campaigns',
  'listTargets path id': 'campaigns',
  'updateCampaign body accountId': 'accounts',
  'updateCampaign body locationIds': 'locations',
  'updateCampaign body selectionId': 'selections',
  'updateCampaign body photoId': 'photos',
  'updateCampaign path id': 'campaigns',
  'changeTargets body locationId': 'locations',
  'changeTargets path id': 'campaigns',
  'planAgain path id': 'campaigns',
  // After the plan was made again, so that nothing is confirmed.
  'chooseAgain path id': 'campaigns',
  'confirmCampaign path id': 'campaigns',
  'pauseCampaign path id': 'campaigns',
  'resumeCampaign path id': 'campaigns',
  'undoCampaign path id': 'campaigns',
  'listLeftOut path id': 'campaigns',
  'takeInTargets path id': 'campaigns',
  'takeInTargets body locationIds': 'locations',
  'retryTargets path id': 'campaigns',
  'retryTargets body locationIds': 'locations',
  'deleteCampaign path id': 'campaigns',
  'deleteSelection path id': 'selections',
  'schedulePost body photoId': 'photos',
  'updatePost body photoId': 'photos',
  'checkPost body photoId': 'photos',
  'getPost path id': 'posts',
  'updatePost path id': 'posts',
  'updatePost body locationId': 'locations',
  'deletePost path id': 'posts',
  'retryPost path id': 'posts',
  'retryPosts body ids': 'posts',
  'checkPost body locationId': 'locations',
  'checkPost body postId': 'posts',
  'listChanges query locationId': 'locations',
  'exportChanges query locationId': 'locations',
  'listGoogleEdits query locationId': 'locations',
  'getVersion path id': 'locations',
  'restoreLocation path id': 'locations',
  'getChange path id': 'changes',
  'undoChange path id': 'changes',
  'getChangeSet path id': 'changeSets',
  'undoChangeSet path id': 'changeSets',
  'cancelChangeSet path id': 'changeSets',
  'decideGoogleEdits body ids': 'googleEdits',
  'rejectGoogleEdit path id': 'googleEdits',
  'acceptGoogleEdit path id': 'googleEdits',
  'listReviews query locationId': 'locations',
  'getReviewSummary query locationId': 'locations',
  'getReview path id': 'reviews',
  'checkReply body reviewId': 'reviews',
  'putReply path id': 'reviews',
  'retryReply path id': 'reviews',
  'discardReply path id': 'reviews',
  'deleteReply path id': 'reviews',
  'updateSavedReply path id': 'savedReplies',
  'deleteSavedReply path id': 'savedReplies',
  'readNotices body ids': 'notices',
  'listDeliveries query channelId': 'channels',
  'retryDelivery path id': 'deliveries',
  'testChannel path id': 'channels',
  'sendChannelProof path id': 'mailChannels',
  'updateChannel path id': 'channels',
  // After all others that need it.
  'deleteChannel path id': 'channels',
  // Last, since Google reviews a place that gets another name, and takes no posts for it until then.
  'updateLocation path id': 'locations',
  'updateLocation body categoryIds': 'nobody',
  'updateLocation body hoursTypeId': 'nobody',
};

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
];

const SECRET = 'Canary song at dawn';

let setting: Reviewing;
let names: NameServer;
let document: ApiDocument;
let operations: DocumentedOperation[];
let content: DatabaseContent;
let tamsin: Owner;
let idris: Owner;
let robin: Owner;
let kim: Owner;
beforeAll(async () => {
  setting = await startReviewing();
  withoutGoogleLimits(setting.google, setting.served.app);
  names = await startNameServer(() => []);
  Object.assign(setting.served.app.get(WebhookNetwork), {
    nameServers: [names.address],
  });
  // The delivery of a notice after 20 seconds changes its row, and rows are compared here.
  Object.assign(setting.served.app.get(NoticeDeliveries), { makeImmediate: () => Promise.resolve() });
  content = await DatabaseContent.of(setting.served.database);
  const { body } = await setting.served.visitor().send('get', '/api/openapi.json').expect(200);
  document = body as ApiDocument;
  operations = operationsIn(document);
  [tamsin, idris, robin, kim] = await Promise.all([
    owner('tamsin', () => setting.connected(PEOPLE.tamsin), 'Okonjo Ceramics'),
    owner('idris', () => setting.connected(PEOPLE.idris), 'Van Tongeren Cycles'),
    owner('robin', () => setting.served.signUp()),
    owner('kim', () => setting.served.signUp()),
  ]);
});
afterAll(async () => {
  await setting.close();
  await names.close();
});

async function owner(name: string, begin: () => Promise<SignedInClient>, place?: string): Promise<Owner> {
  const client = await begin();
  const locations = place ? [setting.google.world.location({ location: place }).id] : ['sample-101'];
  const [locationId = ''] = locations;
  const { id } = await schedule(setting, client, {
    locationId,
    inMs: 90 * MINUTE_MS,
    summary: secretOf(name),
  });
  const source = place ? 'google' : 'sample';
  const changes = place
    ? await changesOf(client, locationId)
    : { changes: [], changeSets: [], googleEdits: [] };
  return {
    name,
    client,
    source,
    accounts: await idsAt(client, '/api/accounts'),
    locations,
    posts: [id],
    notices: [await noticeOf(client)],
    ...changes,
    photos: [await addPhoto(client)],
    reviews: place ? await reviewsOf(client, locationId) : [],
    savedReplies: place ? [await savedReplyOf(name, client)] : [],
    ...(place ? await campaignsOf(name, client) : { campaigns: [], selections: [] }),
    ...(await channelsOf(client)),
  };
}

/** The latest reviews of a location, the first of which only they should ever read. */
async function reviewsOf(client: SignedInClient, location: string): Promise<string[]> {
  setting.google.world.addReview({ location, stars: 3, comment: secretOf(client.uid) });
  await setting.read(client);
  const { items } = await setting.listOf(client, `?locationId=${location}`);
  return items.slice(0, 6).map(({ id }) => id);
}

async function savedReplyOf(name: string, client: SignedInClient): Promise<string> {
  const saved = { title: secretOf(name), text: `${secretOf(name)}: thanks, {name}!` };
  const { body } = await client.send('post', '/api/saved-replies', saved).expect(201);
  return (body as { id: string }).id;
}

/** A plan and a selection of all their locations. */
async function campaignsOf(
  name: string,
  client: SignedInClient,
): Promise<Pick<Owner, 'campaigns' | 'selections'>> {
  const time = { wallTime: `${nextDay(setting.served.clock.now(), 2)}T09:00` };
  const { id } = await planned(client, { time, summary: secretOf(name) });
  const selection = await client
    .send('post', '/api/selections', { name: secretOf(name), isLive: true, choice: {} })
    .expect(201);
  return { campaigns: [id], selections: [(selection.body as { id: string }).id] };
}

/** A notice that they have not read. */
async function noticeOf({ uid }: SignedInClient): Promise<string> {
  const { app, database, clock } = setting.served;
  const event = {
    workspaceId: uid,
    kind: 'edit_refused' as const,
    key: 'refused',
    cause: secretOf(uid),
    subject: {},
  };
  await database.transaction((tx) => noteEvents(tx, [{ ...event, at: clock.now() }]));
  // Another one may be gathering it at this moment.
  const row = await untilSeen('a notice', async () => {
    await app.get(NoticeGatherer).gather();
    return (await database.orm.select().from(notices).where(eq(notices.workspaceId, uid)))[0];
  });
  return row.id;
}

/** A webhook whose name leads nowhere, with a message to it that has failed, and a channel for email. */
async function channelsOf(
  client: SignedInClient,
): Promise<Pick<Owner, 'channels' | 'mailChannels' | 'deliveries'>> {
  const mail = await client.send('post', '/api/channels', { kind: 'email' }).expect(201);
  return { ...(await messageToNowhere(client)), mailChannels: [mail.body.id as string] };
}

/** A change that they made of a place, and an edit of Google that waits for them. */
async function changesOf(
  client: SignedInClient,
  locationId: string,
): Promise<Pick<Owner, 'changes' | 'changeSets' | 'googleEdits'>> {
  const websiteUri = `https://${locationId}.example.com`;
  await client.send('patch', `/api/locations/${locationId}`, { websiteUri }).expect(200);
  setting.google.world.editByGoogle({
    location: locationId,
    fields: { labels: [`of ${locationId}`] },
  });
  await client.send('get', `/api/locations/${locationId}`).expect(200);
  const [changes, edits] = [
    await client.send('get', '/api/changes'),
    await client.send('get', '/api/google-edits'),
  ];
  const own = (changes.body as { items: { id: string; setId: string | null }[] }).items.find(
    ({ setId }) => setId,
  );
  const [edit] = (edits.body as { items: { id: string }[] }).items;
  return {
    changes: [own!.id],
    changeSets: [own!.setId!],
    googleEdits: [edit!.id],
  };
}

/** What nobody but they should ever read. */
function secretOf(name: string): string {
  return `${SECRET}, by ${name}`;
}

/** Everybody, and whose things they go after: other Google accounts, other kinds of data, and one's like. */
function pairs(): [attacker: Owner, victim: Owner][] {
  return [
    [idris, tamsin],
    [tamsin, idris],
    [robin, tamsin],
    [tamsin, robin],
    [kim, robin],
  ];
}

function belongingsOf({ client, source, name: _, ...things }: Owner): Belongings {
  return {
    workspaceId: client.uid,
    email: client.email,
    password: PASSWORD,
    ...things,
    reviewBases: [],
    isConnected: source === 'google',
  };
}

/** The same request for the same number. */
function rightRequest(operation: DocumentedOperation, by: Owner, seed = 1): RequestParts {
  const [request] = fc.sample(requestsTo(document, operation, belongingsOf(by)), { seed, numRuns: 1 });
  return request!;
}

function send(by: Owner, request: RequestParts): Promise<Response> {
  const { operation, headers, body } = request;
  return by.client
    .send(operation.method, targetOf(request), body as object | undefined)
    .set(headers)
    .then((answer) => answer);
}

function operationOf(place: string): DocumentedOperation {
  const found = operations.find(({ id }) => place.startsWith(`${id} `));
  if (!found) throw new Error(`no operation for ${place}`);
  return found;
}

const PLAIN_POST = {
  languageCode: 'en-US',
  summary: 'Text',
  topicType: 'STANDARD',
};

/** The ids in the choice of locations. */
const CHOSEN = ['accountId', 'locationIds', 'selectionId'];

/** The request with that id in that place, and no key under which it was made before. */
function withId(request: RequestParts, place: string, id: string): RequestParts {
  const [, where, name = ''] = place.split(' ');
  const { 'Idempotency-Key': _key, ...headers } = request.headers;
  if (where === 'path') return { ...request, headers, path: { ...request.path, [name]: id } };
  if (where === 'body') {
    const body = request.body as Record<string, unknown>;
    if (Array.isArray(body.items))
      return {
        ...request,
        headers,
        body: { ...body, items: body.items.map((item: object) => ({ ...item, [name]: id })) },
      };
    if (/Campaign|Selection|findLocations/.test(place) && CHOSEN.includes(name))
      return { ...request, headers, body: { ...body, choice: { [name]: name.endsWith('s') ? [id] : id } } };
    if (name === 'photoId')
      return {
        ...request,
        headers,
        body: { ...body, postBody: { ...PLAIN_POST, photoId: id } },
      };
    return {
      ...request,
      headers,
      body: { ...body, [name]: name.endsWith('s') ? [id] : id },
    };
  }
  return {
    ...request,
    headers,
    query: [...request.query.filter(([other]) => other !== name), [name, id]],
  };
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

function* idPlaces(operation: DocumentedOperation): Generator<string> {
  const isId = (name: string): boolean => /(^id|[a-z]Id)s?$/.test(name);
  for (const { in: where, name } of operation.parameters)
    if (where === 'path' || isId(name)) yield `${operation.id} ${where} ${name}`;
  for (const name of namesIn(operation.body)) if (isId(name)) yield `${operation.id} body ${name}`;
}

/** The names of all fields of a body, however deep. */
function namesIn(schema: Schema | undefined): string[] {
  if (!schema) return [];
  const { properties = {}, items } = resolved(document, schema);
  const deeper = [...Object.values(properties), ...(items ? [items] : [])];
  return [...Object.keys(properties), ...deeper.flatMap(namesIn)];
}

describe('an id of another user’s data', () => {
  it('is tried in every place where an id can stand', () => {
    expect(operations.flatMap((operation) => [...idPlaces(operation)]).sort()).toEqual(
      Object.keys(ID_PLACES).sort(),
    );
  });

  it.each(Object.entries(ID_PLACES).filter(([, kind]) => kind !== 'nobody') as [string, Kind][])(
    'is as good as unknown: %s',
    async (place, kind) => {
      const operation = operationOf(place);
      for (const [attacker, victim] of pairs()) {
        // The places of the sample are everybody's who sees it.
        const isGoogles = kind === 'accounts' || kind === 'locations';
        if (isGoogles && attacker.source === victim.source && attacker.source === 'sample') continue;
        const unknown = isGoogles ? UNKNOWN[victim.source][kind] : UNKNOWN.ours;
        const request = rightRequest(operation, attacker);
        const before = await content.hashesOfUsers([attacker.client.uid, victim.client.uid]);
        for (const id of victim[kind]) {
          const foreign = toldBy(await send(attacker, withId(request, place, id)));
          expect(foreign).not.toMatchObject({ status: 400 });
          expect(foreign).toEqual(toldBy(await send(attacker, withId(request, place, unknown))));
          expect(JSON.stringify(foreign)).not.toContain(id);
        }
        expect(await content.hashesOfUsers([attacker.client.uid, victim.client.uid])).toEqual(before);
      }
    },
  );

  it.each(Object.entries(ID_PLACES).filter(([, kind]) => kind !== 'nobody') as [string, Kind][])(
    'would be good if it were theirs: %s',
    async (place, kind) => {
      const operation = operationOf(place);
      for (const person of [idris, robin]) {
        const own = kind === 'posts' ? [await newPost(person)] : person[kind];
        // The change log and campaigns are there while a Business Profile is connected.
        const isOfCampaigns = operation.path.startsWith('/api/campaigns/{id}');
        if (own.length === 0 || (isOfCampaigns && person.campaigns.length === 0)) continue;
        const answer = await send(person, withId(rightRequest(operation, person), place, own[0] ?? ''));
        const { status, body } = answer;
        const isDone = status < 300 || KNOWN.includes((body as { code: string }).code);
        expect([place, isDone, body]).toEqual([place, true, body]);
      }
    },
  );
});

async function newPost({ client, locations: [locationId = ''] }: Owner): Promise<string> {
  return (await schedule(setting, client, { locationId, inMs: 90 * MINUTE_MS })).id;
}

describe('another user’s data', () => {
  it('is in no answer to a valid request', async () => {
    const reading = operations.filter(({ method }) => method === 'get');
    expect(reading.length).toBeGreaterThan(10);
    const everybody = [tamsin, idris, robin, kim];
    for (const person of everybody) {
      const others = everybody.filter((other) => other !== person);
      const theirs = others.flatMap(({ name, client, posts }) => [
        secretOf(name),
        client.email,
        client.uid,
        ...posts,
      ]);
      for (const operation of reading) {
        // A photo is no text.
        const { text = '' } = await send(person, rightRequest(operation, person));
        expect([operation.id, theirs.filter((secret) => text.includes(secret))]).toEqual([operation.id, []]);
      }
    }
  });

  it('is not found by looking for it', async () => {
    for (const [attacker, victim] of pairs()) {
      const searching = operations.filter(({ parameters }) =>
        parameters.some(({ name }) => name === 'search'),
      );
      expect(searching.map(({ id }) => id)).toEqual(expect.arrayContaining(['listLocations', 'listPosts']));
      for (const operation of searching) {
        const request = {
          ...rightRequest(operation, attacker),
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
      (await client.send('post', '/api/posts', body).set('Idempotency-Key', 'the-same').expect(201)).body.id;
    const [byRobin, byKim] = [await scheduleAs(robin), await scheduleAs(kim)];
    expect(byKim).not.toBe(byRobin);
    expect(await scheduleAs(robin)).toBe(byRobin);
  });

  it('does not follow after a cursor of theirs', async () => {
    const { nextCursor } = (await robin.client.send('get', '/api/posts?limit=1').expect(200)).body;
    const { body } = await kim.client.send('get', `/api/posts?cursor=${nextCursor}`).expect(200);
    const own = (await kim.client.send('get', '/api/posts').expect(200)).body.items as { id: string }[];
    expect(own.map(({ id }) => id)).toEqual(
      expect.arrayContaining((body.items as { id: string }[]).map(({ id }) => id)),
    );
  });
});

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
    for (const operation of operations.filter(({ body }) => body))
      for (const seed of [1, 2, 3, 4]) {
        const { body, ...request } = rightRequest(operation, robin, seed);
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
