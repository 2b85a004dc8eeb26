import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { noticeChannels } from '../../../dist/server/database/notices.schema.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { newKey } from '../../support/google/google-connection.ts';

const URL_GIVEN = 'https://hooks.example.com/shingle?for=robin';

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp({ TOKEN_KEYS: newKey('k1') });
  robin = await served.signUp();
});
afterAll(() => served.close());

const add = (client: SignedInClient, body: object) => client.send('post', '/api/channels', body);
const settingsOf = async (client: SignedInClient) =>
  (await client.send('get', '/api/notice-settings').expect(200)).body;

describe('a channel', () => {
  it('is added, shown, changed and removed', async () => {
    const { body: made } = await add(robin, { kind: 'webhook', url: URL_GIVEN }).expect(201);
    const { secret, ...shown } = made;
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(shown).toMatchObject({ kind: 'webhook', target: URL_GIVEN, isOn: true, pausedReason: null });
    expect((await settingsOf(robin)).channels).toEqual([shown]);

    const change = { isOn: false, kinds: ['post_failed'] };
    await robin.send('patch', `/api/channels/${shown.id}`, change).expect(200, { ...shown, ...change });
    await robin.send('delete', `/api/channels/${shown.id}`).expect(204);
    expect((await settingsOf(robin)).channels).toEqual([]);
    await robin.send('delete', `/api/channels/${shown.id}`).expect(404);
  });

  it('is stored without its address or secret in clear', async () => {
    const kim = await served.signUp();
    const { body } = await add(kim, { kind: 'webhook', url: URL_GIVEN }).expect(201);
    const rows = await served.database.orm.select().from(noticeChannels);
    expect(rows.map(({ keyName }) => keyName)).toContain('k1');
    for (const clear of [body.secret, 'hooks.example.com']) expect(JSON.stringify(rows)).not.toContain(clear);
  });

  it('is one of at most five webhooks and one for e-mail, however many are added at once', async () => {
    const kim = await served.signUp();
    const bodies = Array.from({ length: 8 }, () => ({ kind: 'webhook', url: URL_GIVEN }));
    const answers = await Promise.all(
      [...bodies, { kind: 'email' }, { kind: 'email' }].map((body) =>
        add(kim, body).then((answer) => answer),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(answers.filter(({ body }) => body.code === 'too_many_channels')).toHaveLength(4);
    const mail = (await settingsOf(kim)).channels.find(
      (channel: { kind: string }) => channel.kind === 'email',
    );
    expect(mail).toMatchObject({ target: kim.email, isProven: false });
  });

  it.each([
    ['http://hooks.example.com/', 'https://'],
    ['https://hooks.example.com:8443/', '443'],
    ['https://robin:secret@hooks.example.com/', 'user name'],
    ['https://hooks.example.com/#part', '#'],
    ['https://localhost/', 'private'],
    ['https://127.0.0.1/', 'private'],
    ['https://2130706433/', 'private'],
    ['https://0x7f.1/', 'private'],
    ['https://0177.0.0.1/', 'private'],
    ['https://169.254.169.254/latest', 'private'],
    ['https://10.1.2.3/', 'private'],
    ['https://[::1]/', 'private'],
    ['https://[::ffff:8.8.8.8]/', 'private'],
    ['https://[::7f00:1]/', 'private'],
    ['https://[64:ff9b::7f00:1]/', 'private'],
    ['https://[2002:7f00:1::]/', 'private'],
    ['https://[fd00::1]/', 'private'],
    ['https://hooks.example.com./shingle', 'dot'],
    ['https://127.0.0.1./', 'private'],
    ['https://hooks.internal/', 'private'],
    ['https://db.corp/', 'private'],
    ['https://printer.local/', 'private'],
    ['https://box.lan/', 'private'],
    ['https://router.home.arpa/', 'private'],
    ['https://hooks.localhost/', 'private'],
    ['https://hooks.LOCAL/', 'private'],
    ['https://hooks.example.private/', 'private'],
    [`https://hooks.example.com/${'x'.repeat(2000)}`, '2,000 characters'],
    ['https:\\\\hooks.example.com', 'https://'],
  ])('does not go to %s', async (url, why) => {
    const { body } = await add(robin, { kind: 'webhook', url }).expect(400);
    expect(body.errors).toEqual([{ field: 'url', message: expect.stringContaining(why) }]);
  });

  it('needs keys for its secrets', async () => {
    const bare = await startTestApp({}, served);
    const kim = await bare.signUp();
    const { body } = await add(kim, { kind: 'webhook', url: URL_GIVEN }).expect(503);
    expect(body.code).toBe('channels/not-configured');
    await bare.close();
  });
});

describe('the settings of notices', () => {
  it('keep the zone and the quiet hours', async () => {
    expect(await settingsOf(robin)).toMatchObject({ timeZone: null, quietHours: null, isMainOn: true });
    const quietHours = { from: '22:00', until: '07:00' };
    const { body } = await robin
      .send('patch', '/api/notice-settings', { timeZone: 'Asia/Kathmandu', quietHours })
      .expect(200);
    expect(body).toMatchObject({ timeZone: 'Asia/Kathmandu', quietHours, isMailOn: true });
    await robin.send('patch', '/api/notice-settings', { quietHours: null }).expect(200);
    expect(await settingsOf(robin)).toMatchObject({ timeZone: 'Asia/Kathmandu', quietHours: null });
  });
});
