import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Auth } from 'firebase-admin/auth';
import { startAuthEmulator, type AuthEmulator } from '../../../dist/server/embedded/auth-emulator.js';
import { adminOf, nextSecondAfter, until, verdict } from '../../support/processes/auth-emulator.ts';
import { clientOf, PASSWORD, PROJECT } from '../../support/google/identity-toolkit.ts';

describe('the embedded Auth emulator', () => {
  let emulator: AuthEmulator;
  let client: ReturnType<typeof clientOf>;
  let auth: Auth;
  const links: [email: string, link: string][] = [];

  beforeAll(async () => {
    emulator = await startAuthEmulator({
      projectId: PROJECT,
      onExit: (error) => {
        throw error;
      },
      onResetLink: (...reset) => links.push(reset),
    });
    client = clientOf(emulator);
  });
  beforeEach(() => {
    auth = adminOf(emulator);
  });
  afterAll(() => emulator.stop());

  it('signs up with a name, signs in, changes the account, reads it, and refreshes', async () => {
    const { localId, idToken = '', refreshToken = '' } = await client.signUp('ada@example.com');
    expect(await auth.verifyIdToken(idToken)).toMatchObject({ uid: localId, name: 'Ada' });
    expect(await client.signIn('ADA@example.com')).toMatchObject({ localId, email: 'ada@example.com' });
    expect(await client.call('update', { idToken, displayName: 'Ada L.' })).toMatchObject({ localId });
    const users = [{ localId, email: 'ada@example.com', displayName: 'Ada L.' }];
    expect(await client.call('lookup', { idToken })).toMatchObject({ users });
    const refreshed = await fetch(`http://${emulator.host}/securetoken.googleapis.com/v1/token?key=any`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    });
    expect(await refreshed.json()).toMatchObject({ user_id: localId, expires_in: '3600' });
  });

  it.each([true, false])('refuses with the codes of Firebase, with e-mail protection %s', async (on) => {
    await client.protectEmails(on);
    const [email, stranger] = [`taken-${on}@example.com`, 'nobody@example.com'];
    await client.signUp(email);
    const reset = { requestType: 'PASSWORD_RESET', email: stranger };
    const answers = await Promise.all([
      client.signUp(email),
      client.call('signUp', { email: `new-${on}@example.com`, password: '12345' }),
      client.signIn(email, 'wrong one'),
      client.signIn(stranger),
      client.call('sendOobCode', reset),
    ]);
    expect(answers.map(({ error }) => error?.message.split(' : ')[0])).toEqual([
      'EMAIL_EXISTS',
      'WEAK_PASSWORD',
      ...(on
        ? ['INVALID_LOGIN_CREDENTIALS', 'INVALID_LOGIN_CREDENTIALS', undefined]
        : ['INVALID_PASSWORD', 'EMAIL_NOT_FOUND', 'EMAIL_NOT_FOUND']),
    ]);
  });

  it('signs in with a Google ID token', async () => {
    const claims = { sub: 'g-1', email: 'grace@example.com', email_verified: true, name: 'Grace' };
    const answer = await client.signInWithGoogle(claims);
    expect(answer).toMatchObject({ email: claims.email, isNewUser: true, providerId: 'google.com' });
    expect(await auth.verifyIdToken(answer.idToken ?? '')).toMatchObject({ name: 'Grace' });
  });

  it('makes session cookies that end when the user is disabled, signed out everywhere or deleted', async () => {
    const { localId = '', idToken = '' } = await client.signUp('cookie@example.com');
    const cookie = await auth.createSessionCookie(idToken, { expiresIn: 3_600_000 });
    await auth.updateUser(localId, { disabled: true });
    expect(await verdict(auth, cookie)).toBe('auth/user-disabled');
    await auth.updateUser(localId, { disabled: false });
    expect(await verdict(auth, cookie)).toBe(localId);
    await nextSecondAfter((await auth.verifySessionCookie(cookie)).auth_time);
    await auth.revokeRefreshTokens(localId);
    expect(await verdict(auth, cookie)).toBe('auth/session-cookie-revoked');
    await auth.deleteUser(localId);
    expect(await verdict(auth, cookie)).toBe('auth/user-not-found');
  });

  it('hands over each reset link, which opens a page that sets a new password, once', async () => {
    const email = 'forgot+"<b>@example.com';
    await client.signUp(email);
    const continueUrl = 'http://localhost:3000/login?a=1&b=2';
    await client.call('sendOobCode', { requestType: 'PASSWORD_RESET', email, continueUrl });
    await until(() => links.length > 0);
    const [[to, link] = ['', '']] = links;
    expect(to).toBe(email);

    const page = async (init?: RequestInit) => {
      const answer = await fetch(link, init);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      return { status: answer.status, html: await answer.text() };
    };
    const save = (newPassword: string) =>
      page({ method: 'POST', body: new URLSearchParams({ newPassword }) });
    const opened = await page();
    expect(opened.status).toBe(200);
    expect(opened.html).toContain('value="forgot+&#34;&#60;b&#62;@example.com"');
    const weak = await save('12345');
    expect(weak.status).toBe(400);
    expect(weak.html).toContain('Password should be at least 6 characters.');
    const saved = await save('a new one');
    expect(saved.status).toBe(200);
    expect(saved.html).toContain('href="http://localhost:3000/login?a=1&#38;b=2"');
    for (const again of [await page(), await save('another one')]) {
      expect(again.status).toBe(400);
      expect(again.html).toContain('This link no longer works');
    }
    expect(await client.signIn(email, 'a new one')).toHaveProperty('idToken');
  });

  it('resets a password with the code alone', async () => {
    const email = 'code@example.com';
    await client.signUp(email);
    const oobCode = new URL(await auth.generatePasswordResetLink(email)).searchParams.get('oobCode');
    expect(await client.call('resetPassword', { oobCode })).toMatchObject({ email });
    expect(await client.call('resetPassword', { oobCode, newPassword: 'by code' })).toMatchObject({ email });
    expect(await client.signIn(email, 'by code')).toHaveProperty('idToken');
  });

  it('serves only this machine, and neither foreign host names nor pages of other sites', async () => {
    const [, port = ''] = emulator.host.split(':');
    const status = async (headers: Record<string, string>, host = '127.0.0.1') => {
      const answer = await once(request({ host, port, headers }).end(), 'response');
      const [response] = answer as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    expect(await status({})).toBe(200);
    expect(await status({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
    expect(await status({ host: `rebound.example:${port}` })).toBe(403);
    expect(await status({ origin: 'https://elsewhere.example' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    // Linux serves the whole of 127.0.0.0/8: a server that listened everywhere would answer here.
    await expect(status({}, '127.0.0.2')).rejects.toThrow(/connect/);
  });

  it('refuses what it would not save: tenants and other projects', async () => {
    const account = { email: 'tenant@example.com', password: PASSWORD };
    expect(await client.call('signUp', { ...account, tenantId: 'shop' })).toMatchObject({
      error: { code: 501 },
    });
    const other = 'identitytoolkit.googleapis.com/v1/projects/demo-other/accounts';
    expect(await client.send('POST', other, account)).toMatchObject({ error: { code: 400 } });
  });
});
