import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

const ATTEMPT = '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f';

let served: TestApp;
beforeAll(async () => {
  served = await startTestApp();
});
afterAll(() => served.close());

const begin = (query: string, app = served) => app.visitor().send('get', `/api/auth/google${query}`);

describe('the popup of a sign-in with Google', () => {
  it('is redirected to the page that tells its opener why it cannot work, and stores nothing', async () => {
    const { headers } = await begin(`?attempt=${ATTEMPT}`).expect(302);
    expect(headers['location']).toBe(
      `/google-sign-in?attempt=${ATTEMPT}&result=auth%2Foperation-not-allowed`,
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is told when there is no Firebase project at all', async () => {
    const bare = await startTestApp({
      FIREBASE_PROJECT_ID: '',
      FIREBASE_WEB_API_KEY: '',
      FIREBASE_AUTH_EMULATOR_HOST: '',
    });
    const { headers } = await begin(`?attempt=${ATTEMPT}`, bare).expect(302);
    expect(headers['location']).toBe(`/google-sign-in?attempt=${ATTEMPT}&result=auth%2Fnot-configured`);
    await bare.close();
  });

  it.each([
    ['is missing', ''],
    ['is empty', '?attempt='],
    ['is no random UUID', '?attempt=7f0c9a52-3a4b-1c6d-8e9f-0a1b2c3d4e5f'],
    ['leads elsewhere', '?attempt=//evil.example'],
    ['comes twice', `?attempt=${ATTEMPT}&attempt=${ATTEMPT}`],
  ])('goes nowhere when its attempt %s', async (_, query) => {
    const { body, headers } = await begin(query).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'attempt' }] });
    expect(headers['location']).toBeUndefined();
  });

  it('can reach its opener: no page of ours breaks the link', async () => {
    for (const path of ['/login', '/signup', '/google-sign-in', `/api/auth/google?attempt=${ATTEMPT}`]) {
      const { headers } = await served.visitor().send('get', path);
      expect([path, headers['cross-origin-opener-policy']]).toEqual([path, 'same-origin-allow-popups']);
    }
  });
});

describe('connecting a Business Profile on a server without a Google client', () => {
  it('says that its operator has to set it up', async () => {
    const robin = await served.signUp();
    const reason =
      'Connecting a Google Business Profile isn’t set up on this server yet. Please contact your administrator.';
    const { body } = await robin.send('post', '/api/auth/gbp-connect').expect(503);
    expect(body).toMatchObject({ code: 'connect/not-configured', message: reason });
    const setup = await robin.send('post', '/api/auth/setup', { code: 'any' }).expect(200);
    expect(setup.body).toEqual({ success: false, message: 'Setup failed', error: { message: reason } });
    const status = await robin.send('get', '/api/auth/gbp-status').expect(200);
    expect(status.body).toMatchObject({ hasAccess: false, source: 'sample', state: 'none' });
  });

  it('has no pending popup', async () => {
    const { headers } = await served
      .visitor()
      .send('get', '/api/auth/google/callback?code=any&state=any')
      .expect(302);
    expect(headers['location']).toBe('/google-sign-in?result=auth%2Fcancelled-popup-request');
  });
});
