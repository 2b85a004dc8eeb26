import { afterAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env, readEnv } from '../../../dist/server/config/env.js';
import { faultsOf } from '../../support/env-faults.ts';

describe('the configuration', () => {
  it('needs nothing: every variable has a default or may be left out', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      SAMPLE_DELAYS: true,
    });
    expect(readEnv({ PORT: '4000' }).publicOrigin).toBe('http://localhost:4000');
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000, DATABASE_URL: undefined });
  });

  it('reads switches in the usual spellings', () => {
    for (const word of ['off', 'OFF', 'false', '0'])
      expect(readEnv({ SAMPLE_DELAYS: word }).SAMPLE_DELAYS).toBe(false);
    for (const word of ['on', 'True', '1']) expect(readEnv({ SAMPLE_DELAYS: word }).SAMPLE_DELAYS).toBe(true);
  });

  it.each([
    [{ PORT: '70000' }, 'PORT must be from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT must be a whole number'],
    [{ PUBLIC_ORIGIN: 'shop.example' }, 'PUBLIC_ORIGIN must be an http or https address'],
    [{ PUBLIC_ORIGIN: 'https://shop.example/' }, 'PUBLIC_ORIGIN must be an address without a path'],
    [{ PUBLIC_ORIGIN: 'http://shop.example' }, 'PUBLIC_ORIGIN must begin with https://'],
    [{ FIREBASE_AUTH_EMULATOR_HOST: 'http://127.0.0.1:9099' }, 'must be host:port, without http://'],
    [{ FIREBASE_PROJECT_ID: 'shop' }, 'FIREBASE_WEB_API_KEY is required'],
    [{ FIREBASE_WEB_API_KEY: 'key' }, 'FIREBASE_PROJECT_ID is required'],
    [{ GOOGLE_CLIENT_ID: 'client' }, 'GOOGLE_CLIENT_SECRET is required'],
    [{ GOOGLE_CLIENT_SECRET: 'secret' }, 'GOOGLE_CLIENT_ID is required'],
    [{ GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' }, 'TOKEN_KEYS is required'],
    [{ TOKEN_KEYS: 'k1:short' }, 'TOKEN_KEYS must hold keys of 32 bytes'],
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL must be smtp://'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must be smtp://'],
    [{ SMTP_URL: 'smtp://mail.example/?logger=true' }, 'SMTP_URL must be smtp://'],
    [{ SMTP_URL: 'smtps://robin:hunter2@mail.example:465' }, 'MAIL_FROM is required when SMTP_URL is set'],
    [{ MAIL_FROM: 'Shingle <post@shop.example>' }, 'MAIL_FROM must be an e-mail address'],
    [{ GOOGLE_AUTH_URL: 'http://accounts.example/auth' }, 'GOOGLE_AUTH_URL must be an https address'],
    [{ GOOGLE_TOKEN_URL: 'https://oauth.example/token?client=1' }, 'GOOGLE_TOKEN_URL must be an https'],
    [{ GOOGLE_REVOKE_URL: 'https://robin:hunter2@oauth.example' }, 'GOOGLE_REVOKE_URL must be an https'],
    [{ GBP_V4_URL: 'https://business.example/v4/' }, 'GBP_V4_URL must be an https address'],
    [{ GBP_ACCOUNTS_URL: 'business.example/v1' }, 'GBP_ACCOUNTS_URL must be an https address'],
    [{ NODE_ENV: 'production', THROTTLE: 'off' }, 'THROTTLE must not be off in production'],
    [{ THROTTLE: 'sometimes' }, 'THROTTLE must be on or off'],
    [{ NODE_ENV: 'production' }, 'PUBLIC_ORIGIN is required when NODE_ENV is production'],
    [{ SECURITY_CONTACT: 'security@shop.example' }, 'SECURITY_CONTACT must be addresses such as mailto:'],
    [{ SECURITY_CONTACT: 'http://shop.example' }, 'SECURITY_CONTACT must be addresses'],
    [{ SECURITY_CONTACT: 'mailto:a@shop.example\nContact: mailto:b@evil.example' }, 'SECURITY_CONTACT must'],
    [{ SECURITY_CONTACT: ' , ' }, 'SECURITY_CONTACT must be addresses'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, test or production'],
  ])('refuses %o', (source, fault) => {
    expect(faultsOf(source).join('\n')).toContain(fault);
  });

  it('allows plain http on this machine and https everywhere', () => {
    for (const PUBLIC_ORIGIN of ['http://localhost:3000', 'http://127.0.0.1', 'https://shop.example'])
      expect(faultsOf({ PUBLIC_ORIGIN })).toEqual([]);
  });

  it('takes Google elsewhere by its addresses alone, plain http on this machine only', () => {
    const GBP_V4_URL = 'http://127.0.0.1:4001/mybusiness.googleapis.com/v4';
    expect(readEnv({ GBP_V4_URL, GOOGLE_TOKEN_URL: 'https://oauth.example/token' })).toMatchObject({
      GBP_V4_URL,
      GOOGLE_TOKEN_URL: 'https://oauth.example/token',
      GBP_ACCOUNTS_URL: 'https://mybusinessaccountmanagement.googleapis.com/v1',
    });
  });

  it('takes no simulator of Google in production', () => {
    const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://shop.example' };
    const GBP_V4_URL = 'http://127.0.0.1:4001/mybusiness.googleapis.com/v4';
    expect(faultsOf({ ...production, GBP_V4_URL })).toEqual(['GBP_V4_URL must be https in production']);
    expect(faultsOf({ ...production, GBP_V4_URL: 'https://posts.example/v4' })).toEqual([]);
  });

  it('has a client of Google only when it is whole', () => {
    const TOKEN_KEYS = `k1:${randomBytes(32).toString('base64')}`;
    const client = { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(readEnv({ ...client, TOKEN_KEYS }).googleClient).toEqual({ id: 'client', secret: 'secret' });
    expect(readEnv({ TOKEN_KEYS }).googleClient).toBeUndefined();
  });

  it('believes only the configured proxies: a number of them, or addresses and subnets', () => {
    expect(readEnv({}).trustedProxies).toBe(false);
    expect(readEnv({ TRUST_PROXY: '2' }).trustedProxies).toBe(2);
    expect(readEnv({ TRUST_PROXY: '10.0.0.0/8, 192.0.2.7,fd00::/8' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '192.0.2.7',
      'fd00::/8',
    ]);
    for (const TRUST_PROXY of [
      '0',
      '11',
      '-1',
      'true',
      'proxy.example',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.1,',
      'fe80::1%eth0',
      '10.0.0.1/8/8',
    ])
      expect(faultsOf({ TRUST_PROXY })).toEqual([
        'TRUST_PROXY must be the number of proxies in front of this server (1 to 10), or their addresses and subnets separated by commas',
      ]);
  });

  describe('a secret', () => {
    const secrets = {
      DATABASE_URL: 'postgres://shop:hunter2@database.shop.example/shop',
      FIREBASE_WEB_API_KEY: 'key',
      GOOGLE_CLIENT_SECRET: 'secret',
      TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      SMTP_URL: 'smtps://robin:hunter2@mail.shop.example',
    };
    const others = {
      FIREBASE_PROJECT_ID: 'shop',
      GOOGLE_CLIENT_ID: 'client',
      MAIL_FROM: 'post@shop.example',
    };
    const folder = mkdtempSync(join(tmpdir(), 'shingle-secrets-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const fileOf = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };

    it('may lie in a file of one line instead, as platforms hand them out', () => {
      const files = Object.entries(secrets).map(([name, value]) => [
        `${name}_FILE`,
        fileOf(name, `${value}\n`),
      ]);
      expect(readEnv({ ...others, ...Object.fromEntries(files) })).toMatchObject(secrets);
    });

    it.each(Object.keys(secrets))(
      '%s is not taken from both, nor from a file that is not there or empty',
      (name) => {
        const file = `${name}_FILE`;
        const empty = fileOf('empty', '\n');
        expect(faultsOf({ [name]: 'hunter2', [file]: empty })).toContain(
          `${name} and ${file} must not both be set`,
        );
        expect(faultsOf({ [file]: empty })).toContain(`${file} names a file that is empty`);
        expect(faultsOf({ [file]: join(folder, 'hunter2') })).toContain(
          `${file} names a file that cannot be read (ENOENT)`,
        );
        const all = [
          faultsOf({ [name]: 'hunter2', [file]: empty }),
          faultsOf({ [file]: join(folder, 'hunter2') }),
        ];
        expect(all.flat().join()).not.toContain('hunter2');
      },
    );

    it('in a file has the rule that it has elsewhere', () => {
      expect(faultsOf({ DATABASE_URL_FILE: fileOf('wrong', 'mysql://shop') })).toEqual([
        'DATABASE_URL must begin with postgres:// or postgresql://',
      ]);
    });
  });

  it('is documented whole in .env.example, with its defaults', async () => {
    const lines = (await readFile('.env.example', 'utf8')).split('\n').filter((line) => /^\w+=/.test(line));
    const documented = Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
    expect(Object.keys(documented).sort()).toEqual(Object.keys(new Env()).sort());
    expect(readEnv({ ...documented, PUBLIC_ORIGIN: '' })).toEqual(new Env());
  });
});
