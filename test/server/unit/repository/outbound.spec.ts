import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { GoogleOAuth } from '../../../../dist/server/auth/google-oauth.js';
import { Env } from '../../../../dist/server/config/env.js';
import { sourcesIn } from '../../../support/import-graph.ts';
import { listen } from '../../../support/network/listen.ts';

const SERVER = join(process.cwd(), 'server');

/** Where the server itself speaks to others. Firebase's SDK, Postgres and traces do by packages, to what is configured. */
const SPEAKERS = ['auth/firebase.ts', 'auth/google-oauth.ts', 'business-profile/calls/google-request.ts'];
/** Webhooks alone go where a person says. `request` of Node follows no redirect. */
const WEBHOOKS = [
  ['notices/sending/name-look-ups.ts', ["from 'node:dns/promises'"]],
  ['notices/sending/webhook-sender.ts', ["{ request } from 'node:https'"]],
];

/** Runs a program of the server's own, which decodes photos and speaks to the server alone. */
const PROGRAMS = [['photos/photo-decoder.ts', ["from 'node:child_process'"]]];

/** What opens connections or runs programs; `node:net` also has things that only look at addresses. */
const WAYS_OUT = [
  /\bfetch\(/g,
  /\bnew (?:WebSocket|EventSource)\(/g,
  /\{[^}]*\b(?:request|get|connect|createConnection|Agent)\b[^}]*\} from 'node:(?:https?|net|tls)'/g,
  /\* as \w+ from 'node:(?:https?|net|tls)'|import \w+ from 'node:(?:https?|net|tls)'/g,
  /(?:from|import\() ?'(?:node:(?:http2|dgram|dns|dns\/promises|child_process)|undici|axios|got)'/g,
];

describe('the server', () => {
  it('speaks to others in three places and to webhooks, whatever a person links to, and follows no redirect', () => {
    const sources = sourcesIn(SERVER)
      .map((file) => ({ file: relative(SERVER, file), text: readFileSync(file, 'utf8') }))
      // Not the server: what is embedded for one machine, and the programs that its operator runs.
      .filter(({ file }) => !/^(embedded\/|cli\.ts$)/.test(file));
    expect(sources.length).toBeGreaterThan(80);
    const waysOut = (text: string) => WAYS_OUT.flatMap((pattern) => text.match(pattern) ?? []);
    const all = sources.filter(({ text }) => waysOut(text).length > 0);
    const webhooks = all.filter(({ file }) => file.startsWith('notices/'));
    const programs = all.filter(({ file }) => file.startsWith('photos/'));
    const speakers = all.filter((source) => !webhooks.includes(source) && !programs.includes(source));
    expect(programs.map(({ file, text }) => [file, waysOut(text)])).toEqual(PROGRAMS);
    expect(webhooks.map(({ file, text }) => [file, waysOut(text)]).sort()).toEqual(WEBHOOKS);
    expect(speakers.map(({ file }) => file).sort()).toEqual(SPEAKERS);
    for (const { file, text } of speakers)
      expect([file, waysOut(text), text.match(/redirect: '\w+'/g)]).toEqual([
        file,
        ['fetch('],
        [expect.stringMatching(/'(error|manual)'/)],
      ]);
  });
});

describe("Google's OAuth endpoints", () => {
  let server: Server;
  let google: GoogleOAuth;
  let asked: IncomingMessage[];
  let status: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request);
      response.writeHead(status, { Location: `${address()}/elsewhere` }).end('{}');
    });
    await listen(server);
    google = new GoogleOAuth(
      Object.assign(new Env(), {
        GOOGLE_CLIENT_ID: 'client',
        GOOGLE_CLIENT_SECRET: 'secret',
        GOOGLE_TOKEN_URL: `${address()}/token`,
        GOOGLE_REVOKE_URL: `${address()}/revoke`,
        GOOGLE_USERINFO_URL: `${address()}/person`,
      }),
    );
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    asked = [];
  });
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  it.each([301, 302, 303, 307, 308])(
    'are asked at their addresses alone: a %i is not followed',
    async (code) => {
      status = code;
      await expect(google.exchangeCode('code', 'http://localhost:3000/back', 'verifier')).rejects.toThrow(
        'no answer',
      );
      await expect(google.refresh('token')).rejects.toThrow('no answer');
      await expect(google.revoke('token')).rejects.toThrow('no answer');
      await expect(google.readPerson('token')).rejects.toThrow('no answer');
      expect(asked.map(({ url }) => url)).toEqual(['/token', '/token', '/revoke', '/person']);
    },
  );
});
