import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ORIGIN, PASSWORD, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { operationsOf, PUBLIC_OPERATIONS } from '../../support/api/operations.ts';

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
});
afterAll(() => served.close());

describe('every operation of the API', () => {
  it('needs a session, except for the short public list', async () => {
    const operations = await operationsOf(served);
    expect(
      operations
        .filter(({ isPublic }) => isPublic)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(PUBLIC_OPERATIONS);
    for (const { method, path, isPublic } of operations) {
      const answer = await served.visitor().send(method, path);
      if (isPublic) expect(answer.status).not.toBe(401);
      else expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'not_signed_in']);
    }
  });

  it('is never stored, carries the security headers and no trace of the software', async () => {
    for (const { method, path } of await operationsOf(served)) {
      const { headers } = await served.visitor().send(method, path);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none';script-src 'self';style-src 'self'/,
      );
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers.vary).toContain('Sec-Fetch-Site');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('that changes something refuses other sites, and a cookie that comes from nowhere', async () => {
    const changing = (await operationsOf(served)).filter(({ method }) => method !== 'get');
    for (const { method, path } of changing)
      for (const foreign of [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Origin: ORIGIN.replace('3000', '3001') },
        { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
        // Every browser sends one of the two.
        {},
      ]) {
        const answer = await robin.send(method, path).unset('Origin').set(foreign);
        expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'foreign_origin']);
      }
    await robin.send('get', '/api/auth/profile').set('Sec-Fetch-Site', 'same-origin').expect(200);
  });

  it('takes a change from its own page, and from a program that brings no cookie', async () => {
    const body = { preferences: { theme: 'dark' } };
    for (const own of [{ 'Sec-Fetch-Site': 'same-origin', Origin: ORIGIN }, { Origin: ORIGIN }])
      await robin.send('patch', '/api/auth/profile', body).unset('Origin').set(own).expect(200);
    const signIn = { email: robin.email, password: PASSWORD };
    await served.visitor().send('post', '/api/auth/login', signIn).unset('Origin').expect(200);
  });
});

describe('a request', () => {
  it('under a foreign host name is refused, under 127.0.0.1 redirected to localhost', async () => {
    const answer = await served
      .visitor()
      .send('get', '/api/auth/session')
      .set('Host', 'evil.example')
      .expect(421);
    expect(answer.body.code).toBe('misdirected_request');
    await served
      .visitor()
      .send('get', '/login?next=1')
      .set('Host', '127.0.0.1:3000')
      .expect(308)
      .expect('Location', `${ORIGIN}/login?next=1`);
    await served.visitor().send('get', '/api/health/live').set('Host', 'evil.example').expect(200);
  });

  it('has an id of our own in header and body', async () => {
    const answer = await served
      .visitor()
      .send('get', '/api/auth/profile')
      .set('X-Request-Id', 'forged')
      .expect(401);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
  });

  const post = (type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    served
      .visitor()
      .send('post', '/api/auth/login')
      .set({ 'Content-Type': type, ...headers })
      .serialize((raw: unknown) => raw as string)
      .send(body as string);

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'email=a'],
    ['plain text', 'text/plain', '{}'],
    ['a file', 'multipart/form-data; boundary=x', '--x--'],
    ['JSON in another encoding', 'application/json; charset=utf-16', '{}'],
  ])('with %s as its body is refused', async (_, type, body) => {
    expect((await post(type, body).expect(415)).body.code).toBe('unsupported_media_type');
  });

  it('with a compressed body is refused', async () => {
    const answer = await post('application/json', gzipSync('{}'), { 'Content-Encoding': 'gzip' });
    expect(answer.status).toBe(415);
  });

  it.each([
    ['broken JSON', '{"email":', 400, 'malformed_json'],
    ['a bare value', '"text"', 400, 'malformed_json'],
    ['a NUL', '{"email":"a\\u0000@example.com","password":"secret1"}', 400, 'bad_request'],
    ['half a character', '{"email":"\\ud800@example.com","password":"secret1"}', 400, 'bad_request'],
    ['a prototype key', '{"__proto__":{"isAdmin":true}}', 400, 'bad_request'],
    ['a constructor key', '{"constructor":{"prototype":{}}}', 400, 'bad_request'],
    ['too many levels', `${'['.repeat(40)}${']'.repeat(40)}`, 400, 'bad_request'],
    ['too many bytes', JSON.stringify({ email: 'a'.repeat(110_000) }), 413, 'payload_too_large'],
  ])('with %s is refused', async (_, body, status, code) => {
    const answer = await served.visitor().send('post', '/api/auth/login', body).expect(status);
    expect(answer.body).toMatchObject({ statusCode: status, code, requestId: expect.any(String) });
  });

  it.each([
    '/api/locations/%00',
    '/api/locations/%ff',
    '/api/locations/%',
    '/api/posts?search=%00',
    '/%c0%ae',
  ])('for %s is a 400', async (path) => {
    await robin.send('get', path).expect(400);
  });

  it('with a repeated query key is refused by the name of the key', async () => {
    const answer = await robin.send('get', '/api/posts?search=a&search=b').expect(400);
    expect(answer.body.errors).toEqual([{ field: 'search', message: expect.any(String) }]);
  });

  it('for what does not exist is a 404 in the one shape', async () => {
    for (const path of ['/api/nothing', '/api', '/api/posts/../../etc', '/main.js', '/.env', '/assets/x.js'])
      await robin.send('get', path).expect(404);
    const answer = await robin.send('put', '/api/auth/profile', {}).expect(404);
    expect(answer.body).toEqual({
      statusCode: 404,
      code: 'not_found',
      message: 'The requested resource was not found.',
      requestId: expect.any(String),
    });
  });

  it('that is not HTTP does not disturb the server', async () => {
    const [host, port] = served.address.split(':') as [string, string];
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), host, () => socket.write('\x16\x03\x01 not http\r\n\r\n'));
      socket.on('close', () => resolve()).on('error', () => resolve());
      socket.resume();
    });
    await served.visitor().send('get', '/api/health/live').expect(200);
  });
});

describe('over https', () => {
  it('the cookie has the __Host- prefix and Secure, and the page is pinned to https', async () => {
    const origin = 'https://shingle.example';
    const secure = await startTestApp({ PUBLIC_ORIGIN: origin });
    const answer = await secure
      .visitor()
      .send('post', '/api/auth/login', { email: robin.email, password: 'correct horse' })
      .set('Host', 'shingle.example')
      .expect(200);
    const [cookie = ''] = answer.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(/^__Host-shingle=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(Buffer.byteLength(cookie)).toBeLessThan(4096);
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    await secure.close();
  });
});
