import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startEmulatorChild } from '../../../dist/server/embedded/auth-emulator.js';
import { AccountsFile } from '../../../dist/server/embedded/auth-emulator-file.js';
import {
  adminOf,
  afterwards,
  isRunning,
  kill,
  newFolder,
  nextSecondAfter,
  start,
  until,
  untilRestarted,
  verdict,
} from '../../support/processes/auth-emulator.ts';
import { clientOf, PROJECT } from '../../support/google/identity-toolkit.ts';

const fileIn = (folder: string): string => join(folder, 'accounts.json');

describe('kill -9 of the Auth emulator', () => {
  it('at the first answer to a burst of sign-ups, repeatedly, loses no acknowledged account', async () => {
    const dataDir = newFolder();
    const acknowledged: string[] = [];
    let port = 0;
    for (let round = 0; round < 3; round++) {
      const child = startEmulatorChild({ projectId: PROJECT, port, dataDir }, () => undefined);
      afterwards(() => child.stop());
      port = await child.ready;
      const client = clientOf({ host: `127.0.0.1:${port}` });
      for (const email of acknowledged) expect(await client.signIn(email)).toHaveProperty('idToken');
      expect(acknowledged.length).toBeGreaterThanOrEqual(round);
      const burst = ['w', 'x', 'y', 'z'].map(async (name) => {
        const email = `${name}${round}@example.com`;
        expect(await client.signUp(email)).toHaveProperty('localId');
        acknowledged.push(email);
      });
      await Promise.any(burst);
      kill(child.pid);
      await Promise.allSettled([child.ended, ...burst]);
    }
  });

  it('changes nothing: accounts, cookies, revocations, settings, open reset links, port', async () => {
    const emulator = await start({ dataDir: newFolder() });
    const client = clientOf(emulator);
    const auth = adminOf(emulator);
    const names = ['kept', 'disabled', 'revoked', 'deleted'];
    const people = await Promise.all(names.map((name) => client.signUp(`${name}@example.com`)));
    const [kept = '', disabled = '', revoked = '', deleted = ''] = people.map(({ localId = '' }) => localId);
    const cookies = await Promise.all(
      people.map(({ idToken = '' }) => auth.createSessionCookie(idToken, { expiresIn: 3_600_000 })),
    );
    await client.signInWithGoogle({ sub: 'g-2', email: 'both@example.com', email_verified: true });
    await auth.updateUser(kept, { displayName: 'Käthe 🪧', photoURL: 'https://example.com/k.png' });
    await auth.setCustomUserClaims(kept, { role: 'owner' });
    await auth.updateUser(disabled, { disabled: true });
    await nextSecondAfter((await auth.verifySessionCookie(cookies[2] ?? '')).auth_time);
    await auth.revokeRefreshTokens(revoked);
    await auth.deleteUser(deleted);
    await client.protectEmails(true);
    const link = await auth.generatePasswordResetLink('kept@example.com');

    const before = await client.everything();
    const first = emulator.pid;
    kill(first);
    await untilRestarted(emulator, first);
    expect(await client.everything()).toEqual(before);
    expect(await Promise.all(cookies.map((cookie) => verdict(auth, cookie)))).toEqual([
      kept,
      'auth/user-disabled',
      'auth/session-cookie-revoked',
      'auth/user-not-found',
    ]);
    expect(await client.signIn('kept@example.com')).toMatchObject({ localId: kept });
    expect((await client.signIn('nobody@example.com')).error?.message).toBe('INVALID_LOGIN_CREDENTIALS');
    expect((await fetch(link)).status).toBe(200);

    await client.protectEmails(false);
    const second = emulator.pid;
    kill(second);
    await untilRestarted(emulator, second);
    expect((await client.signIn('nobody@example.com')).error?.message).toBe('EMAIL_NOT_FOUND');
  });
});

describe("the Auth emulator's process", () => {
  const module = new URL('../../../dist/server/embedded/auth-emulator.js', import.meta.url);
  const program = (ready: string): string => `
    import { startEmulatorChild } from '${module.href}';
    const child = startEmulatorChild({ projectId: '${PROJECT}', port: 0 }, () => undefined);
    ${ready};
    console.log(child.pid);`;

  it.each([
    ['while it starts', ''],
    ['while it serves', 'await child.ready'],
  ])('writes nothing to the terminal and ends when its parent is killed %s', async (_, ready) => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program(ready)]);
    afterwards(() => parent.kill('SIGKILL'));
    let output = '';
    for (const stream of [parent.stdout, parent.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    await until(() => output.endsWith('\n'));
    const pid = Number(output);
    afterwards(() => isRunning(pid) && kill(pid));
    expect(isRunning(pid)).toBe(true);
    kill(parent.pid);
    await until(() => !isRunning(pid));
    expect(output).toBe(`${pid}\n`);
  });

  it('refuses a taken folder or port, and is gone when it is stopped', async () => {
    const dataDir = newFolder();
    const first = await start({ dataDir });
    const port = Number(first.host.split(':')[1]);
    await Promise.all([
      expect(start({ dataDir })).rejects.toThrow('The Auth emulator cannot start: Another Shingle process'),
      expect(start({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use by another program.`),
    ]);
    await first.stop();
    expect(isRunning(Number(first.pid))).toBe(false);
  });

  it('is given up when it ends five times in a row, with the reason', async () => {
    const dataDir = newFolder();
    const given = Promise.withResolvers<Error>();
    const { pid } = await start({ dataDir, onExit: given.resolve });
    writeFileSync(fileIn(dataDir), '{"projectId":');
    kill(pid);
    const { message } = await given.promise;
    expect(message).toContain('The Auth emulator ended 5 times in a row and is given up.');
    expect(message).toContain(fileIn(dataDir));
  });
});

describe('the file of accounts', () => {
  const permissions = (path: string): string => (statSync(path).mode & 0o777).toString(8);

  it("is its owner's alone and written before the answer; what cannot be written is not answered", async () => {
    const dataDir = newFolder();
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    const emulator = await start({ dataDir });
    const client = clientOf(emulator);
    await client.signUp('ada@example.com');
    expect(readFileSync(fileIn(dataDir), 'utf8')).toContain('ada@example.com');
    expect([permissions(dataDir), permissions(fileIn(dataDir))]).toEqual(['700', '600']);
    const { pid } = emulator;
    const obstacle = `${fileIn(dataDir)}.next`;
    mkdirSync(obstacle);
    await expect(client.signUp('bob@example.com')).rejects.toThrow('fetch failed');
    rmdirSync(obstacle);
    await untilRestarted(emulator, pid);
    expect(await client.signIn('ada@example.com')).toHaveProperty('idToken');
    expect((await client.signIn('bob@example.com')).error?.message).toBe('EMAIL_NOT_FOUND');
  });

  const damaged = 'it is damaged or incomplete';
  it.each([
    ['is empty', '', damaged],
    ['is cut off', '{"projectId":"demo-shingle","config":{},"accounts":[{"localId":"a"', damaged],
    ['holds something else', '{"users":[]}', 'it is not a list of accounts'],
    [
      'is of another project',
      '{"projectId":"demo-other","config":{},"accounts":[],"codes":[]}',
      'it belongs to',
    ],
  ])('is refused by name when it %s, and stays as it is', (_, content, reason) => {
    const folder = newFolder();
    const file = new AccountsFile(folder);
    writeFileSync(fileIn(folder), content);
    expect(() => file.load(PROJECT)).toThrow(`The accounts in ${fileIn(folder)} cannot be read (${reason}`);
    expect(readFileSync(fileIn(folder), 'utf8')).toBe(content);
  });

  it('stops the start when it is damaged, or its folder cannot be made', async () => {
    const dataDir = newFolder();
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(fileIn(dataDir), '{');
    const inAFile = join(fileIn(dataDir), 'auth');
    await Promise.all([
      expect(start({ dataDir })).rejects.toThrow(`The accounts in ${fileIn(dataDir)} cannot be read`),
      expect(start({ dataDir: inAFile })).rejects.toThrow(`${inAFile} cannot be written`),
    ]);
  });
});
