import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { clientFiles } from '../../../dist/server/app.client.js';
import { ORIGIN, PASSWORD, startTestApp, type TestApp, uniqueEmail } from '../../support/app.ts';
import { judge, OTHER_ORIGIN } from '../../support/network/observatory.ts';
import { operationsOf } from '../../support/api/operations.ts';
import { ask, type Question } from '../../support/network/raw-http.ts';
import { startTlsFront, type TlsFront } from '../../support/network/tls-front.ts';
import { listen } from '../../support/network/listen.ts';

const CLIENT = 'dist/client';
const PAGES = [
  '/',
  '/login',
  '/dashboard',
  '/google-sign-in?attempt=a&result=b',
  '/gbp-callback',
  '/api/docs',
];

let served: TestApp;
let files: string[];
beforeAll(async () => {
  served = await startTestApp();
  files = (await readdir(CLIENT, { recursive: true })).filter((name) => name.includes('.')).sort();
});
afterAll(() => served.close());

const get = (path: string, headers: Question['headers'] = {}) => ask(served.address, { path, headers });
const ending = (...endings: string[]) => files.filter((name) => endings.some((each) => name.endsWith(each)));

/** One of each kind of answer that the server gives. */
const ANSWERS: [name: string, question: Question, status: number][] = [
  ...PAGES.map((path): [string, Question, number] => [path, { path }, 200]),
  ['a script', { path: '/theme.js' }, 200],
  ['a picture', { path: '/favicon.svg' }, 200],
  ['the style of the documentation', { path: '/api/docs/swagger-ui.css' }, 200],
  ['the document', { path: '/api/openapi.json' }, 200],
  ['an answer of the API', { path: '/api/auth/session' }, 200],
  ['a lost session', { path: '/api/auth/profile' }, 401],
  ['nothing', { path: '/api/nothing' }, 404],
  ['no file', { path: '/nothing.js' }, 404],
  ['another host', { path: '/', headers: { Host: 'evil.example' } }, 421],
  ['the same host by number', { path: '/', headers: { Host: '127.0.0.1:3000' } }, 308],
  ['a method that nothing has', { path: '/', method: 'TRACE' }, 405],
  ['a path of several readings', { path: '//api' }, 404],
  ['a broken body', { path: '/api/auth/login', method: 'POST', body: '{' }, 415],
];

describe('every kind of answer', () => {
  it.each(ANSWERS)('has the headers that keep a browser safe: %s', async (name, question, status) => {
    const answer = await ask(served.address, question);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' https://*.googleusercontent.com",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
      ].join(';'),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    if (status >= 400)
      expect(JSON.parse(answer.body)).toEqual({
        statusCode: status,
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.any(String),
        requestId: answer.headers['x-request-id'],
      });
    for (const header of ['server', 'x-powered-by', 'via', 'access-control-allow-origin'])
      expect(answer.headers).not.toHaveProperty(header);
    const isFile = name === 'no file' || (status === 200 && !question.path.startsWith('/api'));
    // Express writes a redirect as text or as a page.
    const made = `Cookie, Shingle-Workspace, Sec-Fetch-Site, Origin${status === 308 ? ', Accept' : ''}`;
    expect(answer.headers.vary).toBe(isFile ? 'Accept-Encoding' : made);
  });

  it('has them also when it comes from memory: who is signed in is said as it was the first time', async () => {
    const { cookie } = await served.signUp();
    const who = async () => {
      const { status, body, headers } = await get('/api/auth/session', { Cookie: cookie });
      const { date: _date, 'x-request-id': _id, ...others } = headers;
      return { status, body, others };
    };
    const first = await who();
    expect(JSON.parse(first.body)).toHaveProperty('user.email');
    expect(await who()).toEqual(first);
  });

  it.each(PAGES)('has nothing inline, which the policy would forbid: %s', async (path) => {
    const { body, headers } = await get(path);
    expect(headers['content-type']).toMatch(/^text\/html; ?charset=utf-8$/i);
    expect(body).toContain('<script');
    expect(body).not.toMatch(
      /<script(?![^>]*\bsrc=)|<style|<base|\sstyle=|\son\w+=|javascript:|(src|href)="?(data:|https?:|\/\/)/i,
    );
  });
});

describe('another origin', () => {
  it('is granted nothing, on no route, and cannot ask for it either', async () => {
    for (const { method, path } of await operationsOf(served)) {
      const origin = { Origin: OTHER_ORIGIN };
      const preflight = { ...origin, 'Access-Control-Request-Method': method.toUpperCase() };
      const asked = await ask(served.address, { method: 'OPTIONS', path, headers: preflight });
      expect([path, asked.status]).toEqual([path, 405]);
      const simple = await get(path, origin);
      for (const { headers } of [asked, simple])
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('behind TLS', () => {
  let secure: TestApp;
  let front: TlsFront;
  beforeAll(async () => {
    secure = await startTestApp({ PUBLIC_ORIGIN: 'https://shingle.example' });
    front = await startTlsFront(secure.address, 'shingle.example');
  });
  afterAll(async () => {
    await front.close();
    await secure.close();
  });

  const judged = async (path: string) =>
    judge(await front.ask({ path }), await front.ask({ path, headers: { Origin: OTHER_ORIGIN } }));

  it.each([...PAGES, '/nothing.js', '/api/auth/session'])(
    '%s gets 130 points of the HTTP Observatory, A+',
    async (path) => {
      const { score, grade, passed, results } = await judged(path);
      expect([passed, score, grade, results]).toEqual([10, 130, 'A+', expect.anything()]);
    },
  );

  it('a sign-in gets 135, since its cookie is good as well', async () => {
    const body = JSON.stringify({ fullName: 'Robin', email: uniqueEmail(), password: PASSWORD });
    const headers = { 'Content-Type': 'application/json', Origin: 'https://shingle.example' };
    const answer = await front.ask({ method: 'POST', path: '/api/auth/signup', headers, body });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Host-shingle=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(judge(answer, answer)).toMatchObject({ score: 135, passed: 10 });
  });

  it.each<[string, Record<string, string | undefined>, number, number]>([
    ['no content policy', { 'content-security-policy': undefined }, 9, 95 - 20],
    [
      "'unsafe-inline'",
      { 'content-security-policy': "default-src 'none'; script-src 'self' 'unsafe-inline'" },
      9,
      80,
    ],
    ['no HSTS', { 'strict-transport-security': undefined }, 9, 80],
    ['HSTS of a month', { 'strict-transport-security': 'max-age=2592000' }, 9, 120],
    [
      'a grant to every origin',
      { 'access-control-allow-origin': OTHER_ORIGIN, 'access-control-allow-credentials': 'true' },
      9,
      50,
    ],
    ['a bare cookie', { 'set-cookie': 'session=1' }, 9, 70],
    ['no nosniff', { 'x-content-type-options': undefined }, 9, 125],
  ])('the judge takes points away for %s', async (_name, change, passed, score) => {
    const page = await front.ask({ path: '/' });
    const cookie = change['set-cookie'] && { 'set-cookie': [change['set-cookie']] };
    const changed = { ...page, headers: { ...page.headers, ...change, ...cookie } };
    expect(judge(changed, changed)).toMatchObject({ passed, score });
  });
});

describe('the files of the client', () => {
  it('are cached forever when their name contains a hash, and revalidated each time otherwise', async () => {
    const assets = files.filter((name) => /^assets\/.*(?<!\.br|\.gz)$/.test(name));
    expect(assets.length).toBeGreaterThan(20);
    for (const name of assets) expect(name).toMatch(/-(?:[\w-]{7}|[\w-]{8})\.(js|css|woff2)$/);
    for (const [path, cache] of [
      [`/${assets[0]}`, 'public, max-age=31536000, immutable'],
      ['/theme.js', 'no-cache'],
      ['/', 'no-cache'],
      ['/index.html', 'no-cache'],
      ['/dashboard', 'no-cache'],
      ['/documents/security', 'no-cache'],
    ] as const) {
      const first = await get(path);
      expect([path, first.status, first.headers['cache-control']]).toEqual([path, 200, cache]);
      const again = await get(path, { 'If-None-Match': first.headers.etag ?? '' });
      expect([path, again.status, again.headers['cache-control'], again.body]).toEqual([
        path,
        304,
        cache,
        '',
      ]);
      expect([first.headers.vary, again.headers.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    }
  });

  it.each([
    ['/dashboard', 'dashboard'],
    ['/dashboard?view=calendar', 'dashboard-calendar'],
    ['/dashboard/?month=2026-11&view=calendar', 'dashboard-calendar'],
    ['/dashboard?view=nowhere', 'dashboard'],
    ['/dashboard?view=../login', 'dashboard'],
    ['/dashboard?view=calendar&view=accounts', 'dashboard'],
    ['/login?view=calendar', 'login'],
  ])('of %s begin with the page %s, which names the code of its view', async (path, page) => {
    expect((await get(path)).body).toBe(readFileSync(join(CLIENT, `${page}.html`), 'utf8'));
  });

  it('were compressed when they were built', async () => {
    const texts = ending('.js', '.css', '.html', '.svg').filter(
      (name) => readFileSync(join(CLIENT, name)).length > 500,
    );
    expect(texts.length).toBeGreaterThan(20);
    for (const name of texts) expect(files).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]));
    const plain = await get('/theme.js');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
    ] as const) {
      const packed = await get('/theme.js', { 'Accept-Encoding': accepted });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
      expect(packed.headers.vary).toContain('Accept-Encoding');
      expect(packed.body.length).toBeLessThan(plain.body.length);
      expect(unpack(Buffer.from(packed.body, 'latin1')).toString('latin1')).toBe(plain.body);
    }
  });

  it('reveal nothing of their sources', () => {
    expect(ending('.map', '.ts', '.tsx')).toEqual([]);
    for (const name of ending('.js', '.css'))
      expect(readFileSync(join(CLIENT, name), 'utf8')).not.toContain('sourceMappingURL');
  });

  it.each([
    '/main.js',
    '/package.json',
    '/server/main.js',
    '/assets/index.js.map',
    '/assets/missing-AAAAAAAA.js',
    '/.env',
    '/.env/',
    '/.git/config',
    '/.git/',
    '/.data/token-keys',
    '/.well-known/security.txt',
    '/wp-login.php',
    '/wp-login.php/',
    '/index.html/x',
    '/../package.json',
    '/assets/../../package.json',
    '/assets/../../../../../../etc/passwd',
    '/%2e%2e/package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets\\..\\..\\package.json',
    '/assets/..;/..;/package.json',
    '/%252e%252e/package.json',
    '//package.json',
    '/./theme.js',
    '/theme.js%00.html',
    '/theme.js%2f',
    '/theme.js#.html',
    '/%c0%ae%c0%ae/package.json',
    '/%u002e%u002e/package.json',
    '/%',
    '/%zz',
    '/assets/',
    '/assets',
    '/assets/anything',
    '/assets/any/thing/',
  ])('are not to be had, nor the page in their place, at %s', async (path) => {
    const { status, headers, body } = await get(path);
    expect([path, [400, 404].includes(status)]).toEqual([path, true]);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toEqual({
      statusCode: status,
      code: status === 400 ? 'bad_request' : 'not_found',
      message: expect.any(String),
      requestId: headers['x-request-id'],
    });
  });

  it.each(['bytes=0-9', 'bytes=5-2', 'bytes=-5', 'bytes=9999999-', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=1'])(
    'come whole, whatever part is asked for: %s',
    async (range) => {
      const part = await get('/theme.js', { Range: range });
      expect([part.status, part.body]).toEqual([200, (await get('/theme.js')).body]);
    },
  );

  it('neither end the server when one is gone, nor stay open for a caller who is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shingle-files-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), 'page');
    await writeFile(join(folder, 'assets', 'gone.js'), 'gone');
    await writeFile(join(folder, 'assets', 'big.js'), Buffer.alloc(40_000_000));
    const handle = clientFiles(false, folder) as unknown as (
      request: object,
      response: object,
      next: () => void,
    ) => void;
    const closed: Promise<void>[] = [];
    const server = createServer((request, response) => {
      Object.assign(request, { path: request.url });
      response.once('pipe', (file) =>
        closed.push(new Promise((resolve) => file.once('close', () => resolve()))),
      );
      handle(request, response, () => response.end());
    });
    const port = await listen(server);
    await rm(join(folder, 'assets', 'gone.js'));
    await expect(ask(`127.0.0.1:${port}`, { path: '/assets/gone.js' })).rejects.toThrow();
    const caller = connect(port, '127.0.0.1', () =>
      caller.write('GET /assets/big.js HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    caller.once('data', () => caller.destroy());
    await new Promise((resolve) => caller.once('close', resolve));
    expect((await ask(`127.0.0.1:${port}`, { path: '/' })).body).toBe('page');
    expect(closed).toHaveLength(3);
    await Promise.all(closed);
    server.close();
    await rm(folder, { recursive: true });
  });
});

it('a page is redirected to the public name with its path and query, and nowhere else', async () => {
  const { headers } = await get('/login?next=//evil.example', { Host: '127.0.0.1:3000' });
  expect(headers.location).toBe(`${ORIGIN}/login?next=//evil.example`);
});
