import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { type IncomingMessage, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { DatabaseMetrics } from '../../../dist/server/app.database-metrics.js';
import { ConnectionProbeJob } from '../../../dist/server/business-profile/connection/access-tokens.js';
import { GoogleQuota } from '../../../dist/server/business-profile/calls/quota.js';
import { API_ALLOWANCE } from '../../../dist/server/business-profile/port/api-allowance.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { posts } from '../../../dist/server/database/schema.js';
import { WallTimes } from '../../../dist/server/posts/wall-times.js';
import { PublishingMetrics } from '../../../dist/server/publishing/publishing.metrics.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import {
  connectProfile,
  googleEnv,
  loseConnection,
  withoutImports,
} from '../../support/google/google-connection.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { freePort } from '../../support/processes/program.ts';
import { untilSeen } from '../../support/until.ts';

let google: GoogleSimulator;
let served: TestApp;
let robin: SignedInClient;
let port: number;
beforeAll(async () => {
  google = await startSimulator();
  port = await freePort();
  served = await startTestApp({ ...googleEnv(google), METRICS_PORT: String(port) });
  withoutImports(served);
  robin = await served.signUp();
});
afterAll(async () => {
  await served.close();
  await google.close();
});

/** What is told at the metrics address, by name and labels, as Prometheus would read it. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const samples = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** The same, with what is in the database counted again. */
function scrapeAfresh(): Promise<Map<string, number>> {
  Object.assign(served.app.get(DatabaseMetrics), { readAt: -Infinity });
  return scrape();
}

const DURATION = 'shingle_http_request_duration_seconds';

/** Sends a request that no ordinary client would send. */
function sendRaw(method: string, path: string): Promise<void> {
  const [host, at] = served.address.split(':');
  return new Promise((resolve, reject) => {
    ask({ host, port: at, method, path, headers: { Host: 'localhost:3000' } }, (answer) =>
      answer.resume().on('end', resolve),
    )
      .on('error', reject)
      .end();
  });
}

describe('requests', () => {
  it('are measured by method, pattern of the route and class of status', async () => {
    const before =
      (await scrape()).get(`${DURATION}_count{method="GET",route="/api/posts/:id",status="4xx"}`) ?? 0;
    for (const id of ['7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f', '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e60'])
      await robin.send('get', `/api/posts/${id}`).expect(404);
    const labels = '{method="GET",route="/api/posts/:id",status="4xx"}';
    // A request is measured once its answer is out, which the client may have read by then.
    const figures = await untilSeen('both requests', async () => {
      const seen = await scrape();
      return (seen.get(`${DURATION}_count${labels}`) ?? 0) >= before + 2 && seen;
    });
    expect((figures.get(`${DURATION}_count${labels}`) ?? 0) - before).toBe(2);
    expect(figures.get(`${DURATION}_sum${labels}`)).toBeGreaterThan(0);
  });

  it('cannot create an unlimited number of series, whatever their paths', async () => {
    await sendRaw('PROPFIND', '/one');
    await sendRaw('GET', '/api/none');
    await sendRaw('GET', '/file');
    const names = async () => [...(await scrape()).keys()].filter((name) => name.startsWith(DURATION));
    const before = await untilSeen('the three requests', async () => {
      const seen = await names();
      return seen.filter((name) => /_count.*route="(none|file)"/.test(name)).length === 3 && seen;
    });
    for (let n = 0; n < 20; n += 1) {
      await sendRaw(['MKCOL', 'LOCK', 'PURGE', 'REPORT'][n % 4] ?? '', `/one-${n}`);
      await sendRaw('GET', `/api/none-${n}/${n}`);
      await sendRaw('GET', `/file-${n}`);
    }
    expect(await names()).toEqual(before);
  });
});

it('posts are counted by status, and by whether their time has come', async () => {
  const now = Date.now();
  const of = (minutes: number, rest: object) => ({
    id: crypto.randomUUID(),
    workspaceId: robin.uid,
    source: 'google' as const,
    subject: 'somebody',
    accountId: '1',
    locationId: '1',
    locationName: 'Shop',
    timeZone: 'UTC',
    postType: 'STANDARD' as const,
    body: { languageCode: 'en-US' as const, summary: 'Hello', topicType: 'STANDARD' as const },
    publishAt: new Date(now + minutes * 60_000),
    createdAt: new Date(now),
    updatedAt: new Date(now),
    status: 'SCHEDULED' as const,
    nextStepAt: null,
    ...rest,
  });
  await served.database.orm
    .insert(posts)
    .values([
      of(60, {}),
      of(90, {}),
      of(-5, {}),
      of(-60, { detail: 'connection_lost' }),
      of(-60, { status: 'PUBLISHED' }),
      of(-60, { seeded: true }),
    ]);
  const figures = await scrapeAfresh();
  const posted = [...figures].filter(([name]) => name.startsWith('shingle_posts{'));
  expect(Object.fromEntries(posted)).toEqual({
    'shingle_posts{status="SCHEDULED",due="later",detail=""}': 2,
    'shingle_posts{status="SCHEDULED",due="due",detail=""}': 1,
    'shingle_posts{status="SCHEDULED",due="overdue",detail="connection_lost"}': 1,
    'shingle_posts{status="PUBLISHED",due="settled",detail=""}': 1,
  });
});

it("connections, Google's quota, jobs and the database are reported", async () => {
  await connectProfile(robin, PEOPLE.tamsin);
  const claim = { workspaceId: robin.uid, priority: 'publish', endsAt: performance.now() } as const;
  const taken = 20;
  for (let call = 0; call < taken; call += 1) await served.app.get(GoogleQuota).take('v4', claim);
  const figures = await scrapeAfresh();
  expect(figures.get('shingle_connections{state="connected"}')).toBe(1);
  // Some come back each second.
  const left = figures.get('shingle_google_quota_left{api="v4"}');
  expect(left).toBeGreaterThanOrEqual(API_ALLOWANCE.capacity - taken);
  expect(left).toBeLessThan(API_ALLOWANCE.capacity);
  expect(figures.get('shingle_jobs{queue="mirror-import",state="running"}')).toBe(0);
  expect(figures.get('shingle_database_up')).toBe(1);
  expect(figures.get('shingle_rounds_failing')).toBe(0);
  expect(figures.get('shingle_database_connections{state="open"}')).toBeGreaterThan(0);
  expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(figures.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
});

it('a lost connection is reported, and the job that checks it', async () => {
  const client = await served.signUp();
  await connectProfile(client, PEOPLE.idris);
  await loseConnection(served, client.uid);
  await served.app.get(ConnectionProbeJob).sweep();
  const lost = await untilSeen('the job', async () => {
    const told = await scrapeAfresh();
    return told.get('shingle_jobs{queue="connection-probe",state="later"}') === 1 && told;
  });
  expect(lost.get('shingle_connections{state="reconnect"}')).toBe(1);
});

it('posts that new time zone rules move are counted', async () => {
  const robin = await served.signUp();
  const { body } = await robin
    .send('post', '/api/posts', {
      locationId: 'sample-101',
      publishAt: '2030-07-01T09:00:00Z',
      timeZone: 'Europe/Berlin',
      postBody: { languageCode: 'en-US', summary: 'Rye from six', topicType: 'STANDARD' },
    })
    .expect(201);
  const { id } = body as { id: string };
  await served.database.executeSql(`update posts set wall_time = '2030-07-01T10:00' where id = $1`, [id]);
  await served.app.get(WallTimes).check();
  expect((await scrape()).get('shingle_posts_moved_total')).toBe(1);
});

it('publishing is reported as it was counted', async () => {
  const metrics = served.app.get(PublishingMetrics);
  metrics.noteStep('published');
  metrics.noteStep('published');
  metrics.noteAttempt('refused');
  metrics.noteLag(700);
  metrics.noteLag(4_000);
  const figures = await scrape();
  expect(figures.get('shingle_publishing_steps_total{outcome="published"}')).toBe(2);
  expect(figures.get('shingle_publishing_attempts_total{outcome="refused"}')).toBe(1);
  const lag = 'shingle_publishing_lag_seconds';
  expect(['0.5', '1', '5', '+Inf'].map((le) => figures.get(`${lag}_bucket{le="${le}"}`))).toEqual([
    0, 1, 2, 2,
  ]);
  expect([figures.get(`${lag}_sum`), figures.get(`${lag}_count`)]).toEqual([4.7, 2]);
  expect(figures.get('shingle_due_work{work="posts",lane="send",state="waiting"}')).toBe(0);
});

it('metrics are not served at the public address, and nothing else at this one', async () => {
  await robin.send('get', '/metrics').expect(({ text }) => expect(text).not.toContain('shingle_'));
  await robin.send('get', '/api/metrics').expect(404);
  for (const path of ['/', '/api/auth/session', '/metrics/x'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
});

it.each([
  ['127.0.0.1', 200],
  ['[::1]:9464', 200],
  ['shingle:9464', 200],
  ['localhost', 200],
  ['attacker.example.com', 421],
  ['localhost.attacker.example.com:9464', 421],
])('metrics are read under the host %j with %i', async (Host, status) => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    ask({ host: '127.0.0.1', port, path: '/metrics', headers: { Host } }, resolve).on('error', reject).end();
  });
  expect([answer.statusCode, (await text(answer)).includes('shingle_')]).toEqual([status, status === 200]);
});

it('an unreachable database is reported, and its old values are left out', async () => {
  const { orm } = served.database;
  Object.assign(served.database, { orm: { select: () => ({ from: () => new Promise(() => undefined) }) } });
  const figures = await scrapeAfresh();
  Object.assign(served.database, { orm });
  expect(figures.get('shingle_database_up')).toBe(0);
  expect([...figures.keys()].filter((name) => name.startsWith('shingle_posts{'))).toEqual([]);
});
