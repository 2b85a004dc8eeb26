import { setTimeout as delay } from 'node:timers/promises';
import type { NewPostDto, PostDetailsDto, PostDto } from '../../dist/server/posts/post.dto.js';
import { consent } from 'gbp-simulator';

const PASSWORD = 'correct horse';
const LOOK_AGAIN_MS = 250;

/** Somebody with a browser, at one server after the other. What goes wrong is thrown. */
export class Visitor {
  readonly email: string;
  private readonly origin: string;
  private cookie = '';

  constructor(email: string, origin: string) {
    this.email = email;
    this.origin = origin;
  }

  async signUp(): Promise<void> {
    const { email } = this;
    await this.send('POST', '/api/auth/signup', { fullName: 'Robin van Berg', email, password: PASSWORD });
  }

  async signIn(): Promise<void> {
    const { email } = this;
    await this.send('POST', '/api/auth/login', { email, password: PASSWORD, rememberMe: true });
  }

  /** Whether the cookie that they had is still good. */
  async isSignedIn(): Promise<boolean> {
    return (await this.ask('GET', '/api/auth/profile')).status === 200;
  }

  /** Connects a Google account through Google's consent page, and waits until its places are read. */
  async connect(email: string): Promise<void> {
    const { url } = (await this.send('POST', '/api/auth/gbp-connect')) as { url: string };
    const { searchParams } = new URL(await consent(url, { email }));
    const answer = { code: searchParams.get('code'), state: searchParams.get('state') };
    const { success } = (await this.send('POST', '/api/auth/setup', answer)) as { success: boolean };
    if (!success) throw new Error('Google was not connected.');
    for (;;) {
      const mirror = (await this.send('GET', '/api/mirror')) as { state: string; isReading: boolean };
      if (mirror.state === 'ready' && !mirror.isReading) return;
      await delay(LOOK_AGAIN_MS);
    }
  }

  async schedule(locationId: string, summary: string, publishAt: Date): Promise<PostDto> {
    const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary } as const;
    const post = { locationId, publishAt: publishAt.toISOString(), postBody } satisfies NewPostDto;
    return (await this.send('POST', '/api/posts', post)) as PostDto;
  }

  async post(id: string): Promise<PostDetailsDto> {
    return (await this.send('GET', `/api/posts/${id}`)) as PostDetailsDto;
  }

  /** What the server answers to a request that succeeds. */
  async send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await this.ask(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  private async ask(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(this.origin + path, {
      method,
      headers: { Origin: this.origin, Cookie: this.cookie, 'Content-Type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
    this.cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? this.cookie;
    return answer;
  }
}
