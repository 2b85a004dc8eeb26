import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { secretsInFiles, secretsInHistory } from '../../supply-chain/secret-scan.js';
import { secretsIn } from '../../supply-chain/secrets.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const key = Buffer.alloc(32, 'k').toString('base64');

describe('secrets', () => {
  it('are in no file of the repository', () => {
    expect(secretsInFiles(root)).toEqual([]);
  });

  // Put together here, so that this file holds none.
  it.each([
    ['a private key', `-----BEGIN ${'PRIVATE KEY'}-----`],
    ['a private key', `"-----BEGIN RSA ${'PRIVATE KEY'}-----\\nMIIE"`],
    ['the key of a service account', `"private_key_id": "${'1a'.repeat(20)}",`],
    ['an API key of Google', `const key = '${'AIza'}${'x'.repeat(35)}';`],
    ['an access token of Google', `Bearer ${'ya29'}.${'x'.repeat(60)}`],
    ['a refresh token of Google', `refresh_token=${'1/'}/0${'x'.repeat(40)}`],
    ['the secret of an OAuth client', `GOOGLE_CLIENT_SECRET=${'GOCSPX'}-${'x'.repeat(28)}`],
    ['a signed token', `${'eyJ'}${'x'.repeat(20)}.${'eyJ'}${'x'.repeat(20)}.${'x'.repeat(43)}`],
    ['a token of GitHub', `https://${'ghp'}_${'x'.repeat(36)}@github.com/`],
    ['a token of npm', `_authToken=${'npm'}_${'x'.repeat(36)}`],
    ['an access key of AWS', `${'AKIA'}${'X'.repeat(16)}`],
    ['a token of Slack', `${'xoxb'}-${'1'.repeat(12)}-${'x'.repeat(24)}`],
    ['a key of 32 bytes', `TOKEN_KEYS=k1:${key}`],
    ['a key of 32 bytes', `sessionSecret: '${'0f'.repeat(32)}',`],
    ['the password of a database', `DATABASE_URL=postgres://shingle:hunter2${'@'}db.internal:5432/shingle`],
    ['the password of a database', `DATABASE_URL=postgres://shingle:hunter2${'@'}database.internal/shingle`],
    ['the password of a database', `DATABASE_URL=postgres://shingle:password1${'@'}postgres/shingle`],
  ])('are known by their looks: %s', (kind, line) => {
    expect(secretsIn(line)).toEqual([kind]);
  });

  it.each([
    'TOKEN_KEYS="k1:$(openssl rand -base64 32)"',
    'TOKEN_KEYS=k1:…',
    'DATABASE_URL=postgres://user:password@host:5432/name',
    'DATABASE_URL=postgres://shingle:password@postgres:5432/shingle',
    'DATABASE_URL=postgres://robin:hunter2@database/shingle',
    'DATABASE_URL=postgres://robin:hunter2@127.0.0.1:5432/shingle',
    `"integrity": "sha512-${'A'.repeat(86)}=="`,
    `style-src 'sha256-${key}'`,
  ])('are not seen where there are none: %s', (line) => {
    expect(secretsIn(line)).toEqual([]);
  });
});

describe('the history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function git(...args: string[]): string {
    const who = [
      '-c',
      'user.name=Robin',
      '-c',
      'user.email=robin@shop.example',
      '-c',
      'commit.gpgSign=false',
    ];
    return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  }

  /** Writes a file, commits it, and gives the commit's short name. */
  function commit(text: string, message: string): string {
    writeFileSync(join(folder, 'settings'), text);
    git('add', 'settings');
    git('commit', '--quiet', `--message=${message}`);
    return git('rev-parse', '--short=12', 'HEAD').trim();
  }

  let [planted, removed, told] = ['', '', ''];
  beforeAll(() => {
    git('init', '--quiet', '--initial-branch=main');
    commit('TOKEN_KEYS=', 'Begin');
    git('switch', '--quiet', '--create=aside');
    planted = commit(`TOKEN_KEYS=k1:${key}\n`, 'Try something');
    removed = commit('TOKEN_KEYS=\n', 'Take it out again');
    git('switch', '--quiet', 'main');
    told = commit('TOKEN_KEYS=\n# none', `Use ${'GOCSPX'}-${'x'.repeat(28)}`);
  });

  it('is looked through on every branch, by what came and what went, and by what messages say', async () => {
    const { commits, isShallow, found } = await secretsInHistory(folder);
    expect({ commits, isShallow }).toEqual({ commits: 4, isShallow: false });
    expect(found.sort()).toEqual(
      [
        `commit ${planted}, settings holds a key of 32 bytes`,
        `commit ${removed}, settings holds a key of 32 bytes`,
        `commit ${told}, its message holds the secret of an OAuth client`,
      ].sort(),
    );
    expect(secretsInFiles(folder)).toEqual([]);
  });

  it('never shows what it found', async () => {
    const { found } = await secretsInHistory(folder);
    expect(found.join()).not.toContain(key);
  });

  it('is looked through as far as a shallow clone has it, and that is said', async () => {
    git('clone', '--quiet', '--depth=1', '--branch=aside', pathToFileURL(folder).href, join(folder, 'clone'));
    const { commits, isShallow, found } = await secretsInHistory(join(folder, 'clone'));
    expect({ commits, isShallow, found }).toEqual({ commits: 1, isShallow: true, found: [] });
  });
});
