import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { cookieOf, PASSWORD, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';

const NEW_PASSWORD = 'battery staple';

let served: TestApp;
beforeAll(async () => {
  served = await startTestApp();
});
afterAll(() => served.close());

const logIn = (email: string, password = PASSWORD, more: object = {}) =>
  served.visitor().send('post', '/api/auth/login', { email, password, ...more });
const profileOf = (cookie: string) => served.visitor().send('get', '/api/auth/profile').set('Cookie', cookie);
const change = (robin: SignedInClient, body: object) => robin.send('patch', '/api/auth/profile', body);
const changePassword = (robin: SignedInClient, currentPassword = PASSWORD, newPassword = NEW_PASSWORD) =>
  robin.send('post', '/api/auth/password', { currentPassword, newPassword });

describe('the profile', () => {
  it('gets another name, which the next sign-in keeps', async () => {
    const robin = await served.signUp({ fullName: 'Robin van Berg' });
    const answer = await change(robin, { fullName: '  Kim  de la Cruz ' }).expect(200);
    const kim = { displayName: 'Kim  de la Cruz', firstName: 'Kim', lastName: 'de la Cruz' };
    expect(answer.body).toMatchObject(kim);
    const session = await robin.send('get', '/api/auth/session').expect(200);
    expect(session.body.user).toMatchObject(kim);
    expect((await logIn(robin.email).expect(200)).body.user).toMatchObject(kim);
  });

  it('gets a phone number and a company, and loses them again', async () => {
    const robin = await served.signUp();
    const details = { phone: '+44 (0)1632 960101', company: 'Hearth & Crumb Ltd' };
    expect((await change(robin, details).expect(200)).body).toMatchObject(details);
    expect((await change(robin, { company: 'H & C' }).expect(200)).body.phone).toBe(details.phone);
    const emptied = await change(robin, { phone: ' ', company: null }).expect(200);
    expect(emptied.body).toMatchObject({ phone: '', company: '', displayName: 'Robin van Berg' });
  });

  it('gets a time zone, which it has not until then', async () => {
    const robin = await served.signUp();
    expect((await profileOf(robin.cookie)).body.timeZone).toBeNull();
    expect((await change(robin, { timeZone: 'Asia/Kathmandu' }).expect(200)).body.timeZone).toBe(
      'Asia/Kathmandu',
    );
    for (const timeZone of ['Mars/Olympus', '', null, '+01:00']) {
      const { body } = await change(robin, { timeZone }).expect(400);
      expect(body.errors).toEqual([
        { field: 'timeZone', message: 'Time zone must be an IANA name, such as Europe/Berlin' },
      ]);
    }
    expect((await profileOf(robin.cookie)).body.timeZone).toBe('Asia/Kathmandu');
  });

  it('gets a language, which it has not until then: a tag in its usual form, in which dates can be written', async () => {
    const robin = await served.signUp();
    expect((await profileOf(robin.cookie)).body.language).toBeNull();
    for (const [language, kept] of [
      ['de-DE', 'de-DE'],
      ['EN-gb', 'en-GB'],
      ['zh-hant-hk', 'zh-Hant-HK'],
      ['sv', 'sv'],
    ])
      expect((await change(robin, { language }).expect(200)).body.language).toBe(kept);
    const others = ['', null, 'C', 'en_US', 'en-US@posix', 'tlh', 'und', 'de, en', `en-${'x'.repeat(40)}`, 7];
    for (const language of [...others, ['de-DE'], `de-x-${'a1234567-'.repeat(4)}b`]) {
      const { body } = await change(robin, { language }).expect(400);
      expect(body.errors).toEqual([
        { field: 'language', message: 'Language must be a tag with known dates, such as en-GB' },
      ]);
    }
    expect((await profileOf(robin.cookie)).body.language).toBe('sv');
  });

  it.each(['Kim\nBcc: all@example.com', 'Kim\r', 'Kim\u0007', 'Kim\u2028de', 'Kim\u0085de', 'Kim\u202emiK'])(
    'gets no name or company of several lines: %j',
    async (text) => {
      const robin = await served.signUp();
      const line = `${text}x`;
      const { body } = await change(robin, { fullName: line, company: line }).expect(400);
      expect(body.errors).toEqual([
        { field: 'fullName', message: 'Name must be one line without control characters' },
        { field: 'company', message: 'Company must be one line without control characters' },
      ]);
      const signUp = { fullName: line, email: robin.email, password: PASSWORD };
      const refused = await served.visitor().send('post', '/api/auth/signup', signUp).expect(400);
      expect(refused.body.errors).toEqual([
        { field: 'fullName', message: 'Name must be one line without control characters' },
      ]);
    },
  );

  it('names every invalid field, and changes nothing', async () => {
    const robin = await served.signUp();
    const body = { fullName: ' ', phone: 'call me', company: 'x'.repeat(201) };
    const answer = await change(robin, body).expect(400);
    expect(answer.body.errors).toEqual(
      expect.arrayContaining([
        { field: 'fullName', message: 'Name is required' },
        {
          field: 'phone',
          message: 'Phone number must be 5 to 15 digits, with only spaces and + ( ) . - / between them',
        },
        { field: 'company', message: 'Company must be at most 200 characters' },
      ]),
    );
    const [long, none] = [{ fullName: 'x'.repeat(257) }, { fullName: null }];
    expect((await change(robin, long).expect(400)).body.errors[0].message).toMatch(/at most 256/);
    await change(robin, none).expect(400);
    expect((await profileOf(robin.cookie)).body.displayName).toBe('Robin van Berg');
  });
});

describe('the password', () => {
  it('is changed with the current one: this browser stays signed in, all others do not', async () => {
    const robin = await served.signUp();
    const other = cookieOf(await logIn(robin.email).expect(200)) ?? '';
    const answer = await changePassword(robin).expect(200);
    expect(answer.body.user).toMatchObject({ uid: robin.uid, signInMethod: 'email' });
    const renewed = cookieOf(answer) ?? '';
    await profileOf(renewed).expect(200);
    for (const ended of [robin.cookie, other]) await profileOf(ended).expect(401);
    await logIn(robin.email).expect(400);
    await logIn(robin.email, NEW_PASSWORD).expect(200);
    // Firebase's own end of the earlier sign-ins does not reach the new one either.
    served.clock.advance({ minutes: 2 });
    await profileOf(renewed).expect(200);
  });

  it('keeps a remembered session remembered', async () => {
    const robin = await served.signUp();
    const answer = await logIn(robin.email, PASSWORD, { rememberMe: true }).expect(200);
    robin.cookie = cookieOf(answer) ?? '';
    const changed = await served
      .visitor()
      .send('post', '/api/auth/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
      .set('Cookie', robin.cookie)
      .expect(200);
    expect(changed.headers['set-cookie']?.[0]).toContain('Max-Age=1209600;');
  });

  it('stays with a wrong current password or an invalid new one', async () => {
    const robin = await served.signUp();
    expect((await changePassword(robin, 'not the one').expect(400)).body.code).toBe('auth/wrong-password');
    const answer = await changePassword(robin, '', '12345').expect(400);
    expect(answer.body.errors).toEqual([
      { field: 'currentPassword', message: 'Current password is required' },
      { field: 'newPassword', message: 'Password must be at least 6 characters' },
    ]);
    await profileOf(robin.cookie).expect(200);
    await logIn(robin.email).expect(200);
  });

  it('allows as many tries as other proofs of identity', async () => {
    const throttled = await startTestApp({ THROTTLE: 'on' }, served);
    const robin = await throttled.signUp();
    for (let tries = 0; tries < 10; tries++) await changePassword(robin, 'not the one').expect(400);
    const answer = await changePassword(robin).expect(429);
    expect(answer.body.code).toBe('auth/too-many-requests');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await throttled.close();
  });
});
