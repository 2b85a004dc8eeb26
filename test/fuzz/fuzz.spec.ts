// Sends hostile requests to every operation of the OpenAPI document and judges each answer.
// FUZZ_REQUESTS (for each operation and sender) and FUZZ_SEED extend a run, or make it another one.
import { afterAll, beforeAll, describe, expect, it } from '../support/jest.ts';
import type { LoggerService } from '@nestjs/common';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { homedir } from 'node:os';
import { inspect } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { WebhookNetwork } from '../../dist/server/notices/sending/webhook-network.js';
import {
  type ApiDocument,
  type DocumentedOperation,
  operationsIn,
  resolved,
  type Schema,
} from '../support/api/api-document.ts';
import { idsAt, ORIGIN, PASSWORD, type SignedInClient, startTestApp, type TestApp } from '../support/app.ts';
import { DatabaseContent } from '../support/database/database-content.ts';
import { DocumentedAnswers } from '../support/api/documented-answers.ts';
import { googleEnv } from '../support/google/google-connection.ts';
import { withoutGoogleLimits } from '../support/google/google-limits.ts';
import { PEOPLE, startSimulator } from '../support/google/google-simulator.ts';
import { planned } from '../support/features/campaign-plans.ts';
import { confirmed } from '../support/features/campaign-work.ts';
import { type NameServer, startNameServer } from '../support/network/name-server.ts';
import { messageToNowhere, webhookToNowhere } from '../support/features/notices.ts';
import { addPhoto } from '../support/features/photo-files.ts';
import { connectWithPlaces, reviewsRead } from '../support/google/places-read.ts';
import { type Belongings, type RequestParts, requestsTo, targetOf } from '../support/api/requests.ts';
import { HOSTILE_TEXTS, hostileBody, hostileHeader, hostileText, hostileValue } from './hostile.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS);
const SEED = Number(process.env.FUZZ_SEED);
/** The thread's time that one body may cost (docs/controls.md, V01). */
const MAX_COST_MS = 20;
/** Only the victims' posts say so. */
const CANARY = 'Canary song at dawn';
/** Operations that need more than right values, so that they are only refused here; in the document's order. */
const OUT_OF_REACH = [
  // An ID token that Firebase has signed: the emulator signs none.
  'exchangeIdToken',
  // A mail server.
  'sendChannelProof',
  'proveChannel',
  // A picture, where the others take JSON.
  'addPhoto',
  // A reply that Google has refused.
  'retryReply',
  'discardReply',
];

const documentText = readFileSync(new URL('../../client/api/openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(documentText) as ApiDocument;
const operations = operationsIn(document).map((operation) => [operation.id, operation] as const);
const documented = new DocumentedAnswers(document);

interface Request {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Someone who sends requests. A stranger has no client and knows what the victims own. */
interface Sender {
  begin: () => Promise<SignedInClient | undefined>;
  isConnected: boolean;
  client: SignedInClient | undefined;
  owner: Belongings;
  /** Whether a request may have changed something since they began. */
  hasActed: boolean;
}

let google: Awaited<ReturnType<typeof startSimulator>>;
let served: TestApp;
/** No webhook's name leads anywhere. */
let names: NameServer;
let content: DatabaseContent;
let victims: SignedInClient[];
let untouched: Record<string, string>;
let foreign: Belongings;
let senders: Record<'stranger' | 'sample' | 'connected', Sender>;
let secrets: readonly (readonly [what: string, pattern: RegExp])[];
const reached = new Set<string>();
const agent = new Agent({ keepAlive: true });

/** What the server logs as an error. */
const logged: string[] = [];
const error = (...details: unknown[]): void => void logged.push(inspect(details, { breakLength: Infinity }));
const log: LoggerService = { log: () => undefined, warn: () => undefined, error, fatal: error };

beforeAll(async () => {
  console.log(`FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`);
  google = await startSimulator();
  served = await startTestApp(googleEnv(google));
  names = await startNameServer(() => []);
  Object.assign(served.app.get(WebhookNetwork), { nameServers: [names.address] });
  served.app.useLogger(log);
  withoutGoogleLimits(google, served.app);
  content = await DatabaseContent.of(served.database);
  victims = [await served.signUp(), await connectedTo(PEOPLE.tamsin)];
  for (const victim of victims) await schedulePosts(victim, CANARY);
  const [sample, connected] = await Promise.all(
    victims.map((victim) => ownedBy(victim, { isConnected: false, hasDelivery: true })),
  );
  foreign = { ...connected!, posts: [...sample!.posts, ...connected!.posts] };
  untouched = await content.hashesOfUsers(victims.map(({ uid }) => uid));
  // Strangers know the password of someone who sends nothing and has nothing to lose.
  const { email } = await served.signUp();
  const owner = { ...foreign, email };
  const sender = (begin: Sender['begin'], isConnected = false): Sender => ({
    begin,
    isConnected,
    client: undefined,
    owner,
    hasActed: false,
  });
  senders = {
    stranger: sender(() => Promise.resolve(undefined)),
    sample: sender(() => served.signUp()),
    connected: sender(() => connectedTo(PEOPLE.idris), true),
  };
  // A word that the API document has is for everyone, such as the state `left_out`.
  const columns = content.names().filter((name) => !documentText.includes(`"${name}"`));
  secrets = secretsOf(columns, google.addresses);
}, 120_000);
afterAll(async () => {
  agent.destroy();
  await served.close();
  await names.close();
  await google.close();
});

describe.each(['stranger', 'sample', 'connected'] as const)('hostile requests, %s', (who) => {
  it.each(operations)(
    '%s shows nothing internal or foreign, and does not fail',
    async (id, operation) => {
      const sender = senders[who];
      await begin(sender, operation);
      const before = sender.client ? undefined : await content.hashes();
      let isChanged = false;
      await fc.assert(
        fc.asyncProperty(hostileRequest(operation, sender), async (request) => {
          const answer = await send(sender, request);
          expect(faultsOf(request, answer)).toEqual([]);
          if (answer.status >= 400) return;
          reached.add(id);
          expect(operation.isPublic || sender.client !== undefined).toBe(true);
          isChanged ||= operation.method !== 'get' || answer.status >= 300;
          if (operation.method !== 'get') await keepSession(sender, answer);
        }),
        // Requests change things, so a smaller example would not be the same one.
        { seed: SEED, numRuns: REQUESTS, endOnFailure: true },
      );
      if (!sender.client && !isChanged) expect(await content.hashes()).toEqual(before);
    },
    600_000,
  );
});

describe('texts that are hostile elsewhere, wherever any text is allowed', () => {
  it.each(operations)('%s takes them as text', async (id, operation) => {
    const sender = senders.sample;
    await begin(sender, operation);
    for (const freeText of HOSTILE_TEXTS) {
      const options = { seed: SEED, numRuns: 1 };
      const [parts] = fc.sample(requestsTo(document, operation, sender.owner, { freeText }), options);
      const request = toWire(parts!);
      const answer = await send(sender, request);
      expect([freeText, faultsOf(request, answer)]).toEqual([freeText, []]);
      if (answer.status >= 400) continue;
      reached.add(id);
      if (operation.method !== 'get') await keepSession(sender, answer);
    }
  });
});

describe('after all of them', () => {
  it('every operation has succeeded', () => {
    expect(operations.map(([id]) => id).filter((id) => !reached.has(id))).toEqual(OUT_OF_REACH);
  });

  it('the data of others is as it was', async () => {
    expect(await content.hashesOfUsers(victims.map(({ uid }) => uid))).toEqual(untouched);
  });

  it('the log has no error', () => {
    expect(logged).toEqual([]);
  });
});

describe('the most expensive bodies', () => {
  it.each(operations.filter(([, { body }]) => body))(
    `%s: none costs more than ${MAX_COST_MS} ms of the event loop`,
    async (_id, operation) => {
      const sender = senders.sample;
      await begin(sender, operation);
      const [right] = fc.sample(requestsTo(document, operation, sender.owner), { seed: SEED, numRuns: 1 });
      const costs: [ms: number, name: string][] = [];
      for (const [name, body] of expensiveBodies(operation.body!)) {
        const request = {
          method: operation.method.toUpperCase(),
          target: targetOf(right!),
          headers: JSON_TYPE,
          body,
        };
        const cost = () =>
          costOf(async () => {
            const answer = await send(sender, request);
            if (answer.status < 300) await keepSession(sender, answer);
          });
        const ms = await lastingCostOf(cost);
        costs.push([ms, name]);
      }
      expect(costs.filter(([ms]) => ms > MAX_COST_MS)).toEqual([]);
    },
    600_000,
  );
});

describe('legal texts as long as they may be', () => {
  const worst = { ms: 0, name: 'none' };
  afterAll(() =>
    console.log(`The worst legal text: ${worst.name}, ${worst.ms.toFixed(1)} ms above an ordinary one`),
  );

  it.each(operations.filter(([, { body }]) => body))(
    `%s: none costs ${MAX_COST_MS} ms more of the event loop than an ordinary one`,
    async (_id, operation) => {
      const sender = senders.connected;
      await begin(sender, operation);
      const rights = fc.sample(requestsTo(document, operation, sender.owner), { seed: SEED, numRuns: 30 });
      const right = rights.reduce((most, each) =>
        partsOf(each.body).length > partsOf(most.body).length ? each : most,
      );
      const costs: [ms: number, name: string][] = [];
      for (const [path, length] of longTexts(operation.body!, right.body)) {
        const cost = (text: string) =>
          costOf(async () => {
            const body = withValue(right.body, path, text.slice(0, length));
            const answer = await send(sender, toWire({ ...right, body }));
            if (answer.status < 300) await keepSession(sender, answer);
          });
        const ordinary = await cost('ordinary words '.repeat(length));
        for (const beginning of BEGINNINGS)
          for (const unit of UNITS) {
            // Its last character is unlike the rest.
            const text = `${`${beginning}${unit.repeat(length)}`.slice(0, length - 1).toWellFormed()}!`;
            const ms = await lastingCostOf(async () => (await cost(text)) - ordinary);
            const name = `${operation.id}, ${path.join('.')}: ${length} of ${beginning}${unit}`;
            if (ms > MAX_COST_MS) costs.push([ms, name]);
            if (ms > worst.ms) Object.assign(worst, { ms, name });
          }
      }
      expect(costs).toEqual([]);
    },
    600_000,
  );
});

// People

async function connectedTo(email: string): Promise<SignedInClient> {
  const client = await served.signUp();
  await connectWithPlaces(client, email);
  await reviewsRead(client);
  return client;
}

async function schedulePosts(client: SignedInClient, summary: string): Promise<void> {
  const locations = await idsAt(client, '/api/locations?limit=3');
  const publishAt = new Date(served.clock.now().getTime() + 300 * 24 * 60 * 60_000).toISOString();
  const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary };
  for (const locationId of locations)
    await client.send('post', '/api/posts', { locationId, publishAt, postBody });
}

/** @param hasDelivery whether they have sent a message, for whose end they wait */
async function ownedBy(
  client: SignedInClient,
  { isConnected, hasDelivery }: { isConnected: boolean; hasDelivery: boolean },
): Promise<Belongings> {
  const at = (path: string) => idsAt(client, path);
  return {
    workspaceId: client.uid,
    email: client.email,
    password: PASSWORD,
    posts: [...(await at('/api/posts?limit=5&status=FAILED')), ...(await at('/api/posts?limit=5'))],
    locations: await at('/api/locations?limit=20'),
    accounts: await at('/api/accounts'),
    ...(await changesOf(client, isConnected)),
    notices: [],
    photos: [await addPhoto(client)],
    ...(await reviewsOf(client, isConnected)),
    savedReplies: isConnected ? [await savedReplyOf(client)] : [],
    ...(await campaignsOf(client, isConnected)),
    ...(hasDelivery
      ? await messageToNowhere(client)
      : { channels: [await webhookToNowhere(client)], deliveries: [] }),
    isConnected,
  };
}

async function savedReplyOf(client: SignedInClient): Promise<string> {
  const saved = { title: `Thanks ${randomUUID()}`, text: 'Thank you, {name}!' };
  const { body } = await client.send('post', '/api/saved-replies', saved).expect(201);
  return (body as { id: string }).id;
}

/** A review that is answered, one that is not, and what a reply to either is based on. */
async function reviewsOf(
  client: SignedInClient,
  isConnected: boolean,
): Promise<Pick<Belongings, 'reviews' | 'reviewBases'>> {
  if (!isConnected) return { reviews: [], reviewBases: [] };
  const { body } = await client.send('get', '/api/reviews').expect(200);
  const { items } = body as { items: { id: string; basis: string; replyAtGoogle: object | null }[] };
  const both = [items.find(({ replyAtGoogle }) => replyAtGoogle), items.find((item) => !item.replyAtGoogle)];
  const found = both.filter((review) => review !== undefined);
  return { reviews: found.map(({ id }) => id), reviewBases: found.map(({ basis }) => basis) };
}

/** A draft, a campaign, a selection and a lock, which are there while a Business Profile is connected. */
async function campaignsOf(
  client: SignedInClient,
  isConnected: boolean,
): Promise<Pick<Belongings, 'campaigns' | 'selections' | 'bulkEdits' | 'locks' | 'findings'>> {
  if (!isConnected) return { campaigns: [], selections: [], bulkEdits: [], locks: [], findings: [] };
  const time = { wallTime: '2030-03-01T09:00' };
  const draft = await planned(client, { time });
  const campaign = await confirmed(client, { time });
  const selection = await client
    .send('post', '/api/selections', { name: 'All', isLive: true, choice: {} })
    .expect(201);
  const change = { description: 'In {city} since 1987.' };
  const { body } = await client.send('post', '/api/bulk-edits', { choice: {}, change }).expect(201);
  const lock = { fields: ['serviceArea'], choice: {} };
  const locks = await client.send('post', '/api/locks', lock).expect(201);
  const found = await client.send('get', '/api/findings?limit=3').expect(200);
  return {
    findings: (found.body as { items: { findingId: string }[] }).items.map(({ findingId }) => findingId),
    locks: (locks.body as { items: { id: string }[] }).items.map(({ id }) => id),
    campaigns: [draft.id, campaign.id],
    selections: [(selection.body as { id: string }).id],
    bulkEdits: [(body as { id: string }).id],
  };
}

/** The change log, which is there while a Business Profile is connected. */
async function changesOf(
  client: SignedInClient,
  isConnected: boolean,
): Promise<Pick<Belongings, 'changes' | 'changeSets' | 'googleEdits'>> {
  if (!isConnected) return { changes: [], changeSets: [], googleEdits: [] };
  await makeChanges(client);
  const log = (await client.send('get', '/api/changes').expect(200)).body as {
    items: { id: string; setId: string | null }[];
  };
  const inbox = (await client.send('get', '/api/google-edits').expect(200)).body as {
    items: { id: string }[];
  };
  return {
    changes: log.items.map(({ id }) => id),
    changeSets: log.items.flatMap(({ setId }) => setId ?? []),
    googleEdits: inbox.items.map(({ id }) => id),
  };
}

/** A change of their own for each way to take it back, and an edit of Google for each way to answer it. */
async function makeChanges(client: SignedInClient): Promise<void> {
  const { body } = await client.send('get', '/api/locations?limit=20').expect(200);
  for (const [index, { id }] of (body as { items: { id: string }[] }).items.entries()) {
    const websiteUri = `https://${index}.fuzz-${Date.now()}.example.com`;
    await client.send('patch', `/api/locations/${id}`, { websiteUri });
    google.world.editByGoogle({ location: id, fields: { labels: [`${index}`, String(Date.now())] } });
    google.world.editByGoogle({ location: id, fields: { storeCode: `FUZZ-${index}` } });
    await client.send('get', `/api/locations/${id}`).expect(200);
  }
}

/** Gives them all that the operation can name. As long as nothing may have changed it is what they have. */
async function begin(sender: Sender, operation: DocumentedOperation): Promise<void> {
  const hasDelivery = operation.path.startsWith('/api/deliveries');
  if (sender.client && !sender.hasActed && !hasDelivery) return;
  sender.hasActed = false;
  sender.client = await sender.begin();
  if (!sender.client) return;
  await schedulePosts(sender.client, 'Fresh from the oven');
  sender.owner = await ownedBy(sender.client, { isConnected: sender.isConnected, hasDelivery });
}

/**
 * After a request that may have changed something: keeps the session that its answer gives, as a browser does, and begins
 * again where it has ended.
 */
async function keepSession(sender: Sender, { headers }: Answer): Promise<void> {
  const { client, isConnected } = sender;
  sender.hasActed = true;
  if (!client) return;
  const pair = headers['set-cookie']?.[0]?.split(';')[0];
  if (pair && /^(__Host-)?shingle=./.test(pair)) client.cookie = pair;
  const { body } = await client.send('get', '/api/auth/gbp-status');
  if ((body as { hasAccess?: boolean }).hasAccess !== isConnected) sender.client = await sender.begin();
}

// Requests

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A request of the operation, with something hostile in some places. */
function hostileRequest(operation: DocumentedOperation, { owner }: Sender): fc.Arbitrary<Request> {
  const foreignId = fc.constantFrom(...foreign.posts, ...foreign.locations, ...foreign.accounts);
  const disturbance = { text: fc.oneof(hostileText, foreignId), value: fc.oneof(hostileValue, foreignId) };
  const seldom = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
    fc.oneof({ weight: 11, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
  return fc
    .record({
      parts: requestsTo(document, operation, owner, { disturbance }),
      extra: seldom(fc.tuple(fc.constantFrom('cursor', 'a[b]', '__proto__', 'limit', ''), hostileText)),
      header: seldom(hostileHeader),
      rawBody: operation.body ? seldom(hostileBody) : fc.constant(undefined),
    })
    .map(({ parts, extra, header, rawBody }) => {
      const { headers, body, ...request } = toWire(
        extra ? { ...parts, query: [...parts.query, extra] } : parts,
      );
      return { ...request, headers: { ...headers, ...header }, body: rawBody ?? body };
    });
}

/** What goes over the wire. Node sends no longer paths, and no other characters in headers. */
function toWire(parts: RequestParts): Request {
  const query = parts.query.map(([name, value]): [string, string] => [
    name,
    value.slice(0, 2000).toWellFormed(),
  ]);
  const path = Object.entries(parts.path).map(
    ([name, value]) => [name, value.slice(0, 2000) || '-'] as const,
  );
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  const headers = Object.entries(parts.headers).map(
    ([name, value]) => [name, value.slice(0, 3000).replace(/[^\t -~\x80-\xff]/g, '?')] as const,
  );
  return {
    method: parts.operation.method.toUpperCase(),
    target: targetOf({ ...parts, path: Object.fromEntries(path), query }).slice(0, 6000),
    headers: { ...(body !== undefined && JSON_TYPE), ...Object.fromEntries(headers) },
    body,
  };
}

/** @throws Error when there is no answer within 10 s */
function send({ client }: Sender, { method, target, headers, body }: Request): Promise<Answer> {
  const [host, port] = served.address.split(':');
  const all = {
    Host: new URL(ORIGIN).host,
    Origin: ORIGIN,
    ...(client && { Cookie: client.cookie }),
    ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host, port, method, path: target, agent, headers: all, timeout: 10_000 });
    sent.on('timeout', () => sent.destroy(new Error('no answer within 10 s'))).on('error', reject);
    sent.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.end(body);
  });
}

// Answers

/** What no answer may show, whatever was asked. */
function secretsOf(
  columns: string[],
  // Browsers see the consent page, and profile photos at the address of user information.
  { GOOGLE_AUTH_URL: _page, GOOGLE_USERINFO_URL: _photos, ...inner }: Record<string, string>,
): readonly (readonly [string, RegExp])[] {
  const places = [
    process.cwd(),
    homedir(),
    process.env.TEST_AUTH_EMULATOR_HOST ?? '',
    ...Object.values(inner),
  ];
  const literally = (text: string) => text.replace(/[^\w]/g, '\\$&');
  return [
    ['a stack', /(\n|\\n)\s+at \S|node_modules|node:internal|file:\/\/\//],
    ['a path', /\/(home|root|usr|var|opt|Users)\/[\w.-]+|[A-Z]:\\\\\w+\\\\/],
    ['an error class', /\b(Type|Range|Reference|Syntax|Assertion|Database|Query|Drizzle\w*)Error\b/],
    ['SQL', /failed query|select\s+"\w+"|insert into "|update "\w+" set|delete from "|params:/i],
    [
      'a database error',
      /syntax error at|violates .{0,40} constraint|relation "|column "|invalid input syntax/i,
    ],
    ['a database error', /invalid byte sequence|out of range for type|SQLSTATE|duplicate key value/i],
    [
      'a package',
      /nestjs|drizzle|pglite|pg-?boss|class-validator|class-transformer|firebase-admin|body-parser/i,
    ],
    [
      'the data of others',
      new RegExp([CANARY, PEOPLE.tamsin, ...victims.map(({ email }) => email)].join('|')),
    ],
    [
      'where it runs',
      new RegExp(
        places
          .filter(({ length }) => length > 1)
          .map(literally)
          .join('|'),
      ),
    ],
    ['a column', new RegExp(`\\b(${columns.join('|')})\\b`)],
  ];
}

/** One's own photos may be kept by one's own browser, which asks each time whether they are still there. */
const OWN_PHOTO = /^\/api\/photos\/[^/?]+(\/preview)?(\?|$)/;

/** What is wrong with an answer, in words. */
function faultsOf({ method, target }: Request, answer: Answer): string[] {
  const { status, headers, text } = answer;
  const whole = `${text}\n${JSON.stringify(headers)}`;
  const faults = secrets.flatMap(([what, pattern]) => {
    const found = pattern.exec(whole);
    return found ? [`it shows ${what}: ${found[0].trim().slice(0, 80)}`] : [];
  });
  if (status >= 500) faults.push(`it fails: ${status} ${text.slice(0, 200)}`);
  const isPhoto = OWN_PHOTO.test(target) && (status === 200 || status === 304);
  if (headers['cache-control'] !== (isPhoto ? 'private, no-cache' : 'no-store'))
    faults.push('it may be stored');
  if (headers['access-control-allow-origin'] !== undefined) faults.push('other sites may read it');
  // HTTP's own answer to `If-None-Match: *` (RFC 9110, 13.1.2).
  if (status === 304) return faults;
  if (status >= 400 && !text.includes(String(headers['x-request-id'])))
    faults.push('it does not name its request');
  const destinations = ['/google-sign-in?', `${google.addresses.GOOGLE_AUTH_URL}?`];
  if (status === 302 && !destinations.some((beginning) => headers.location?.startsWith(beginning)))
    faults.push(`it redirects to ${headers.location}`);
  return [...faults, ...documented.faultsOf({ method, target, ...answer })];
}

// Cost

/** The longest body that is accepted, less some room. */
const LONGEST = 99_000;
const BEGINNINGS = ['', 'https://', 'a@', '+', 'gcid:'];
const UNITS = [
  'a',
  ' ',
  '1',
  '(',
  '-',
  '.',
  '@',
  '%',
  '/',
  '\\',
  ':',
  '\t',
  'é',
  '😀',
  '1 ',
  'a.',
  'a@',
  '1-',
  '(1',
];

/**
 * The thread's time (ms) that a request takes, so no turn of the event loop is longer. The least of five tries, because
 * garbage may be collected at the same time.
 */
async function costOf(act: () => Promise<void>): Promise<number> {
  let least = Infinity;
  for (let left = 5; left > 0 && least > MAX_COST_MS / 2; left -= 1) {
    const before = process.threadCpuUsage();
    await act();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** What the server does in the background costs as well, for a while: what is too dear itself stays so. */
async function lastingCostOf(cost: () => Promise<number>): Promise<number> {
  let least = await cost();
  for (let left = 10; least > MAX_COST_MS && left > 0; left -= 1) {
    await delay(300);
    least = Math.min(least, await cost());
  }
  return least;
}

/** Bodies of the greatest size that parsers, validators and patterns find hardest, at every part of a schema. */
function* expensiveBodies(schema: Schema): Generator<[name: string, body: string]> {
  yield ['brackets', '['.repeat(LONGEST)];
  yield ['objects', '{"a":'.repeat(LONGEST / 5)];
  const whole = everyPart(schema);
  for (const [path, value] of partsOf(whole)) {
    const put = (other: unknown) => JSON.stringify(withValue(whole, path, other));
    const at = path.join('.') || 'the body';
    if (Array.isArray(value)) {
      for (const item of [{}, '', null, ...(value as unknown[])]) {
        const fitting = Math.floor((LONGEST - put([]).length) / (JSON.stringify(item).length + 1));
        for (const count of [940, fitting]) yield [`${at}: ${count} items`, put(Array(count).fill(item))];
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const count of [940, 7_500]) {
        const unknown = Object.fromEntries(Array(count).fill({}).entries()) as object;
        yield [`${at}: ${count} unknown keys`, put({ ...value, ...unknown })];
      }
    } else if (typeof value === 'string') {
      for (const length of [LONGEST, 1500])
        for (const unit of UNITS)
          for (const beginning of length === LONGEST ? BEGINNINGS.slice(0, 2) : BEGINNINGS) {
            const count = Math.floor((length - 300) / (Buffer.byteLength(JSON.stringify(unit)) - 2));
            // It ends unlike the rest, so that a pattern is tried in every way before it fails.
            yield [`${at}: ${length} of ${beginning}${unit}`, put(`${beginning}${unit.repeat(count)}!`)];
          }
    }
  }
}

/** A value of a schema with every optional part. */
function everyPart(schema: Schema): unknown {
  const meant = resolved(document, schema);
  if (meant.properties)
    return Object.fromEntries(
      Object.entries(meant.properties).map(([name, inner]) => [name, everyPart(inner)]),
    );
  if (meant.example !== undefined) return meant.example;
  if (meant.type === 'array') return [everyPart(meant.items ?? {})];
  const simple = { number: 1, integer: 1, boolean: true, string: 'text' } as Record<string, unknown>;
  return meant.enum?.[0] ?? simple[String(meant.type)] ?? null;
}

/** The texts of a body that may be long, and how long. */
function longTexts(schema: Schema, body: unknown, path: Path = []): [path: Path, length: number][] {
  const meant = resolved(document, schema);
  if (typeof body === 'string') return (meant.maxLength ?? 0) > 40 ? [[path, meant.maxLength!]] : [];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, part]) => {
    const inner = Array.isArray(body) ? meant.items : meant.properties?.[name];
    return inner ? longTexts(inner, part, [...path, name]) : [];
  });
}

type Path = (string | number)[];

function partsOf(value: unknown, path: Path = []): [Path, unknown][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[path, value], ...inner.flatMap(([name, part]) => partsOf(part, [...path, name]))];
}

function withValue(body: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) return other;
  const copy = structuredClone(body) as Record<string, unknown>;
  copy[name] = withValue(copy[name], rest, other);
  return copy;
}
