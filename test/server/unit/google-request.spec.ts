import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import {
  GoogleHttp,
  type GoogleRequest,
} from '../../../dist/server/business-profile/google/google-request.js';
import { GoogleTime } from '../../../dist/server/business-profile/google/google-time.js';
import { Env } from '../../../dist/server/config/env.js';

const TOKEN = 'ya29.secret-token';

describe('one request to Google', () => {
  let server: Server;
  let http: GoogleHttp;
  let address: string;
  let seen: IncomingMessage[];
  let answer: (response: ServerResponse, request: IncomingMessage) => void;

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request);
      answer(response, request);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    http = new GoogleHttp(
      Object.assign(new Env(), { GBP_INFORMATION_URL: `${address}/v1` }),
      new GoogleTime(),
    );
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    seen = [];
    answer = (response) => response.end('{"name":"locations/1"}');
  });

  const request: GoogleRequest = { service: 'information', method: 'GET', path: 'locations/1' };
  const send = (changed: Partial<GoogleRequest> = {}, deadlineMs = 8_000) =>
    http.send({ ...request, ...changed }, TOKEN, deadlineMs);

  it('goes to the configured address with the token in its header, and nothing else of anybody', async () => {
    const query = { readMask: 'name,title', dailyMetrics: ['A', 'B'], pageToken: undefined };
    expect(await send({ query })).toEqual({ name: 'locations/1' });
    expect(seen[0]?.url).toBe('/v1/locations/1?readMask=name%2Ctitle&dailyMetrics=A&dailyMetrics=B');
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(seen[0]?.headers).not.toHaveProperty('cookie');
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
  });

  it('follows no redirect, so that the token goes nowhere else', async () => {
    answer = (response) => response.writeHead(302, { Location: `${address}/elsewhere` }).end();
    await expect(send()).rejects.toMatchObject({ kind: 'unavailable', status: 302 });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['no JSON', '<html>'],
    ['nothing', ''],
    ['JSON that is no object', '"text"'],
    ['JSON null', 'null'],
  ])('takes %s for no answer', async (_, body) => {
    answer = (response) => response.end(body);
    await expect(send()).rejects.toMatchObject({ kind: 'unavailable', status: 200 });
  });

  it('stops reading an answer without an end', async () => {
    const chunk = ' '.repeat(65_536);
    let sent = 0;
    answer = (response) => {
      const more = () => {
        do sent += chunk.length;
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    };
    await expect(send({}, 2_000)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(sent).toBeLessThan(50_000_000);
  });

  it('counts the body into its deadline', async () => {
    answer = (response) => response.write('{');
    await expect(send({}, 50)).rejects.toMatchObject({ kind: 'unavailable', isUnsent: false });
  });

  it('knows when it surely was not sent', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const nobody = Object.assign(new Env(), { GBP_INFORMATION_URL: `http://127.0.0.1:${port}/v1` });
    const closed = new GoogleHttp(nobody, new GoogleTime());
    await expect(closed.send(request, TOKEN, 8_000)).rejects.toMatchObject({
      kind: 'unavailable',
      isUnsent: true,
    });
    answer = (response) => response.destroy();
    await expect(send()).rejects.toMatchObject({ kind: 'unavailable', isUnsent: false });
  });

  it('knows whether it had left when the deadline came', async () => {
    // Somebody who takes connections and never says a word: TLS is not agreed on, so nothing can have left.
    const callers: Socket[] = [];
    const mute = createTcpServer((caller) => callers.push(caller));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as AddressInfo;
    const unagreed = Object.assign(new Env(), { GBP_INFORMATION_URL: `https://127.0.0.1:${port}/v1` });
    const post: GoogleRequest = { ...request, method: 'POST', body: { summary: 'News' } };
    await expect(new GoogleHttp(unagreed, new GoogleTime()).send(post, TOKEN, 150)).rejects.toMatchObject({
      kind: 'unavailable',
      isUnsent: true,
    });
    for (const caller of callers) caller.destroy();
    await new Promise((resolve) => mute.close(resolve));
    expect(callers).toHaveLength(1);
    answer = () => undefined;
    await expect(send(post, 150)).rejects.toMatchObject({ kind: 'unavailable', isUnsent: false });
    // The connection is kept, and breaks as the next request is on it.
    answer = (response) => response.end('{"name":"locations/1"}');
    await send(post);
    answer = (response) => response.socket?.resetAndDestroy();
    await expect(send(post)).rejects.toMatchObject({ kind: 'unavailable', isUnsent: false });
  });

  const info = (reason: string, metadata = {}) => ({ error: { details: [{ reason, metadata }] } });
  it.each([
    [401, {}, 'unauthenticated'],
    [403, {}, 'forbidden'],
    [403, info('SERVICE_DISABLED'), 'no-quota'],
    [403, info('ACCESS_TOKEN_SCOPE_INSUFFICIENT'), 'no-scope'],
    [404, {}, 'not-found'],
    [408, {}, 'unavailable'],
    [429, info('RATE_LIMIT_EXCEEDED', { quota_limit_value: '300' }), 'busy'],
    [429, info('RATE_LIMIT_EXCEEDED', { quota_limit_value: '0' }), 'no-quota'],
    [429, '<html>', 'busy'],
    [400, info('THROTTLED'), 'busy'],
    [400, info('INVALID_URL'), 'refused'],
    [400, { error: { details: 'none' } }, 'refused'],
    [409, { error: null }, 'refused'],
    [500, {}, 'unavailable'],
    [503, '', 'unavailable'],
  ])('tells of a %i with %j as %s', async (status, body, kind) => {
    answer = (response) =>
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    await expect(send()).rejects.toMatchObject({ kind, status });
  });

  it.each([
    ['7', 7_000],
    ['Mon, 01 Mar 2027 09:00:30 GMT', 30_000],
    ['soon', undefined],
  ])('reads "Retry-After: %s" by Google\'s own clock', async (value, ms) => {
    answer = (response) =>
      response.writeHead(429, { 'Retry-After': value, Date: 'Mon, 01 Mar 2027 09:00:00 GMT' }).end('{}');
    await expect(send()).rejects.toMatchObject({ retryAfterMs: ms });
  });

  it('never puts the token or what was sent into its error', async () => {
    answer = (response) => response.writeHead(400).end(JSON.stringify(info('INVALID_URL')));
    const error = await send({ method: 'PATCH', body: { title: 'Private' } }).catch(
      (thrown: Error) => thrown,
    );
    const text = `${String(error)} ${(error as Error).stack} ${JSON.stringify(error)}`;
    expect(text).toContain('INVALID_URL');
    expect(text).not.toMatch(/secret-token|Private/);
  });
});
