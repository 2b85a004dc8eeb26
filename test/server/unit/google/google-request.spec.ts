import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { Agent, fetch as undiciFetch } from 'undici';
import {
  GoogleHttp,
  type GoogleRequest,
} from '../../../../dist/server/business-profile/calls/google-request.js';
import { GoogleClock } from '../../../../dist/server/business-profile/calls/google-clock.js';
import { Env } from '../../../../dist/server/config/env.js';
import { makeCertificate } from '../../../support/network/certificate.ts';
import { holdThreads } from '../../../support/network/held-threads.ts';
import { listen } from '../../../support/network/listen.ts';

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
    address = `http://127.0.0.1:${await listen(server)}`;
    http = new GoogleHttp(
      Object.assign(new Env(), { GBP_INFORMATION_URL: `${address}/v1` }),
      new GoogleClock(),
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

  it.each([200, 201, 202])('takes the name in a %i for an answer', async (status) => {
    answer = (response) => response.writeHead(status).end('{"name":"locations/1"}');
    expect(await send()).toEqual({ name: 'locations/1' });
  });

  it('takes a 204 for an answer that says no more', async () => {
    answer = (response) => response.writeHead(204).end();
    expect(await send({ method: 'DELETE' })).toEqual({});
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
    const port = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    const nobody = Object.assign(new Env(), { GBP_INFORMATION_URL: `http://127.0.0.1:${port}/v1` });
    const closed = new GoogleHttp(nobody, new GoogleClock());
    await expect(closed.send(request, TOKEN, 8_000)).rejects.toMatchObject({
      kind: 'unavailable',
      isUnsent: true,
    });
    const nameless = Object.assign(new Env(), { GBP_INFORMATION_URL: `http://nobody.invalid:${port}/v1` });
    await expect(
      new GoogleHttp(nameless, new GoogleClock()).send(request, TOKEN, 8_000),
    ).rejects.toMatchObject({
      isUnsent: true,
    });
    answer = (response) => response.destroy();
    await expect(send()).rejects.toMatchObject({ kind: 'unavailable', isUnsent: false });
  });

  it('says that nothing was sent when its name was not looked up in time, also after a connection that was kept', async () => {
    const port = new URL(address).port;
    const env = Object.assign(new Env(), { GBP_INFORMATION_URL: `http://localhost:${port}/v1` });
    const named = new GoogleHttp(env, new GoogleClock());
    const post: GoogleRequest = { ...request, method: 'POST', body: { summary: 'News' } };
    const late = { kind: 'unavailable', isUnsent: true };
    const sendWithoutThreads = async () => {
      const letGo = holdThreads();
      try {
        await expect(named.send(post, TOKEN, 150)).rejects.toMatchObject(late);
      } finally {
        await letGo();
      }
    };
    await sendWithoutThreads();
    await named.send(post, TOKEN, 8_000);
    server.closeAllConnections();
    // A connection of its own: when this answer is there, the end of the other one has been noticed.
    await send();
    await sendWithoutThreads();
    await named.send(post, TOKEN, 8_000);
    // What was given up never came, not even once its name was found.
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });

  it('never calls unsent what a deadline has ended, or a break of a connection that was used before', async () => {
    const post: GoogleRequest = { ...request, method: 'POST', body: { summary: 'News' } };
    answer = () => undefined;
    await expect(send(post, 150)).rejects.toMatchObject({ kind: 'unavailable', isUnsent: false });
    answer = (response) => response.end('{"name":"locations/1"}');
    await send(post);
    answer = (response) => response.socket?.resetAndDestroy();
    await expect(send(post)).rejects.toMatchObject({ kind: 'unavailable', isUnsent: false });
  });

  describe.each([
    ['HTTP/1', false],
    ['HTTP/2', true],
  ])('over TLS with %s', (_version, allowH2) => {
    const { key, cert } = makeCertificate();
    const post: GoogleRequest = { ...request, method: 'POST', body: { summary: 'News'.repeat(1000) } };
    /** The versions and bodies of the requests that were read whole. */
    let read: [version: string, body: unknown][];
    let secure: Http2SecureServer;
    let https: GoogleHttp;
    beforeAll(async () => {
      secure = createSecureServer({ key, cert, allowHTTP1: !allowH2 }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          read.push([incoming.httpVersion, JSON.parse(Buffer.concat(chunks).toString())]);
          incoming.socket.destroy();
        });
      });
      const port = await listen(secure);
      const env = Object.assign(new Env(), { GBP_INFORMATION_URL: `https://localhost:${port}/v1` });
      https = new GoogleHttp(env, new GoogleClock());
    });
    beforeEach(() => {
      read = [];
    });
    afterEach(() => {
      jest.restoreAllMocks();
    });
    afterAll(() => new Promise((resolve) => secure.close(resolve)));

    /** Node's own `fetch`, with the certificates that it believes and the version that it speaks. */
    function fetchWith(ca: string | undefined): void {
      const dispatcher = new Agent({ allowH2, connect: { ca } });
      jest
        .spyOn(globalThis, 'fetch')
        .mockImplementation(
          (url, init) => undiciFetch(url as string, { ...init, dispatcher } as object) as never,
        );
    }

    it('never calls unsent what was read whole before the connection broke', async () => {
      fetchWith(cert);
      await expect(https.send(post, TOKEN, 8_000)).rejects.toMatchObject({
        kind: 'unavailable',
        isUnsent: false,
      });
      expect(read).toEqual([[allowH2 ? '2.0' : '1.1', post.body]]);
    });

    it('says that nothing was sent to somebody whose certificate nobody vouches for', async () => {
      fetchWith(undefined);
      await expect(https.send(post, TOKEN, 8_000)).rejects.toMatchObject({ isUnsent: true });
      expect(read).toEqual([]);
    });
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
    [400, info('THROTTLED'), 'throttled'],
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
