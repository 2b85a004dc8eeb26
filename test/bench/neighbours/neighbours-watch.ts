import { setTimeout as delay } from 'node:timers/promises';
import { addressAt, credentials, type Neighbours } from './neighbours-setting.ts';
import { ask } from '../request-path/request-path-people.ts';

/** The pace of the other person and of those who log in, whatever the answers take. */
const LOG_IN_EVERY_MS = 250;
const LIST_EVERY_MS = 150;
const POST_EVERY_MS = 1_500;
const READINESS_EVERY_MS = 500;
/** So long before they are due posts are scheduled. */
const LEAD_MS = 5_000;
/** So long after the last one is due, all posts are waited for. */
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 200;

/** How long counts what was refused or never came (ms). */
const NEVER_MS = 60_000;

/** How many log-ins there are in such a time. */
export function logInsIn(ms: number): number {
  return Math.ceil(ms / LOG_IN_EVERY_MS);
}

/** How others were served. */
export interface Served {
  /** In ms, each. */
  logIns: number[];
  lists: number[];
  /** From when a post was due until Google had it. */
  late: number[];
  /** What was asked for and the status, of all that was no success. */
  refused: string[];
  /** The longest time (ms) in which the thread did nothing else. */
  stretchMs: number;
  /** The longest time (ms) that the embedded database took for one message, and what it was asked. */
  statement: { ms: number; statement: string } | undefined;
}

/** Serves others for so long, as they ask, and until all their posts are out. */
export class Watch {
  private readonly setting: Neighbours;
  private logInCount = 0;
  private postCount = 0;

  constructor(setting: Neighbours) {
    this.setting = setting;
  }

  async during(ms: number): Promise<Served> {
    const { neighbour, eventLoop, statements, attacked } = this.setting;
    const served: Served = {
      logIns: [],
      lists: [],
      late: [],
      refused: [],
      stretchMs: 0,
      statement: undefined,
    };
    const posts = new Map<string, number>();
    const timed = async (what: string, times: number[], act: () => Promise<{ status: number }>) => {
      const from = performance.now();
      const { status } = await act().catch(() => ({ status: 0 }));
      times.push(status === 200 ? performance.now() - from : NEVER_MS);
      if (status !== 200) served.refused.push(`${what} ${status}`);
    };
    await this.read(eventLoop);
    if (statements) await this.read(statements);
    await Promise.all([
      atPace(LOG_IN_EVERY_MS, ms, () => timed('log-in', served.logIns, () => this.logIn())),
      atPace(LIST_EVERY_MS, ms, () =>
        timed('list', served.lists, () => neighbour.try('GET', '/api/locations')),
      ),
      atPace(READINESS_EVERY_MS, ms, () =>
        timed('readiness', [], () => ask(attacked.origin, { method: 'GET', path: '/api/health/ready' })),
      ),
      atPace(POST_EVERY_MS, ms, async () => {
        const { status } = await this.schedule(posts);
        if (status !== 201) served.refused.push(`post ${status}`);
      }),
    ]);
    served.late = await this.latenessOf(posts);
    served.stretchMs = (await this.read(eventLoop)) as number;
    if (statements) served.statement = (await this.read(statements)) as Served['statement'];
    return served;
  }

  /** Somebody's, from a browser and an address that nobody has seen. */
  private logIn(): Promise<{ status: number }> {
    const { attacked, visitors } = this.setting;
    const number = this.logInCount++;
    return ask(attacked.origin, {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': addressAt(1_000 + number) },
      body: JSON.stringify(credentials(visitors[number % visitors.length] ?? '')),
    });
  }

  private schedule(posts: Map<string, number>): Promise<{ status: number }> {
    const { neighbour, places } = this.setting;
    const number = this.postCount++;
    const dueAt = Date.now() + LEAD_MS;
    const summary = `Loaf number ${number} is out of the oven.`;
    posts.set(summary, dueAt);
    const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary };
    const body = {
      locationId: places[number % places.length],
      publishAt: new Date(dueAt).toISOString(),
      timeZone: 'Europe/London',
      postBody,
    };
    return neighbour.try('POST', '/api/posts', { body });
  }

  private async latenessOf(posts: Map<string, number>): Promise<number[]> {
    const { google, neighbour } = this.setting;
    for (let end = Date.now() + LEAD_MS + PATIENCE_MS; ; await delay(LOOK_EVERY_MS)) {
      const taken = new Map(
        (await google.control.world.posts({ email: neighbour.email })).map(({ summary, createTime }) => [
          summary,
          Date.parse(createTime),
        ]),
      );
      if (Date.now() > end || [...posts.keys()].every((summary) => taken.has(summary)))
        return [...posts].map(([summary, dueAt]) => (taken.get(summary) ?? dueAt + NEVER_MS) - dueAt);
    }
  }

  private async read(url: string): Promise<unknown> {
    return (await fetch(url)).json();
  }
}

/** Begins something again and again for so long, however long each takes, and waits for all. */
async function atPace(everyMs: number, ms: number, act: () => Promise<void>): Promise<void> {
  const begun: Promise<void>[] = [];
  const from = performance.now();
  for (let at = 0; at < ms; at += everyMs) {
    await delay(Math.max(0, from + at - performance.now()));
    begun.push(act());
  }
  await Promise.all(begun);
}
