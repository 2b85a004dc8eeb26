import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { Request, Response } from 'express';
import { once } from 'node:events';
import { createServer, METHODS, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { oneRequestAtATime } from '../../../dist/server/security/pipelined-requests.js';
import { endUnread } from '../../../dist/server/security/unread-responses.js';
import { ORIGIN, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { NO_LINKS } from '../../support/page/links.ts';
import { listen } from '../../support/network/listen.ts';
import { type Operation, operationsOf } from '../../support/api/operations.ts';
import { type Answer, ask, talk } from '../../support/network/raw-http.ts';
import { untilSeen } from '../../support/until.ts';

let served: TestApp;
let robin: SignedInClient;
let operations: Operation[];
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
  operations = await operationsOf(served);
});
afterAll(() => served.close());

const HOST = 'Host: localhost:3000\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
/** What an attacker hopes that the server takes for the next request. */
const SMUGGLED = `GET /api/health/live HTTP/1.1\r\n${HOST}\r\n`;
const request = (head: string, body = '') => `POST /api/auth/login HTTP/1.1\r\n${head}\r\n${body}`;
const page = (head: string, target = '/') => `GET ${target} HTTP/1.1\r\n${head}\r\n`;

describe('a request whose borders are in doubt', () => {
  it.each<[name: string, bytes: string, status?: number]>([
    ['a length and chunks', request(`${HOST}Content-Length: 5\r\n${CHUNKED}`, `0\r\n\r\n${SMUGGLED}`)],
    ['chunks and a length', request(`${HOST}${CHUNKED}Content-Length: 5\r\n`, `0\r\n\r\n${SMUGGLED}`)],
    ['two lengths', request(`${HOST}Content-Length: 2\r\nContent-Length: 3\r\n`, `{}${SMUGGLED}`)],
    ['the same length twice', request(`${HOST}Content-Length: 2\r\nContent-Length: 2\r\n`, `{}${SMUGGLED}`)],
    ['a list of lengths', request(`${HOST}Content-Length: 2, 2\r\n`, `{}${SMUGGLED}`)],
    ['a length with a sign', request(`${HOST}Content-Length: +2\r\n`, `{}${SMUGGLED}`)],
    ['a length below nothing', request(`${HOST}Content-Length: -2\r\n`, SMUGGLED)],
    ['a hexadecimal length', request(`${HOST}Content-Length: 0x2\r\n`, `{}${SMUGGLED}`)],
    ['another encoding', request(`${HOST}Transfer-Encoding: gzip\r\n`, SMUGGLED)],
    ['an unknown encoding', request(`${HOST}Transfer-Encoding: xchunked\r\n`, `0\r\n\r\n${SMUGGLED}`)],
    ['an encoding after the chunks', request(`${HOST}Transfer-Encoding: chunked, identity\r\n`, SMUGGLED)],
    [
      'an encoding before the chunks',
      request(`${HOST}Transfer-Encoding: gzip, chunked\r\n`, `0\r\n\r\n${SMUGGLED}`),
    ],
    ['two encodings', request(`${HOST}${CHUNKED}Transfer-Encoding: identity\r\n`, `0\r\n\r\n${SMUGGLED}`)],
    ['chunks in HTTP/1.0', request(`${HOST}${CHUNKED}`, `0\r\n\r\n${SMUGGLED}`).replace('1.1', '1.0')],
    ['a space before the colon', request(`${HOST}Content-Length : 2\r\n`, `{}${SMUGGLED}`)],
    ['a tab in a name', request(`${HOST}Content-\tLength: 2\r\n`, `{}${SMUGGLED}`)],
    ['a folded header', page(`${HOST}X-Folded: a\r\n b\r\n`)],
    ['a folded Host', page('Host: localhost:3000\r\n .evil.example\r\n')],
    ['a bare line feed', page('Host: localhost:3000\n')],
    ['a bare carriage return', page(`${HOST}X-Split: a\rContent-Length: 9\r\n`)],
    ['a NUL in a header', page(`${HOST}X-Nul: a\0b\r\n`)],
    ['a bad size of a chunk', request(`${HOST}${JSON_TYPE}${CHUNKED}`, `zz\r\n{}\r\n0\r\n\r\n${SMUGGLED}`)],
    ['a size with a sign', request(`${HOST}${JSON_TYPE}${CHUNKED}`, `+2\r\n{}\r\n0\r\n\r\n${SMUGGLED}`)],
    ['a chunk that is longer', request(`${HOST}${JSON_TYPE}${CHUNKED}`, `1\r\n{}\r\n0\r\n\r\n${SMUGGLED}`)],
    ['chunks ended by line feeds', request(`${HOST}${JSON_TYPE}${CHUNKED}`, `2\n{}\n0\n\n${SMUGGLED}`)],
    ['a size beyond all numbers', request(`${HOST}${JSON_TYPE}${CHUNKED}`, `${'f'.repeat(17)}\r\n{}\r\n`)],
    [
      'an endless chunk extension',
      request(`${HOST}${JSON_TYPE}${CHUNKED}`, `2;${'x'.repeat(20_000)}\r\n{}\r\n`),
      413,
    ],
    ['no Host', page('')],
    ['two Hosts', page(`${HOST}Host: evil.example\r\n`)],
    ['the same Host twice', page(`${HOST}${HOST}`)],
    ['an absolute address', page(HOST, 'http://evil.example/')],
    ['an absolute address of ours', page(HOST, `${ORIGIN}/api/auth/session`)],
    ['an asterisk', page(HOST, '*')],
    ['no slash', page(HOST, 'api/auth/session')],
    ['raw UTF-8 in the path', page(HOST, '/\xc3\xa9')],
    ['HTTP/0.9', 'GET /\r\n\r\n'],
    ['HTTP/2 in the clear', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a version to come', page(HOST).replace('1.1', '2.0')],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', page(HOST).replace('GET', 'FETCH')],
    ['a method in small letters', page(HOST).replace('GET', 'get')],
    ['17 kB in one header', page(`${HOST}X-Long: ${'a'.repeat(17_000)}\r\n`), 431],
    ['17 kB in many headers', page(HOST + 'X-Many: aaaaaaaaaa\r\n'.repeat(1_100)), 431],
    ['17 kB in the path', page(HOST, `/${'a'.repeat(17_000)}`), 431],
    ['17 kB in the cookie', page(`${HOST}Cookie: ${'a=1; '.repeat(3_500)}\r\n`), 431],
  ])('is refused, and the connection closed: %s', async (_name, bytes, status = 400) => {
    const heard = await talk(served.address, bytes);
    expect(heard.match(/HTTP\/1\.1 \d{3}/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(heard).toMatch(/\r\nConnection: close\r\n/i);
    expect(heard).not.toMatch(/\r\n(Server|X-Powered-By|Set-Cookie):|node|HPE_|\n\s+at /i);
  });

  it('may be as long as 16 kB in its headers, and no more', async () => {
    const answer = await ask(served.address, {
      path: '/api/auth/session',
      headers: { 'X-Long': 'a'.repeat(15_000) },
    });
    expect(answer.status).toBe(200);
  });
});

describe('a slow caller', () => {
  it('is cut by limits that leave nobody honest out', () => {
    expect(served.app.getHttpServer()).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      timeout: 60_000,
      maxConnections: 5_000,
    });
  });

  it('is looked for every second, in the middle of its headers and of its body', async () => {
    const server = served.app.getHttpServer();
    const { headersTimeout, requestTimeout } = server;
    Object.assign(server, { headersTimeout: 20, requestTimeout: 40 });
    try {
      const cut = await Promise.all([
        talk(served.address, ''),
        talk(served.address, `GET / HTTP/1.1\r\n${HOST}X-Slow: `),
        talk(served.address, request(`${HOST}${JSON_TYPE}Content-Length: 100\r\n`, '{')),
        talk(served.address, request(`${HOST}${JSON_TYPE}${CHUNKED}`, '1\r\n{\r\n')),
      ]);
      for (const heard of cut)
        expect(heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n\r\n$/);
    } finally {
      Object.assign(server, { headersTimeout, requestTimeout });
    }
  });
});

describe('a response', () => {
  const bytes = 26 * 1024 * 1024;
  const PIECE = 65_536;

  it.each<[string, (response: ServerResponse) => void]>([
    [
      'in pieces',
      (response) => Readable.from(Array<Buffer>(bytes / PIECE).fill(Buffer.alloc(PIECE))).pipe(response),
    ],
    ['written at once', (response) => response.end(Buffer.alloc(bytes))],
  ])(
    'that nobody reads ends, and one that moves does not, however long it takes: %s',
    async (_how, write) => {
      // Longer than a busy machine keeps the reader waiting.
      const SILENT_MS = 1_500;
      const patience = endUnread(SILENT_MS);
      const ends: Promise<boolean>[] = [];
      const server = createServer((incoming, response) => {
        ends.push(once(response, 'close').then(() => response.writableFinished));
        patience(incoming as Request, response as Response, () => write(response));
      });
      const port = await listen(server);
      const asks = () => {
        const socket = connect(port, '127.0.0.1');
        socket.write(`GET / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
        return socket;
      };
      try {
        const slow = asks();
        let taken = 0;
        const began = performance.now();
        slow.on('data', (part) => {
          taken += part.length;
          slow.pause();
          setTimeout(() => slow.resume(), 10);
        });
        await once(slow, 'close');
        expect(taken).toBeGreaterThan(bytes);
        expect(performance.now() - began).toBeGreaterThan(2 * SILENT_MS);
        const silent = asks().pause();
        await untilSeen('the end of a response that nobody reads', () => ends.length === 2);
        expect(await Promise.all(ends)).toEqual([true, false]);
        silent.destroy();
      } finally {
        server.close();
      }
    },
  );

  it('that the server takes long for ends after twice the time', async () => {
    const SILENT_MS = 50;
    const patience = endUnread(SILENT_MS);
    const server = createServer((incoming, response) =>
      patience(incoming as Request, response as Response, () =>
        setTimeout(() => response.end('late'), incoming.url === '/never' ? 60_000 : 1.5 * SILENT_MS).unref(),
      ),
    );
    const address = `127.0.0.1:${await listen(server)}`;
    try {
      expect((await ask(address, { path: '/' })).status).toBe(200);
      expect(await talk(address, `GET /never HTTP/1.1\r\n${HOST}\r\n`)).toBe('');
    } finally {
      server.close();
    }
  });
});

describe('requests that a client sends before it has the answer to another', () => {
  it('are answered in their order', async () => {
    const targets = ['/api/health/live', '/api/nothing', '/theme.js', '/api/health/live'];
    const last = page(`${HOST}Connection: close\r\n`, '/api/nothing');
    const heard = await talk(served.address, targets.map((target) => page(HOST, target)).join('') + last);
    expect(heard.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(-3))).toEqual([
      '200',
      '404',
      '200',
      '200',
      '404',
    ]);
  });

  it('are not begun behind one that is refused with its connection', async () => {
    const tamsin = await served.signUp();
    const logOut = `POST /api/auth/logout HTTP/1.1\r\n${HOST}Origin: ${ORIGIN}\r\nCookie: ${tamsin.cookie}\r\n\r\n`;
    const heard = await talk(served.address, page(HOST, 'http://evil.example/') + logOut);
    expect(heard.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
    await tamsin.send('get', '/api/auth/profile').expect(200);
    expect(await talk(served.address, logOut + page('Connection: close\r\n'))).toMatch(/^HTTP\/1\.1 204 /);
    await tamsin.send('get', '/api/auth/profile').expect(401);
  });

  it('are begun one at a time', async () => {
    const begun: ServerResponse[] = [];
    let sent = 0;
    const inTurn = oneRequestAtATime();
    const server = createServer((incoming, response) => {
      sent += 1;
      inTurn(incoming as Request, response as Response, () => begun.push(response));
    });
    const socket = connect(await listen(server), '127.0.0.1').setEncoding('latin1');
    let heard = '';
    socket.on('data', (text: string) => (heard += text));
    try {
      socket.write(page(HOST).repeat(3));
      await untilSeen('all of these requests', () => sent === 3);
      expect(begun).toHaveLength(1);
      begun[0]?.end('first');
      await untilSeen('the second one', () => begun.length > 1);
      expect([heard.endsWith('first'), begun.length]).toEqual([true, 2]);
    } finally {
      socket.destroy();
      server.close();
    }
  });

  it('end the connection where they are many', async () => {
    const heard = await talk(served.address, page(HOST, '/api/docs/swagger-ui-bundle.js').repeat(100));
    expect(heard.match(/HTTP\/1\.1 200/g) ?? []).not.toHaveLength(100);
  });
});

describe('a method that nothing has', () => {
  const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const odd = METHODS.filter((method) => ![...known, 'CONNECT'].includes(method));

  it.each(['/', '/theme.js', '/api/posts', '/api/docs'])(
    'is refused at %s, and nothing is sent back',
    async (path) => {
      const headers = { Cookie: robin.cookie, 'X-Secret': 'canary' };
      expect(odd).toEqual(expect.arrayContaining(['TRACE', 'OPTIONS', 'PROPFIND', 'PURGE', 'QUERY']));
      const changing = path.startsWith('/api') ? [] : ['POST', 'PUT', 'PATCH', 'DELETE'];
      for (const method of [...odd, ...changing]) {
        const answer = await ask(served.address, { method, path, headers });
        expect([method, answer.status]).toEqual([method, 405]);
        expect(answer.headers.allow).toBe(path.startsWith('/api') ? known.join(', ') : 'GET, HEAD');
        expect(JSON.stringify(answer)).not.toContain('canary');
      }
    },
  );

  it('opens no tunnel', async () => {
    expect(await talk(served.address, `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`)).toBe('');
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'AA==' };
    const answer = await ask(served.address, { path: '/api/auth/session', headers: upgrade });
    expect(answer.status).toBe(200);
  });
});

/** Headers by which one proxy or another tells an application who somebody is or what they want. */
const IDENTITY = [
  'X-Forwarded-User',
  'X-Forwarded-Email',
  'X-Forwarded-Preferred-Username',
  'X-Forwarded-Access-Token',
  'X-Auth-Request-User',
  'X-Auth-Request-Email',
  'X-Remote-User',
  'Remote-User',
  'X-User',
  'X-User-Id',
  'X-Uid',
  'X-Goog-Authenticated-User-Id',
  'X-Goog-Authenticated-User-Email',
  'X-Amzn-Oidc-Identity',
  'X-MS-Client-Principal-Id',
  'Cf-Access-Authenticated-User-Email',
];
const REWRITES = ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Original-URI', 'X-Forwarded-Path'];
const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X-Forwarded-Method'];
const PROBES = ['kube-probe/1.30', 'GoogleHC/1.0', 'ELB-HealthChecker/2.0', 'Prometheus/2.53'];

const withUnderscores = (names: string[]) => [...names, ...names.map((name) => name.replaceAll('-', '_'))];
const all = (names: string[], value: string) => Object.fromEntries(names.map((name) => [name, value]));

describe('who somebody is', () => {
  it('is told by no header, in no spelling, on no route', async () => {
    const headers = {
      ...all(withUnderscores(IDENTITY), robin.uid),
      ...all(withUnderscores(REWRITES), '/api/health/live'),
      ...all(withUnderscores(OVERRIDES), 'OPTIONS'),
      Authorization: `Bearer ${robin.cookie.split('=')[1]}`,
    };
    await onEach(
      operations.filter(({ isPublic }) => !isPublic),
      async ({ method, path }, index) => {
        const agent = { 'User-Agent': PROBES[index % PROBES.length] ?? '' };
        const answer = await ask(served.address, { method, path, headers: { ...headers, ...agent } });
        expect([path, answer.status, codeOf(answer)]).toEqual([path, 401, 'not_signed_in']);
      },
    );
  });

  it('is not changed for somebody who is signed in', async () => {
    const other = await served.signUp();
    const answer = await ask(served.address, {
      path: `/api/auth/profile?uid=${other.uid}`,
      headers: { ...all(withUnderscores(IDENTITY), other.uid), Cookie: robin.cookie },
    });
    expect(JSON.parse(answer.body)).toMatchObject({ uid: robin.uid, email: robin.email });
  });

  it.each(['X-Forwarded-Host', 'X_Forwarded_Host', 'X-Host', 'Forwarded'])(
    'and where they are, is not told by %s',
    async (name) => {
      const value = name === 'Forwarded' ? 'host=localhost:3000;proto=https' : 'localhost:3000';
      const asOurs = await ask(served.address, {
        path: '/api/auth/session',
        headers: { Host: 'evil.example', [name]: value },
      });
      expect([asOurs.status, codeOf(asOurs)]).toEqual([421, 'misdirected_request']);
      const asTheirs = await ask(served.address, {
        path: '/login',
        headers: { Host: '127.0.0.1:3000', [name]: value.replace('localhost', 'evil.example') },
      });
      expect(asTheirs.headers.location).toBe(`${ORIGIN}/login`);
    },
  );
});

describe('what somebody wants', () => {
  it('is told by the method alone: nothing turns reading into changing', async () => {
    const { id } = await schedule();
    for (const [headers, query] of [
      [all(withUnderscores(OVERRIDES), 'DELETE'), ''],
      [{}, '?_method=DELETE'],
    ] as const) {
      const path = `/api/posts/${id}`;
      const cookie = { Cookie: robin.cookie };
      const answer = await ask(served.address, { path: path + query, headers: { ...headers, ...cookie } });
      // An unknown query key may be refused; it is never obeyed.
      expect([200, 400]).toContain(answer.status);
      await robin.send('get', path).expect(200);
    }
  });

  it('from another site is refused whatever it claims to be', async () => {
    const headers = {
      ...all(withUnderscores(OVERRIDES), 'GET'),
      ...all(withUnderscores(REWRITES), '/api/health/live'),
      Cookie: robin.cookie,
      ...FOREIGN,
      Sec_Fetch_Site: 'same-origin',
      'X-Forwarded-Host': 'evil.example',
      Referer: `${ORIGIN}/dashboard`,
    };
    await onEach(changing(), async ({ method, path }) => {
      const answer = await ask(served.address, { method, path, headers });
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 403, 'foreign_origin']);
    });
  });
});

/** Other ways to write a path of the API. */
const SPELLINGS: [name: string, spell: (path: string) => string][] = [
  ['two slashes before', (path) => `/${path}`],
  ['two slashes within', (path) => path.replace('/api/', '/api//')],
  ['a dot', (path) => path.replace('/api/', '/api/./')],
  ['an encoded dot', (path) => path.replace('/api/', '/api/%2e/')],
  ['a way up', (path) => `/x/..${path}`],
  ['a way up from what is public', (path) => `/api/health/live/../..${path.slice(4)}`],
  ['an encoded way up', (path) => `/api/health/%2e%2e${path.slice(4)}`],
  ['a half encoded way up', (path) => `/api/auth/session/.%2E/..${path.slice(4)}`],
  ['encoded slashes', (path) => path.replaceAll('/', '%2f').replace('%2f', '/')],
  ['backslashes', (path) => path.replaceAll('/', '\\').replace('\\', '/')],
  ['an encoded letter', (path) => path.replace('/api/', '/%61pi/')],
  ['a letter encoded twice', (path) => path.replace('/api/', '/%2561pi/')],
  ['capitals', (path) => path.replace('/api/', '/API/')],
  ['capitals throughout', (path) => path.toUpperCase()],
  ['a slash at the end', (path) => `${path}/`],
  ['a dot at the end', (path) => `${path}.`],
  ['a space at the end', (path) => `${path}%20`],
  ['a NUL at the end', (path) => `${path}%00`],
  ['a file ending', (path) => `${path}.json`],
  ['what is public at the end', (path) => `${path};/api/health/live`],
  ['a parameter in the path', (path) => `${path};public=1`],
  ['a fragment', (path) => `${path}#/api/health/live`],
  ['a query that is public', (path) => `${path}?/api/health/live`],
  ['wide letters', (path) => path.replace('/api/', '/%ef%bd%81pi/')],
];

describe.each(SPELLINGS)('a path with %s', (_name, spell) => {
  it('opens nothing without a session, nor to another site', async () => {
    await onEach(
      operations.filter(({ isPublic }) => !isPublic),
      async ({ method, path }) => {
        const answer = await ask(served.address, { method, path: spell(path) });
        expect([path, [400, 401, 404, 405].includes(answer.status)]).toEqual([path, true]);
        expect(answer.headers['cache-control']).toBe('no-store');
      },
    );
    await onEach(changing(), async ({ method, path }) => {
      const headers = { Cookie: robin.cookie, ...FOREIGN };
      const answer = await ask(served.address, { method, path: spell(path), headers });
      expect([path, [400, 403, 404, 405].includes(answer.status)]).toEqual([path, true]);
    });
  });
});

describe('reading', () => {
  it('changes nothing, on no route, but for the popup, which has to remember what it began', async () => {
    await schedule();
    const remembering = ['beginGoogleSignIn', 'finishGoogleSignIn'];
    const before = await contents();
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['users', 'sessions', 'posts']));
    const { body } = await robin.send('get', '/api/posts').expect(200);
    const ids = { posts: (body as { items: { id: string }[] }).items[0]?.id ?? '', locations: 'sample-101' };
    let answered = 0;
    for (const { id, method, path } of operations) {
      if (remembering.includes(id)) continue;
      const real = path.replace(
        /(posts|locations)\/[0-9a-f-]{36}/,
        (_, kind: keyof typeof ids) => `${kind}/${ids[kind]}`,
      );
      for (const safe of method === 'get' ? ['GET', 'HEAD'] : ['HEAD']) {
        const { status } = await ask(served.address, {
          method: safe,
          path: real,
          headers: { Cookie: robin.cookie },
        });
        expect([id, status < 500]).toEqual([id, true]);
        if (status === 200) answered += 1;
      }
    }
    expect(answered).toBeGreaterThan(20);
    expect(await contents()).toEqual(before);
  });
});

describe('a body', () => {
  const logIn = (body: string | Buffer, headers: Record<string, string> = {}) =>
    ask(served.address, {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body as string,
    });
  const ofSize = (bytes: number) => `{"email":"${'a'.repeat(bytes - '{"email":""}'.length)}"}`;
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

  it('may have 100 kB, told or in chunks, and not a byte more', async () => {
    const chunked = { 'Transfer-Encoding': 'chunked' };
    for (const headers of [{}, chunked]) {
      expect(codeOf(await logIn(ofSize(102_400), headers))).toBe('validation_failed');
      expect(codeOf(await logIn(ofSize(102_401), headers))).toBe('payload_too_large');
    }
  });

  it('is refused by its length alone, before it is sent', async () => {
    const head = `${HOST}${JSON_TYPE}Connection: close\r\nContent-Length: 99999999\r\n`;
    expect(await talk(served.address, request(head, '{'))).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('may have 32 levels and not one more', async () => {
    expect(codeOf(await logIn(nested(32)))).toBe('validation_failed');
    expect(codeOf(await logIn(nested(33)))).toBe('bad_request');
  });

  const keys = (count: number) => JSON.stringify(Object.fromEntries(Array(count).fill(1).entries()));
  const items = (count: number) => JSON.stringify({ email: Array(count - 1).fill({}) });

  it('may have 1,000 keys and items in all and not one more', async () => {
    for (const make of [keys, items]) {
      expect(codeOf(await logIn(make(1000)))).toBe('validation_failed');
      expect(codeOf(await logIn(make(1001)))).toBe('too_many_values');
    }
    expect(codeOf(await logIn(keys(11_000)))).toBe('too_many_values');
    expect(codeOf(await logIn(items(33_000)))).toBe('too_many_values');
  });

  it('is told of 20 of its faults at most', async () => {
    const { errors } = JSON.parse((await logIn(keys(1000))).body) as { errors: unknown[] };
    expect(errors).toHaveLength(20);
  });

  it.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity, gzip', gzipSync],
    ['GZIP', gzipSync],
    ['unknown', (text) => Buffer.from(text)],
  ])('that is compressed is not unpacked: %s', async (encoding, pack) => {
    expect(codeOf(await logIn(pack('{}'), { 'Content-Encoding': encoding }))).toBe('unsupported_media_type');
  });

  it('is JSON, whatever route it is sent to', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json+x',
      'multipart/form-data; boundary=x',
      'application/json, text/plain',
      '',
    ];
    for (const type of types)
      await onEach(changing(), async ({ method, path }) => {
        const headers = { Cookie: robin.cookie, 'Content-Type': type };
        const answer = await ask(served.address, { method, path, headers, body: '{}' });
        expect([path, type, codeOf(answer)]).toEqual([path, type, 'unsupported_media_type']);
      });
  });
});

describe('a query', () => {
  const UNKNOWN = '00000000-0000-4000-8000-000000000000';

  it('has each of its keys once, and none that is not known, on every route that takes any', async () => {
    const { body } = await ask(served.address, { path: '/api/openapi.json' });
    const { paths } = JSON.parse(body) as {
      paths: Record<string, { get?: { operationId: string; parameters?: { name: string; in: string }[] } }>;
    };
    let tried = 0;
    for (const [path, { get }] of Object.entries(paths)) {
      const keys = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query');
      // Google's own answer may carry more than we know: nothing of it is an error of the person's.
      if (get?.operationId === 'finishGoogleSignIn' || keys.length === 0) continue;
      const id = path.startsWith('/api/locations') ? 'sample-101' : UNKNOWN;
      const queries = keys.map(({ name }) => [name, `${name}=1&${name}=2`] as const);
      for (const [field, query] of [
        ...queries,
        ['surprise', 'surprise=1'],
        ['__proto__', '__proto__=1'],
      ] as const) {
        const answer = await robin.send('get', `${path.replace('{id}', id)}?${query}`);
        const fault = { path, field, status: answer.status };
        expect(fault).toEqual({ ...fault, status: 400 });
        if (field === '__proto__') expect(answer.body.code).toBe('bad_request');
        else expect(answer.body.errors).toContainEqual({ field, message: expect.any(String) });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(15);
  });
});

describe('a post', () => {
  const send = (change: object, postBody: object = {}) =>
    robin.send('post', '/api/posts', {
      locationId: 'sample-101',
      publishAt: new Date(served.clock.now().getTime() + 86_400_000).toISOString(),
      postBody: { languageCode: 'en-US', summary: 'News', topicType: 'STANDARD', ...postBody },
      ...change,
    });
  const years = (count: number) =>
    new Date(served.clock.now().getTime() + count * 366 * 86_400_000).toISOString();

  it.each([
    ['without an offset', () => '2027-03-01T09:00:00'],
    ['without a time', () => '2027-03-01'],
    ['on a day that is none', () => '2027-02-30T09:00:00Z'],
    ['in 6 years', () => years(6)],
    ['in the past', () => years(-1)],
    ['beyond what the database can hold', () => '+275760-09-13T00:00:00Z'],
    ['in milliseconds', () => String(Date.now() + 86_400_000)],
  ])('has no time %s', async (_name, publishAt) => {
    const { body } = await send({ publishAt: publishAt() }).expect(400);
    expect(body.errors).toEqual([
      { field: 'publishAt', message: expect.stringMatching(/^Publish time must /) },
    ]);
  });

  const links = [
    ...NO_LINKS,
    'JavaScript:alert(1)//https://www.example.com',
    'vbscript:x',
    'file:///etc/passwd',
    `https://www.example.com/${'a'.repeat(2100)}`,
  ];
  it.each(links.map((link) => [link.slice(0, 40), link]))(
    'links nowhere but to the web: %j',
    async (_, link) => {
      for (const [field, postBody] of [
        [
          'postBody.callToAction.url',
          { topicType: 'CALL_TO_ACTION', callToAction: { actionType: 'BOOK', url: link } },
        ],
        ['postBody.offer.redeemOnlineUrl', { topicType: 'OFFER', offer: { redeemOnlineUrl: link } }],
      ] as const) {
        const { body } = await send({}, postBody).expect(400);
        expect(body.errors).toEqual([{ field, message: expect.stringMatching(/^Link must be /) }]);
      }
    },
  );
});

const FOREIGN = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };

const changing = (): Operation[] => operations.filter(({ method }) => method !== 'get');

/** Does something for all of them at once; there is at least one. */
async function onEach(
  some: Operation[],
  act: (operation: { method: string; path: string }, index: number) => Promise<void>,
): Promise<void> {
  expect(some).not.toHaveLength(0);
  await Promise.all(
    some.map(({ method, path }, index) => act({ method: method.toUpperCase(), path }, index)),
  );
}

function codeOf({ body }: Answer): unknown {
  return (JSON.parse(body) as { code?: unknown }).code;
}

async function schedule(): Promise<{ id: string }> {
  const { body } = await robin
    .send('post', '/api/posts', {
      locationId: 'sample-101',
      publishAt: new Date(served.clock.now().getTime() + 86_400_000).toISOString(),
      postBody: { languageCode: 'en-US', summary: 'To be kept', topicType: 'STANDARD' },
    })
    .expect(201);
  return body as { id: string };
}

/** What every table of ours holds, as one hash each; what was counted of requests is no content. */
async function contents(): Promise<Record<string, string>> {
  const query = async <T>(text: string) => (await served.database.executeSql(text)).rows as T[];
  const tables = await query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'rate_buckets'",
  );
  const hashes = tables.map(async ({ name }) => {
    const [row] = await query<{ hash: string | null }>(
      `select md5(string_agg(t::text, ',' order by t::text)) as hash from "${name}" t`,
    );
    return [name, row?.hash ?? ''];
  });
  return Object.fromEntries(await Promise.all(hashes)) as Record<string, string>;
}
