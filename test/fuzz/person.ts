import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { consent } from '../support/google-simulator.ts';
import type { Belongings } from './right-request.ts';
import type { Answer, Sender } from './send.ts';

const PASSWORD = 'correct horse';
const PATIENCE_MS = 15_000;
const AGAIN_MS = 10;
const HOUR_MS = 60 * 60_000;

/** Somebody with a browser, signed up, and connected to a Google account if one is given. */
export class Person {
  cookie = '';
  /** Whether what they own may be something else than they know. */
  isChanged = true;
  readonly belongings: Belongings;
  private readonly sender: Sender;
  private readonly host: string;
  private readonly google: string | undefined;

  /** @param google the e-mail address of the Google account that they connect; undefined: none, they see samples */
  constructor(sender: Sender, host: string, google: string | undefined) {
    this.sender = sender;
    this.host = host;
    this.google = google;
    this.belongings = {
      email: '',
      password: PASSWORD,
      posts: [],
      failedPosts: [],
      locations: [],
      accounts: [],
      isConnected: google !== undefined,
    };
  }

  /** Signs up anew, and connects. */
  async begin(): Promise<void> {
    const email = `fuzz-${randomUUID()}@example.com`;
    const account = { fullName: 'Robin van Berg', email, password: PASSWORD };
    this.keepCookie(await this.ask('POST', '/api/auth/signup', account));
    if (this.google) await this.connect(this.google);
    this.isChanged = true;
  }

  /** Keeps the session that an answer gives, as a browser does, and whose it is. */
  keepCookie({ headers, text }: Answer): void {
    const [pair = ''] = headers['set-cookie']?.[0]?.split(';') ?? [];
    if (!/^(__Host-)?shingle=./.test(pair)) return;
    this.cookie = pair;
    this.belongings.email = (JSON.parse(text) as { user: { email: string } }).user.email;
  }

  /** Whether they are still signed in and connected; what they own may have become something else. */
  async isStillThere(): Promise<boolean> {
    const { text } = await this.send('GET', '/api/auth/gbp-status');
    const { hasAccess } = JSON.parse(text) as { hasAccess?: boolean };
    return hasAccess === this.belongings.isConnected;
  }

  /**
   * Finds out what they own, if that may have changed; somebody without posts schedules some. The examples of the sample
   * come once: who has used them up begins anew.
   */
  async learn(): Promise<void> {
    if (!this.isChanged) return;
    const { belongings } = this;
    belongings.failedPosts = await this.idsAt('/api/posts?limit=5&status=FAILED');
    if (!this.google && belongings.failedPosts.length === 0) {
      await this.begin();
      belongings.failedPosts = await this.idsAt('/api/posts?limit=5&status=FAILED');
    }
    this.isChanged = false;
    belongings.locations = await this.idsAt('/api/locations?limit=20');
    belongings.accounts = await this.idsAt('/api/accounts');
    const latest = await this.idsAt('/api/posts?limit=10');
    const published = await this.idsAt('/api/posts?limit=5&status=PUBLISHED');
    belongings.posts = [...latest, ...published, ...belongings.failedPosts];
    if (belongings.posts.length > 0) return;
    for (const locationId of belongings.locations) {
      const { status, text } = await this.schedule(locationId, 'Fresh from the oven');
      if (status === 201) belongings.posts.push((JSON.parse(text) as { id: string }).id);
    }
  }

  /** Schedules a post for tomorrow. */
  schedule(locationId: string, summary: string): Promise<Answer> {
    return this.send('POST', '/api/posts', {
      locationId,
      publishAt: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
      postBody: { languageCode: 'en-US', topicType: 'STANDARD', summary },
    });
  }

  /** Sends as this person. */
  send(method: string, target: string, body?: object): Promise<Answer> {
    return this.sender.send({
      method,
      target,
      headers: {
        Host: this.host,
        Origin: `http://${this.host}`,
        ...(this.cookie && { Cookie: this.cookie }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** @throws Error for an answer that is no success */
  async ask(method: string, target: string, body?: object): Promise<Answer> {
    const answer = await this.send(method, target, body);
    if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.status} ${answer.text}`);
    return answer;
  }

  private async connect(email: string): Promise<void> {
    const { text } = await this.ask('POST', '/api/auth/gbp-connect');
    const { searchParams } = new URL(await consent((JSON.parse(text) as { url: string }).url, { email }));
    const setup = { code: searchParams.get('code'), state: searchParams.get('state') };
    const answer = await this.ask('POST', '/api/auth/setup', setup);
    if (!(JSON.parse(answer.text) as { success: boolean }).success) throw new Error(answer.text);
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await delay(AGAIN_MS)) {
      const mirror = JSON.parse((await this.ask('GET', '/api/mirror')).text) as Record<string, unknown>;
      if (mirror.state === 'ready' && !mirror.isReading) return;
    }
    throw new Error('The places of a connected person are not read.');
  }

  private async idsAt(target: string): Promise<string[]> {
    const { items } = JSON.parse((await this.ask('GET', target)).text) as { items: { id: string }[] };
    return items.map(({ id }) => id);
  }
}
