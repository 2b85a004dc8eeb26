import { load } from '../load.ts';
import type { Person } from './request-path-people.ts';
import { SCENES, type SceneName } from './request-path-scenes.ts';
import { type RequestPathSetting, startSetting } from './request-path-setting.ts';
import { atLeastTimes, atMost, type Bench, median, type Row, stated } from '../row.ts';

const UNIT = 'requests/s';
/** Until the engine has compiled what is hot, and every cookie was verified. */
const WARM_UP_S = 5;
const PEOPLE = 100;
/** How many scheduled posts each of them has when scheduling is measured. */
const POSTS = 20;
const MOST_MEMORY_MB = 250;

/** The server's way from a request to its answer, beside what others would have written, on one core. */
export async function rows(bench: Bench): Promise<Row[]> {
  const setting = await startSetting(bench, PEOPLE);
  const session = await measure(bench, setting, 'session', ['ours', 'usual', 'bare']);
  const location = await measure(bench, setting, 'location', ['ours', 'bare']);
  const post = await measure(bench, setting, 'post', ['ours', 'usual', 'bare']);

  const row = (name: string, what: string, ours: number, peer: string, value: number) => ({
    name: `request-path/${name}`,
    what,
    ours,
    unit: UNIT,
    peer: { what: peer, value },
  });
  const who = 'who am I (GET /api/auth/session)';
  const event = 'scheduling a full event (POST /api/posts)';
  return [
    atLeastTimes(1.4, row('session-usual', who, session.ours, 'usual guard', session.usual)),
    stated(row('session-bare', who, session.ours, 'bare route', session.bare)),
    atLeastTimes(
      0.6,
      row(
        'location-bare',
        'one sample location (GET /api/locations/…)',
        location.ours,
        'bare route, same query',
        location.bare,
      ),
    ),
    atLeastTimes(0.6, row('post-usual', event, post.ours, 'usual guard and pipe, same insert', post.usual)),
    stated(row('post-bare', event, post.ours, 'bare route, same insert', post.bare)),
    atMost(MOST_MEMORY_MB, {
      name: 'request-path/memory',
      what: 'memory of the server after all this, on Postgres',
      ours: setting.ours.memory(),
      unit: 'MB',
    }),
  ];
}

type Program = 'ours' | 'bare' | 'usual';

/** The median of the rounds of each program. They take turns, so that other work of the machine affects all of them. */
async function measure<Name extends Program>(
  { seconds, rounds, say }: Bench,
  { people, database, ...programs }: RequestPathSetting,
  scene: SceneName,
  names: Name[],
): Promise<Record<Name, number>> {
  const requests = SCENES[scene](people);
  const found = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) {
      const { origin, processorTime } = programs[name];
      if (round === 0) {
        await resetPosts();
        await load(origin, requests, { seconds: WARM_UP_S });
      }
      await resetPosts();
      const before = processorTime();
      const began = performance.now();
      const rate = await load(origin, requests, { seconds });
      found.get(name)?.push(rate);
      const share = (100 * (processorTime() - before) * 1000) / (performance.now() - began);
      say(`${scene}, ${name}: ${Math.round(rate)} ${UNIT}, ${Math.round(share)} % of its core`);
    }
  return Object.fromEntries([...found].map(([name, rates]) => [name, median(rates)])) as Record<Name, number>;

  /** Leaves each person their scheduled posts, from a few days on. */
  async function resetPosts(): Promise<void> {
    if (scene !== 'post') return;
    await database.query('truncate posts cascade');
    await database.query(
      `insert into posts (id, workspace_id, source, account_id, location_id, location_name, time_zone, post_type, body,
         publish_at, status, next_step_at, created_at, updated_at)
       select gen_random_uuid(), uid, 'sample', 'sample-hearth-and-crumb', 'sample-101', 'A place', 'UTC', 'STANDARD',
         '{"languageCode":"en-US","summary":"News","topicType":"STANDARD"}', due, 'SCHEDULED', due, now(), now()
       from unnest($1::text[]) uid,
         lateral (select now() + number * interval '7 hours' + interval '3 days' as due from generate_series(1, $2::int) number) times`,
      [people.map(({ uid }: Person) => uid), POSTS],
    );
    await database.query('analyze posts');
  }
}
