import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../support/seeded-random.ts';
import type { PostDto } from '../../../dist/server/posts/post.dto.js';
import { PostsRepository } from '../../../dist/server/posts/posts.repository.js';
import { PostsService } from '../../../dist/server/posts/posts.service.js';
import { PostPublisher } from '../../../dist/server/publishing/post-publisher.js';
import type { SignedInClient, TestApp } from '../../support/app.ts';
import { MINUTE_MS, newText, type Publishing, schedule } from '../../support/features/publishing.ts';
import { acceptedAt, judge, type Scheduled } from '../publishing/oracle.ts';
import { readPosts } from '../publishing/rows.ts';
import { sentencesIn } from '../report.ts';

/** How many posts are raced for at a time: what Google's quotas allow in a minute. */
const AT_ONCE = 8;
/**
 * By how many ms a person's statement comes before the claim, or after it, when the post is about to be sent or is being
 * sent: by chance.
 */
const BEFORE_MS = 30;
const AFTER_MS = 30;
/** Of so many races in a row, the first three the person wins for certain, and the next three the publisher. */
const CLEAR_AMONG = 30;
/** Some sends take this long, so that a race is held in the middle of them as well. */
const SLOW = { share: 0.3, ms: 40 };
const LATER_MS = 3 * MINUTE_MS;
const MOST_ROUNDS = 30;

/** What a person does to a post as it goes out. */
const CHANGES = ['delete', 'text', 'time'] as const;
export type Change = (typeof CHANGES)[number];

/** What a run of races has come to. */
export interface Races {
  /** For each change, how many races the person has won, and how many the publisher. */
  won: Record<Change, { person: number; publisher: number }>;
  /** Sentences; empty is right. */
  violations: string[];
}

interface RaceSetting extends Pick<Publishing, 'google' | 'served' | 'pass' | 'workOff'> {
  /** The server that the person asks. */
  people: TestApp;
  /** Whose posts. */
  client: SignedInClient;
  /** Where: places of theirs. */
  places: string[];
  /** Those that publish, in turn. */
  publishers: TestApp[];
}

type Reschedule = (post: { id: string }, ...rest: unknown[]) => Promise<unknown>;

/** A post with two owners of its fate. */
interface Racer {
  number: number;
  post: Scheduled;
  change: Change;
  publisher: PostPublisher;
}

/**
 * Lets a person delete or change posts at the moment at which they are claimed and sent, and holds what was acknowledged
 * against Google's log: nothing that was cancelled or changed goes out as it was, and what was refused goes out so.
 * A request is held up right before the one statement that decides, when it has seen that the post still waits. What is
 * raced is the same for the same seed; who wins is not.
 */
export async function race(
  setting: RaceSetting,
  { seed, races }: { seed: number; races: number },
): Promise<Races> {
  const { google, served, people, client, places, publishers } = setting;
  const random = createRandom(seed);
  const won: Races['won'] = {
    delete: { person: 0, publisher: 0 },
    text: { person: 0, publisher: 0 },
    time: { person: 0, publisher: 0 },
  };
  const scheduled: Scheduled[] = [];
  const violations: string[] = [];
  const gates = holdUp(people);
  google.faults.rate('localPosts.create', 'slow', SLOW.share, seed, { ms: SLOW.ms });

  for (let begun = 0; begun < races; begun += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, races - begun) }, (_, index) => begun + index);
    const racers = await Promise.all(numbers.map(enter));
    scheduled.push(...racers.map(({ post }) => post));
    await setting.pass(MINUTE_MS);
    await Promise.all(racers.map(run));
    await setting.workOff();
  }
  await untilSettled(setting);
  google.faults.clear();
  gates.remove();

  const ids = new Set(scheduled.map(({ id }) => id));
  const rows = (await readPosts(served.database)).filter(({ id }) => ids.has(id));
  const texts = new Set(scheduled.flatMap(({ text, withdrawn = text }) => [text, withdrawn]));
  const accepted = acceptedAt(places, google.world.posts(), google.calls.list()).filter(({ text }) =>
    texts.has(text),
  );
  const verdict = judge({ scheduled, rows, accepted, inDoubt: [], disturbances: [] });
  return { won, violations: [...violations, ...sentencesIn(verdict)] };

  /** Schedules a post for a minute from now. */
  async function enter(number: number): Promise<Racer> {
    const locationId = places[number % places.length] as string;
    const { id, summary: text, publishAt } = await schedule(setting, client, { locationId });
    const publisher = (publishers[number % publishers.length] as TestApp).app.get(PostPublisher);
    const change = CHANGES[number % CHANGES.length] as Change;
    return { number, post: { id, locationId, text, publishAt: new Date(publishAt) }, change, publisher };
  }

  async function run({ number, post, change, publisher }: Racer): Promise<void> {
    const offset = Math.round(random() * (BEFORE_MS + AFTER_MS)) - BEFORE_MS;
    const turn = number % CLEAR_AMONG;
    if (turn >= 3 && turn < 6) await publisher.step(post.id);
    const gate = gates.open(post.id);
    const asked = request(post, change);
    await Promise.race([gate.reached, asked]);
    if (turn < 6) {
      gate.letGo();
      await asked;
    }
    const published = delay(Math.max(0, -offset)).then(() => publisher.step(post.id));
    await delay(Math.max(0, offset));
    gate.letGo();
    note(post, change, await asked);
    await published;
  }

  async function request({ id }: Scheduled, change: Change): Promise<{ status: number; body: unknown }> {
    if (change === 'delete') return client.send('delete', `/api/posts/${id}`);
    const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary: newText() };
    const publishAt = new Date(served.clock.now().getTime() + LATER_MS).toISOString();
    return client.send('patch', `/api/posts/${id}`, change === 'text' ? { postBody } : { publishAt });
  }

  /** From now on the post is what was acknowledged. */
  function note(post: Scheduled, change: Change, { status, body }: { status: number; body: unknown }): void {
    if (status === 409) {
      won[change].publisher += 1;
      return;
    }
    if (status !== (change === 'delete' ? 204 : 200)) {
      violations.push(`${post.id}: ${change} was answered with ${status} ${JSON.stringify(body)}`);
      return;
    }
    won[change].person += 1;
    if (change === 'time') post.publishAt = new Date((body as PostDto).publishAt);
    else post.withdrawn = post.text;
    if (change === 'text') post.text = (body as PostDto).summary;
    post.isCancelled = change === 'delete';
  }
}

/** Where requests are held up, by post. */
interface Gates {
  /** @returns when the next request for the post has come there, and what lets it go on */
  open(id: string): { reached: Promise<void>; letGo: () => void };
  /** From now on nothing is held up any more. */
  remove(): void;
}

/** Holds requests up between what they have seen of a post and their change to it. */
function holdUp({ app }: TestApp): Gates {
  const held = new Map<string, () => Promise<void>>();
  const service = app.get<{ reschedule: Reschedule }>(PostsService);
  const repository = app.get(PostsRepository);
  const { reschedule } = service;
  const remove = repository.delete;
  Object.assign(service, {
    async reschedule(...given: Parameters<Reschedule>) {
      await held.get(given[0].id)?.();
      return reschedule.apply(service, given);
    },
  });
  Object.assign(repository, {
    async delete(...given: Parameters<typeof remove>) {
      await held.get(given[1])?.();
      return remove.apply(repository, given);
    },
  });
  return {
    open(id) {
      const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held.set(id, () => {
        reached.resolve();
        return gate.promise;
      });
      return { reached: reached.promise, letGo: gate.resolve };
    },
    remove() {
      Object.assign(service, { reschedule });
      Object.assign(repository, { delete: remove });
    },
  };
}

/** Lets time pass until every post has come to its end. */
async function untilSettled({ served, pass, workOff, client }: RaceSetting): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await pass(MINUTE_MS);
    await workOff();
    const { rows } = await served.database.executeSql(
      `select count(*)::int as open from posts where workspace_id = $1 and status in ('SCHEDULED', 'QUEUED') and source = 'google'`,
      [client.uid],
    );
    if ((rows as { open: number }[])[0]?.open === 0) return;
  }
}

/** The product without its conditions: a change or a deletion is made whatever has become of the post by then. */
export function withoutConditions({ app }: TestApp): void {
  const statuses = ['SCHEDULED', 'QUEUED', 'PUBLISHED', 'FAILED'] as const;
  const { update, delete: remove } = PostsRepository.prototype;
  const repository = app.get(PostsRepository);
  Object.assign(repository, {
    update: (...[owner, id, , change, tx]: Parameters<typeof update>) =>
      update.call(repository, owner, id, { statuses: [...statuses] }, change, tx),
    delete: (...[owner, id]: Parameters<typeof remove>) => remove.call(repository, owner, id, [...statuses]),
  });
}
