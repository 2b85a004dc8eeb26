import { setTimeout as delay } from 'node:timers/promises';
import type { PostBody } from '../../dist/server/database/schema.js';
import type { ListedPostDto, PostDto, PostListDto } from '../../dist/server/posts/post.dto.js';
import { consent } from 'gbp-simulator';
import { allOf } from './pages.ts';

const REQUEST_MS = 5000;
const AGAIN_MS = 250;
const LOOK_EVERY_MS = 100;
/** How the calendar begins to say that a post could not be confirmed. */
const UNCONFIRMED = 'We couldn’t confirm whether';

export interface Answer {
  status: number;
  body: unknown;
}

interface Content {
  body?: object;
  /** The Idempotency-Key. */
  key?: string;
  /** Any unless given. */
  server?: string;
  /** How long an answer is waited for. */
  withinMs?: number;
}

/** Somebody with a browser. A request that gets no answer, or that the server could not do, is made again. */
export class Person {
  /** The address at Google, and the one here. */
  readonly email: string;
  readonly address: string;
  private readonly servers: () => string[];
  private readonly patience: AbortSignal;
  private cookie: string | undefined;

  /**
   * @param servers the addresses that answer at present; the cookie is good for all of them
   * @param patience aborted when nothing more is to be tried
   * @param number tells apart people who have the same Google account
   */
  constructor(email: string, servers: () => string[], patience: AbortSignal, number?: number) {
    this.email = email;
    this.address = `owner${number ?? ''}-of-${email}`;
    this.servers = servers;
    this.patience = patience;
  }

  async signUp(): Promise<void> {
    const body = { fullName: 'Robin van Berg', ...this.credentials() };
    for (;;) {
      const answer = await this.try('POST', '/api/auth/signup', { body });
      if (answer.status === 200) return;
      // On a busy machine the answer may have come too late.
      if (isNamed(answer, 'auth/email-already-in-use')) return this.signIn();
      if (answer.status < 500) throw new Error(`No sign-up: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }

  /** Signs in for longer than a day. */
  async signIn(): Promise<void> {
    await this.expect(200, 'POST', '/api/auth/login', { body: { ...this.credentials(), rememberMe: true } });
  }

  /** Connects their Business Profile through Google's consent page, and waits until its places are read. */
  async connect(): Promise<void> {
    await this.reconnect();
    for (;;) {
      const mirror = (await this.expect(200, 'GET', '/api/mirror')) as { state: string; isReading: boolean };
      if (mirror.state === 'ready' && !mirror.isReading) return;
      await delay(AGAIN_MS);
    }
  }

  /** Grants access on Google's consent page, again and again until the server has taken it. */
  async reconnect(): Promise<void> {
    while (!(await this.grant())) await delay(AGAIN_MS);
  }

  private credentials(): object {
    return { email: this.address, password: 'correct horse' };
  }

  /** False when the server was struck after it had used Google's code, which serves once. */
  private async grant(): Promise<boolean> {
    // Google sends them back to where they came from; each server has an address of its own here.
    const [server] = this.servers();
    const { url } = (await this.expect(200, 'POST', '/api/auth/gbp-connect', { server })) as { url: string };
    const { searchParams } = new URL(await consent(url, { email: this.email }));
    const body = { code: searchParams.get('code'), state: searchParams.get('state') };
    const answer = await this.expect(200, 'POST', '/api/auth/setup', { body, server });
    return (answer as { success: boolean }).success;
  }

  /** Resolves when all locations have been read whole, by a reading that began after the call. */
  async readAll(): Promise<void> {
    await this.untilRead();
    const last = await this.mirror();
    for (let now = last; now.isReading || now.asOf === last.asOf; now = await this.mirror()) {
      if (!now.isReading) await this.expect(202, 'POST', '/api/mirror');
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Resolves when no locations are being read. */
  async untilRead(): Promise<void> {
    while ((await this.mirror()).isReading) await delay(LOOK_EVERY_MS);
  }

  private async mirror(): Promise<{ isReading: boolean; asOf: string | null }> {
    return (await this.expect(200, 'GET', '/api/mirror')) as { isReading: boolean; asOf: string | null };
  }

  /** @returns the post as it was acknowledged; undefined when no server could be had until its time had passed */
  async schedule(post: { publishAt: string }, key: string): Promise<PostDto | undefined> {
    for (;;) {
      const { status, body } = await this.try('POST', '/api/posts', { body: post, key });
      if (status === 201) return body as PostDto;
      if (status === 400 && Date.parse(post.publishAt) <= Date.now()) return undefined;
      // A key whose first request has died is free when that one is over.
      if (status < 500 && status !== 409) throw new Error(`No post: ${status} ${JSON.stringify(body)}`);
    }
  }

  /**
   * Schedules a post by a request that is made once.
   * @returns the post; 'refused' when its time has passed; undefined when no answer came
   */
  async scheduleOnce(post: { publishAt: string }): Promise<PostDto | 'refused' | undefined> {
    const { status, body } = await this.try('POST', '/api/posts', { body: post });
    if (status === 201) return body as PostDto;
    if (status === 400 && Date.parse(post.publishAt) <= Date.now()) return 'refused';
    if (status < 500) throw new Error(`No post: ${status} ${JSON.stringify(body)}`);
    return undefined;
  }

  /** Makes a request that was answered once more. @returns what is wrong unless its answer is the same post */
  async replay(post: object, key: string, id: string): Promise<string | undefined> {
    for (;;) {
      const { status, body } = await this.try('POST', '/api/posts', { body: post, key });
      if (status >= 500 || status === 409) continue;
      const isSame = status === 201 && (body as PostDto).id === id;
      return isSame
        ? undefined
        : `${id} was asked for again under its key: ${status} ${JSON.stringify(body)}`;
    }
  }

  /** Retries what could not be confirmed. @returns the posts, scheduled for now */
  async retryUnconfirmed(): Promise<PostDto[]> {
    const held = (await this.list()).filter(
      ({ status, errorDetails }) => status === 'FAILED' && errorDetails?.startsWith(UNCONFIRMED),
    );
    const retried: PostDto[] = [];
    for (const { id } of held) {
      for (;;) {
        const post = await this.look(id);
        if (post?.status !== 'FAILED') {
          if (post) retried.push(post);
          break;
        }
        await this.try('POST', `/api/posts/${id}/retry`);
      }
    }
    return retried;
  }

  /** All their posts, as the calendar shows them. */
  async list(): Promise<ListedPostDto[]> {
    return allOf((path) => this.expect(200, 'GET', path), '/api/posts');
  }

  /** Cancels a post that has not begun to go out. False when it is too late for that. */
  async cancel(id: string): Promise<boolean> {
    for (;;) {
      const post = await this.look(id);
      if (!post) return true;
      if (post.status !== 'SCHEDULED') return false;
      const { status } = await this.try('DELETE', `/api/posts/${id}`);
      if (status === 204) return true;
      if (status === 409) return false;
    }
  }

  /** Gives a post that has not begun to go out another content. False when it is too late for that. */
  async change(id: string, postBody: PostBody): Promise<boolean> {
    for (;;) {
      const post = await this.look(id);
      if (post?.postBody.summary === postBody.summary) return true;
      if (post?.status !== 'SCHEDULED') return false;
      const { status } = await this.try('PATCH', `/api/posts/${id}`, { body: { postBody } });
      if (status === 200) return true;
      // Its time has passed, or it is on its way.
      if (status === 400 || status === 409) return false;
    }
  }

  /** How many posts are not settled yet. */
  async countOpen(): Promise<number> {
    const { counts } = (await this.expect(200, 'GET', '/api/posts?limit=1')) as PostListDto;
    return counts.scheduled;
  }

  private async look(id: string): Promise<PostDto | undefined> {
    for (;;) {
      const { status, body } = await this.try('GET', `/api/posts/${id}`);
      if (status === 404) return undefined;
      if (status === 200) return body as PostDto;
    }
  }

  /** Makes a request again and again until a server has done it. @throws Error for any other answer */
  async expect(status: number, method: string, path: string, content: Content = {}): Promise<unknown> {
    for (;;) {
      const answer = await this.try(method, path, content);
      if (answer.status === status) return answer.body;
      // One that was halted answers 408 to what it could not read in time.
      if (answer.status < 500 && answer.status !== 408)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }

  /** One try; after one that failed there is a pause. Without an answer the status is 503. */
  async try(method: string, path: string, content: Content = {}): Promise<Answer> {
    this.patience.throwIfAborted();
    const answer = await this.send(method, path, content).catch(() => ({ status: 503, body: undefined }));
    if (answer.status >= 400) await delay(AGAIN_MS);
    return answer;
  }

  private async send(
    method: string,
    path: string,
    { body, key, server, withinMs = REQUEST_MS }: Content,
  ): Promise<Answer> {
    const servers = this.servers();
    const address = server ?? servers[Math.floor(Math.random() * servers.length)];
    if (address === undefined) throw new Error('Nothing answers.');
    const answer = await fetch(address + path, {
      method,
      headers: {
        Origin: address,
        ...(this.cookie && { Cookie: this.cookie }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(withinMs),
    });
    this.cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? this.cookie;
    const text = await answer.text();
    return { status: answer.status, body: text ? (JSON.parse(text) as unknown) : undefined };
  }
}

/** Whether an answer is an error of that code. */
export function isNamed({ status, body }: Answer, code: string): boolean {
  return status >= 400 && (body as { code?: string } | undefined)?.code === code;
}
