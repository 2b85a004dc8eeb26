import { afterEach, describe, expect, it } from '../../support/jest.ts';
import supertest from 'supertest';
import { startTestApp, type TestApp } from '../../support/app.ts';

const PATH = '/.well-known/security.txt';
const CONTACT = 'mailto:security@shop.example';
const DAY_MS = 24 * 60 * 60_000;

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function started(env: Record<string, string>): Promise<ReturnType<typeof supertest.agent>> {
  app = await startTestApp(env);
  const host = new URL(env.PUBLIC_ORIGIN ?? 'http://localhost:3000').host;
  return supertest.agent(`http://${app.address}`).set('Host', host);
}

describe('security.txt (RFC 9116)', () => {
  it('says whom to tell, and until when it holds, without a session', async () => {
    const agent = await started({ SECURITY_CONTACT: CONTACT, PUBLIC_ORIGIN: 'https://shop.example' });
    const answer = await agent.get(PATH).expect(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = answer.text.trimEnd().split('\n');
    expect(lines).toEqual([
      `Contact: ${CONTACT}`,
      expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00Z$/),
      `Canonical: https://shop.example${PATH}`,
    ]);
    await agent.head(PATH).expect(200);
    await agent.post(PATH).expect(405);
  });

  it('expires in the future and within a year, however long the server has been running', async () => {
    const agent = await started({ SECURITY_CONTACT: CONTACT });
    for (let years = 0; years < 3; years += 1) {
      const { text } = await agent.get(PATH).expect(200);
      const left = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - app!.clock.now().getTime();
      expect(left).toBeGreaterThan(30 * DAY_MS);
      expect(left).toBeLessThan(365 * DAY_MS);
      app!.clock.advance({ hours: 365 * 24 });
    }
  });

  it('names several contacts in their order, and none that the operator has not named', async () => {
    let agent = await started({ SECURITY_CONTACT: `https://shop.example/security, ${CONTACT}` });
    const { text } = await agent.get(PATH).expect(200);
    expect(text.match(/^Contact: .+$/gm)).toEqual([
      'Contact: https://shop.example/security',
      `Contact: ${CONTACT}`,
    ]);
    await app!.close();
    agent = await started({});
    await agent.get(PATH).expect(404);
  });
});
