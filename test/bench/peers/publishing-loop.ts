// What publishing cannot do without, in a bare loop: for each post the intent, committed; the call; the record,
// committed. On the same tables, by the same call, deadline included, and with as many under way at a time; everything
// else lies in its memory.
import pg from 'pg';

/** What it is told to publish. It answers how long that has taken (ms). */
export interface LoopOrder {
  posts: { id: string; path: string; body: object }[];
  concurrency: number;
}

/** As long as the product gives a call. */
const DEADLINE_MS = 8000;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

process.on('message', ({ posts, concurrency }: LoopOrder) => {
  const begin = performance.now();
  const work = async () => {
    for (let post = posts.pop(); post; post = posts.pop()) await publish(post);
  };
  void Promise.all(Array.from({ length: concurrency }, work)).then(() =>
    process.send?.(performance.now() - begin),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function publish({ id, path, body }: LoopOrder['posts'][number]): Promise<void> {
  await pool.query(
    'insert into publish_attempts (post_id, attempt, started_at, sent_at) values ($1, 1, now(), now())',
    [id],
  );
  const answer = await fetch(`${process.env.GBP_V4_URL}/${path}`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer a-token',
      Accept: 'application/json',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const { name, searchUrl } = (await answer.json()) as { name: string; searchUrl: string };
  await pool.query(
    `update posts set status = 'PUBLISHED', next_step_at = null, google_name = $2, google_url = $3, published_at = now()
     where id = $1`,
    [id, name, searchUrl],
  );
}
