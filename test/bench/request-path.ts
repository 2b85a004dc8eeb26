import { type Extent, load } from './load.ts';
import { embeddedMemory } from './request-path-embedded.ts';
import type { Person } from './request-path-people.ts';
import { SCENES, type SceneName } from './request-path-scenes.ts';
import { type RequestPathSetting, startSetting } from './request-path-setting.ts';
import { atLeastTimes, atMost, type Bench, compared, median, type Row, stated } from './row.ts';

const UNIT = 'requests/s';
/** Until the engine has compiled what is hot, and everybody's cookie was verified. */
const WARM_UP_S = 5;
/** How many people ask in the rows that are compared. */
const PEOPLE = 100;
/** How many posts each of them has that wait for their time, when scheduling is measured. */
const POSTS = 20;
/** A person may have 10,000 posts that wait: where one asks alone, it is fewer requests. */
const ALONE = { requests: 5000 };
const MOST_MEMORY_MB = 200;

/** How much there is while a scene is measured. */
interface Size {
  people: number;
  /** Posts of each that wait for their time. */
  posts: number;
}

/** The server's way from a request to its answer, beside what others would have written, on one core. */
export async function rows(bench: Bench): Promise<Row[]> {
  const setting = await startSetting(bench, 1000);
  const usually: Size = { people: PEOPLE, posts: POSTS };
  const session = await measure(bench, setting, 'session', usually, ['ours', 'usual', 'bare', 'plain']);
  const location = await measure(bench, setting, 'location', usually, ['ours', 'bare', 'plain']);
  const post = await measure(bench, setting, 'post', usually, ['ours', 'usual', 'bare']);

  const who = 'who am I (GET /api/auth/session)';
  const place = 'one sample location (GET /api/locations/…)';
  const event = 'scheduling a full event (POST /api/posts)';
  const row = (name: string, what: string, ours: number) => ({
    name: `request-path/${name}`,
    what,
    ours,
    unit: UNIT,
  });
  return [
    atLeastTimes(3, {
      ...row('session-usual', who, session.ours),
      peer: { what: 'usual guard', value: session.usual },
    }),
    atLeastTimes(0.6, {
      ...row('session-bare', who, session.ours),
      peer: { what: 'bare route', value: session.bare },
    }),
    compared({
      ...row('session-limit', who, session.ours),
      peer: { what: 'node:http', value: session.plain },
    }),
    atLeastTimes(0.8, {
      ...row('location-bare', place, location.ours),
      peer: { what: 'bare route, same query', value: location.bare },
    }),
    compared({
      ...row('location-limit', place, location.ours),
      peer: { what: 'node:http', value: location.plain },
    }),
    atLeastTimes(1.3, {
      ...row('post-usual', event, post.ours),
      peer: { what: 'usual guard and pipe, same insert', value: post.usual },
    }),
    compared({
      ...row('post-bare', event, post.ours),
      peer: { what: 'bare route, same insert', value: post.bare },
    }),
    ...(await growth()),
    atMost(MOST_MEMORY_MB, {
      name: 'request-path/memory',
      what: 'memory of the server after all this, on Postgres',
      ours: setting.ours.memory(),
      unit: 'MB',
    }),
    stated({
      name: 'request-path/memory-embedded',
      what: 'memory of everything that npm start runs, after load, with its database',
      ours: await embeddedMemory(bench),
      unit: 'MB',
    }),
  ];

  async function growth(): Promise<Row[]> {
    const grown: Row[] = [];
    const sizes: [SceneName, string, Size][] = [
      ['session', '1 user', { people: 1, posts: 0 }],
      ['session', '1,000 users', { people: 1000, posts: 0 }],
      ['location', '1 user', { people: 1, posts: 0 }],
      ['location', '1,000 users', { people: 1000, posts: 0 }],
      ['post', '1 user', { people: 1, posts: 0 }],
      ['post', '1,000 users', { people: 1000, posts: POSTS }],
      ['post-keyed', '100 users, each post under an Idempotency-Key', usually],
      ['post', '100 users with 1 post each', { people: PEOPLE, posts: 1 }],
      ['post', '100 users with 100 posts each', { people: PEOPLE, posts: 100 }],
      ['post', '100 users with 1,000 posts each', { people: PEOPLE, posts: 1000 }],
    ];
    const names = { session: who, location: place, post: event, 'post-keyed': event };
    for (const [scene, words, size] of sizes) {
      const { ours } = await measure(bench, setting, scene, size, ['ours']);
      const name = `${scene}-${words.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`;
      grown.push(stated(row(name, `${names[scene]}, ${words}`, ours)));
    }
    return grown;
  }
}

type Program = 'ours' | 'bare' | 'usual' | 'plain';

/** The median of the rounds of each program; they take turns, so that what else the machine does strikes all of them. */
async function measure<Name extends Program>(
  { seconds, rounds, say }: Bench,
  { people, database, ...programs }: RequestPathSetting,
  scene: SceneName,
  size: Size,
  names: Name[],
): Promise<Record<Name, number>> {
  const asking = people.slice(0, size.people);
  const requests = SCENES[scene](asking);
  const found = new Map<Name, number[]>(names.map((name) => [name, []]));
  const isPost = scene.startsWith('post');
  const extent: Extent = isPost && size.people === 1 ? ALONE : { seconds };
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) {
      const { origin, processorTime } = programs[name];
      if (isPost) await lay(asking, size.posts);
      if (round === 0)
        await load(origin, requests, isPost && size.people === 1 ? ALONE : { seconds: WARM_UP_S });
      if (isPost) await lay(asking, size.posts);
      const before = processorTime();
      const began = performance.now();
      const rate = await load(origin, requests, extent);
      found.get(name)?.push(rate);
      const share = (100 * (processorTime() - before) * 1000) / (performance.now() - began);
      say(
        `${scene}, ${size.people} people, ${name}: ${Math.round(rate)} ${UNIT}, ${Math.round(share)} % of its core`,
      );
    }
  return Object.fromEntries([...found].map(([name, rates]) => [name, median(rates)])) as Record<Name, number>;

  /** Leaves each person so many posts, from a few weeks on. */
  async function lay(whose: Person[], count: number): Promise<void> {
    await database.query('truncate posts cascade');
    await database.query(
      `insert into posts (id, uid, source, account_id, location_id, location_name, time_zone, post_type, body,
         publish_at, status, next_step_at, created_at, updated_at)
       select gen_random_uuid(), uid, 'sample', 'sample-hearth-and-crumb', 'sample-101', 'A place', 'UTC', 'STANDARD',
         '{"languageCode":"en-US","summary":"News","topicType":"STANDARD"}', due, 'SCHEDULED', due, now(), now()
       from unnest($1::text[]) uid,
         lateral (select now() + number * interval '7 hours' + interval '3 days' as due from generate_series(1, $2::int) number) times`,
      [whose.map(({ uid }) => uid), count],
    );
    await database.query('analyze posts');
  }
}
