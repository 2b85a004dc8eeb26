import { createHash, createPublicKey, createVerify, type JsonWebKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import { consent, type GoogleSimulator } from 'gbp-simulator';
import {
  askForToken,
  BUSINESS_SCOPE,
  connect,
  consentAddress,
  GOOGLE_CLIENT,
  PEOPLE,
  startSimulator,
} from './support.ts';

const EMAIL_SCOPE = 'https://www.googleapis.com/auth/userinfo.email';
const PROFILE_SCOPE = 'https://www.googleapis.com/auth/userinfo.profile';
const [REDIRECT_URI = ''] = GOOGLE_CLIENT.redirectUris;
const VERIFIER = 'v'.repeat(43);
const tamsin = { email: PEOPLE.tamsin };

let google: GoogleSimulator;
beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(() => google.reset());

/** What came back to the app. */
const answerAt = (location: string) => Object.fromEntries(new URL(location).searchParams);
const codeOf = (location: string) => answerAt(location).code ?? '';
const exchange = (code: string, form: Record<string, string | undefined> = {}, headers = {}) =>
  askForToken(
    google,
    { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...form },
    headers,
  );
const refresh = (token = '', form: Record<string, string | undefined> = {}) =>
  askForToken(google, { grant_type: 'refresh_token', refresh_token: token, ...form });
const revoke = (token: string) =>
  fetch(google.addresses.GOOGLE_REVOKE_URL, { method: 'POST', body: new URLSearchParams({ token }) });
const show = async (parameters: Record<string, string | undefined> = {}) => {
  const answer = await fetch(consentAddress(google, parameters), { redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('the consent page', () => {
  it('lets one choose among all people, with what they have', async () => {
    const { text, headers } = await show({ state: '"><script>' });
    expect(text).toContain('Choose an account</h1>');
    expect(text).toContain('Google simulator · nothing leaves this machine');
    for (const { name, email, about } of google.world.people())
      for (const words of [name, email, about]) expect(text).toContain(words);
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3000;");
    expect(headers.get('cache-control')).toBe('no-store');
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
  });

  it('lists the person of the app’s hint first, or goes straight to the question when no choice is asked for', async () => {
    const chooser = await show({ login_hint: PEOPLE.idris, prompt: 'select_account consent' });
    expect(chooser.text.indexOf(PEOPLE.idris)).toBeLessThan(chooser.text.indexOf(PEOPLE.tamsin));
    const question = await show({ login_hint: PEOPLE.idris });
    expect(question.text).toContain('localhost:3000 wants access to your Google Account');
    expect(question.text).toContain('Idris van Tongeren');
  });

  it('has a ticked box for the business permission, and none for who one is', async () => {
    const { text } = await show({ login_hint: PEOPLE.tamsin });
    expect([...text.matchAll(/type="checkbox"/g)]).toHaveLength(1);
    expect(text).toContain('See, edit, create and delete your Google business listings</label>');
    expect(text).toContain('It will learn your name, your email address and your picture.');
  });

  it('sends back a code, the state as it came, and the scopes by their long names', async () => {
    const answer = answerAt(await consent(consentAddress(google, { state: 'a b&c=ü' }), tamsin));
    expect(answer).toEqual({
      code: expect.stringMatching(/^4\/0A/),
      state: 'a b&c=ü',
      scope: `openid ${EMAIL_SCOPE} ${PROFILE_SCOPE} ${BUSINESS_SCOPE}`,
      authuser: '0',
      prompt: 'consent',
    });
  });

  it('sends back access_denied for Cancel, and when nothing at all is left ticked', async () => {
    const refused = await consent(consentAddress(google), { ...tamsin, refuse: true });
    expect(answerAt(refused)).toEqual({ error: 'access_denied', state: 'some-state' });
    const nothing = await consent(consentAddress(google, { scope: BUSINESS_SCOPE }), {
      ...tamsin,
      scopes: [],
    });
    expect(answerAt(nothing)).toEqual({ error: 'access_denied', state: 'some-state' });
    expect(google.world.access(tamsin)).toEqual([]);
  });

  it('grants who one is without the business when its box is cleared', async () => {
    const { code = '', scope } = answerAt(await consent(consentAddress(google), { ...tamsin, scopes: [] }));
    expect(scope).toBe(`openid ${EMAIL_SCOPE} ${PROFILE_SCOPE}`);
    expect(await exchange(code)).toMatchObject({ status: 200, scope });
  });

  it('asks only the first time, unless the app wants it asked again', async () => {
    await connect(google, PEOPLE.tamsin);
    const silent = await fetch(consentAddress(google, { prompt: undefined, login_hint: PEOPLE.tamsin }), {
      redirect: 'manual',
    });
    expect(answerAt(silent.headers.get('location') ?? '')).toMatchObject({ prompt: 'none' });
    const again = await show({ login_hint: PEOPLE.tamsin, prompt: 'consent' });
    expect(again.text).toContain('wants access to your Google Account');
  });

  it('asks nothing for prompt=none', async () => {
    const silently = async (parameters: Record<string, string>) => {
      const url = consentAddress(google, { prompt: 'none', ...parameters });
      const answer = await fetch(url, { redirect: 'manual' });
      return answerAt(answer.headers.get('location') ?? '');
    };
    expect(await silently({})).toEqual({ error: 'login_required', state: 'some-state' });
    expect(await silently({ login_hint: PEOPLE.tamsin })).toMatchObject({ error: 'interaction_required' });
    await connect(google, PEOPLE.tamsin);
    expect(await silently({ login_hint: PEOPLE.tamsin })).toMatchObject({ code: expect.any(String) });
  });

  const challenge = 'v'.repeat(43);
  it.each([
    ['an unknown client', { client_id: 'unknown' }, 401, 'invalid_client'],
    ['no client', { client_id: undefined }, 400, 'invalid_request'],
    ['a slash too many', { redirect_uri: `${REDIRECT_URI}/` }, 400, 'redirect_uri_mismatch'],
    ['no redirect address', { redirect_uri: undefined }, 400, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 400, 'invalid_request'],
    ['no scope', { scope: undefined }, 400, 'invalid_request'],
    ['an unknown scope', { scope: 'openid https://www.googleapis.com/auth/gmail' }, 400, 'invalid_scope'],
    ['prompts that contradict', { prompt: 'none consent' }, 400, 'invalid_request'],
    ['an unknown access type', { access_type: 'always' }, 400, 'invalid_request'],
    [
      'an unknown challenge',
      { code_challenge: challenge, code_challenge_method: 'S512' },
      400,
      'invalid_request',
    ],
    ['a short challenge', { code_challenge: 'short', code_challenge_method: 'S256' }, 400, 'invalid_request'],
  ])(
    'shows on its own page what is wrong with %s, and redirects nowhere',
    async (_what, parameters, status, error) => {
      const page = await show(parameters);
      expect(page.status).toBe(status);
      expect(page.text).toContain(`Error ${status}: ${error}`);
      expect(page.headers.get('location')).toBeNull();
    },
  );

  it('takes decisions only from its own form', async () => {
    const url = consentAddress(google, { authuser: PEOPLE.tamsin });
    const decide = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers, body: 'decision=allow', redirect: 'manual' });
    for (const headers of [{}, { origin: 'http://localhost:3000' }, { origin: 'null' }])
      expect((await decide(headers as Record<string, string>)).status).toBe(403);
    expect((await decide({ origin: google.origin })).status).toBe(303);
  });

  it('serves no other machine and no page of another site', async () => {
    const foreign = await fetch(`${google.origin}/__simulator`, {
      headers: { origin: 'https://example.com' },
    });
    expect(foreign.status).toBe(403);
  });

  it('shows the picture that the id token names', async () => {
    const picture = await fetch(`${google.origin}/photos/${google.world.people()[0]?.sub}.svg`);
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await picture.text()).toContain('>TO</text>');
  });
});

describe('the exchange of a code', () => {
  it('brings tokens, and an id token that its keys verify', async () => {
    const code = codeOf(await consent(consentAddress(google, { nonce: 'n-1' }, VERIFIER), tamsin));
    const answer = await exchange(code, { code_verifier: VERIFIER });
    expect(answer).toMatchObject({
      status: 200,
      access_token: expect.stringMatching(/^ya29\./),
      refresh_token: expect.stringMatching(/^1\/\/0/),
      token_type: 'Bearer',
      expires_in: 3599,
      scope: `openid ${EMAIL_SCOPE} ${PROFILE_SCOPE} ${BUSINESS_SCOPE}`,
    });
    const [head = '', claims = '', signature = ''] = answer.id_token?.split('.') ?? [];
    const { keys } = (await (await fetch(`${google.origin}/oauth2/v3/certs`)).json()) as {
      keys: [JsonWebKey];
    };
    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    const check = createVerify('RSA-SHA256').update(`${head}.${claims}`);
    expect(check.verify(key, signature, 'base64url')).toBe(true);
    const [person] = google.world.people();
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'https://accounts.google.com',
      aud: GOOGLE_CLIENT.id,
      sub: person?.sub,
      email: PEOPLE.tamsin,
      email_verified: true,
      name: 'Tamsin Okonjo',
      picture: `${google.origin}/photos/${person?.sub}.svg`,
      nonce: 'n-1',
    });
  });

  it('works once, within 10 minutes', async () => {
    const code = codeOf(await consent(consentAddress(google), tamsin));
    expect((await exchange(code)).status).toBe(200);
    expect(await exchange(code)).toMatchObject({ status: 400, error: 'invalid_grant' });
    const late = codeOf(await consent(consentAddress(google), tamsin));
    google.clock.advance(10 * 60_000);
    expect(await exchange(late)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('refuses what does not fit, and leaves the code good', async () => {
    const code = codeOf(await consent(consentAddress(google, {}, VERIFIER), tamsin));
    const good = { code_verifier: VERIFIER };
    const refusals: [Record<string, string | undefined>, number, string][] = [
      [{ code_verifier: undefined }, 400, 'invalid_grant'],
      [{ code_verifier: 'w'.repeat(43) }, 400, 'invalid_grant'],
      [{ redirect_uri: GOOGLE_CLIENT.redirectUris[1] }, 400, 'redirect_uri_mismatch'],
      [{ redirect_uri: undefined }, 400, 'invalid_request'],
      [{ client_secret: 'wrong' }, 401, 'invalid_client'],
      [{ client_secret: undefined }, 400, 'invalid_request'],
      [{ client_id: 'unknown' }, 401, 'invalid_client'],
      [{ code: 'made up' }, 400, 'invalid_grant'],
      [{ code: undefined }, 400, 'invalid_request'],
      [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
      [{ grant_type: undefined }, 400, 'invalid_request'],
    ];
    for (const [form, status, error] of refusals)
      expect(await exchange(code, { ...good, ...form })).toMatchObject({ status, error });
    expect((await exchange(code, good)).status).toBe(200);
  });

  it('refuses a verifier where no challenge was sent, and leaves the code good', async () => {
    const code = codeOf(await consent(consentAddress(google), tamsin));
    expect(await exchange(code, { code_verifier: VERIFIER })).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: 'code_verifier or verifier is not needed.',
    });
    expect((await exchange(code)).status).toBe(200);
  });

  it('knows the client by HTTP Basic too', async () => {
    const code = codeOf(await consent(consentAddress(google), tamsin));
    const basic = Buffer.from(`${GOOGLE_CLIENT.id}:${GOOGLE_CLIENT.secret}`).toString('base64');
    const form = { client_id: undefined, client_secret: undefined };
    expect((await exchange(code, form, { authorization: `Basic ${basic}` })).status).toBe(200);
  });

  it('brings a refresh token for offline access on the first consent and on a repeated one', async () => {
    const first = await connect(google, PEOPLE.tamsin, { prompt: 'select_account' });
    const known = await connect(google, PEOPLE.tamsin, { prompt: 'select_account' });
    const again = await connect(google, PEOPLE.tamsin, { prompt: 'consent' });
    const online = await connect(google, PEOPLE.idris, { access_type: 'online' });
    const isGiven = [first, known, again, online].map(({ refresh_token }) => refresh_token !== undefined);
    expect(isGiven).toEqual([true, false, true, false]);
  });

  it('covers earlier scopes too if the app wants that', async () => {
    await connect(google, PEOPLE.tamsin, { scope: 'openid email' });
    const alone = await connect(google, PEOPLE.tamsin, { scope: BUSINESS_SCOPE });
    expect(alone).toMatchObject({ scope: BUSINESS_SCOPE });
    expect(alone.id_token).toBeUndefined();
    const all = await connect(google, PEOPLE.tamsin, {
      scope: BUSINESS_SCOPE,
      include_granted_scopes: 'true',
    });
    expect(all.scope.split(' ').sort()).toEqual(['openid', EMAIL_SCOPE, BUSINESS_SCOPE].sort());
  });
});

describe('tokens', () => {
  it('are refreshed without a new refresh token', async () => {
    const { refresh_token, access_token, scope } = await connect(google, PEOPLE.tamsin);
    const answer = await refresh(refresh_token);
    expect(answer).toMatchObject({ status: 200, scope, id_token: expect.any(String) });
    expect(answer.access_token).not.toBe(access_token);
    expect(answer).not.toHaveProperty('refresh_token');
    expect(await refresh(refresh_token, { client_secret: 'wrong' })).toMatchObject({
      error: 'invalid_client',
    });
  });

  it('say whose they are, for an hour', async () => {
    const { access_token } = await connect(google, PEOPLE.tamsin);
    const ask = () =>
      fetch(google.addresses.GOOGLE_USERINFO_URL, { headers: { authorization: `Bearer ${access_token}` } });
    expect(await (await ask()).json()).toMatchObject({ email: PEOPLE.tamsin, given_name: 'Tamsin' });
    google.clock.advance(3600_000);
    expect((await ask()).status).toBe(401);
  });

  it('end with a time-limited grant, whose end the answers say', async () => {
    google.configure({ grantMs: 7 * 86_400_000 });
    const { refresh_token, refresh_token_expires_in } = await connect(google, PEOPLE.tamsin);
    google.configure({ grantMs: 0 });
    // Seconds may pass until the answer, but no minute.
    expect(refresh_token_expires_in).toBeLessThanOrEqual(7 * 86_400);
    expect(refresh_token_expires_in).toBeGreaterThan(7 * 86_400 - 60);
    expect(await connect(google, PEOPLE.tamsin)).not.toHaveProperty('refresh_token_expires_in');
    google.clock.advance(6 * 86_400_000);
    const { refresh_token_expires_in: left = 0 } = await refresh(refresh_token);
    expect(left).toBeLessThanOrEqual(86_400);
    expect(left).toBeGreaterThan(86_000);
    google.clock.advance(86_400_000);
    expect(await refresh(refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it.each(['access', 'refresh'] as const)('are all gone when the %s token is revoked', async (kind) => {
    const tokens = await connect(google, PEOPLE.tamsin);
    const revoked = String(kind === 'access' ? tokens.access_token : tokens.refresh_token);
    expect((await revoke(revoked)).status).toBe(200);
    expect((await revoke(revoked)).status).toBe(400);
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    const userinfo = await fetch(google.addresses.GOOGLE_USERINFO_URL, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(userinfo.status).toBe(401);
    expect(google.world.access(tamsin)).toEqual([]);
  });

  it('end when the person takes their permission back, and when they lie unused for half a year', async () => {
    const { refresh_token } = await connect(google, PEOPLE.tamsin);
    google.world.revokeAccess(tamsin);
    expect(await refresh(refresh_token)).toMatchObject({ error: 'invalid_grant' });
    const { refresh_token: unused } = await connect(google, PEOPLE.tamsin);
    google.clock.advance(190 * 86_400_000);
    expect(await refresh(unused)).toMatchObject({ error: 'invalid_grant' });
  });

  it('are at most 100 for a person and a client: the oldest refresh token dies', async () => {
    const tokens: (string | undefined)[] = [];
    for (let count = 0; count < 101; count++)
      tokens.push((await connect(google, PEOPLE.tamsin, { scope: BUSINESS_SCOPE })).refresh_token);
    expect(await refresh(tokens[0])).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(tokens[1])).status).toBe(200);
    expect(google.world.access(tamsin)).toMatchObject([{ refreshTokens: 100 }]);
  });
});
