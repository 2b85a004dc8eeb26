import { and, eq, like, lt, sql, type SQL } from 'drizzle-orm';
import { rateBuckets } from './connection.schema.js';
import type { Orm } from './database.js';

/** A bucket holds at most `capacity` and gains `perMinute`. */
export interface Allowance {
  capacity: number;
  perMinute: number;
}

/** The database's clock: servers whose own clocks differ still fill the same bucket at the same pace. */
const NOW = sql`shingle_now()`;

/**
 * Takes one from a bucket of `rate_buckets`, unless fewer than that and `left` are in it; one statement, so that no two
 * take the same. A bucket without a row is full. @returns how many are left in it; undefined when there was none to take
 */
export async function takeToken(
  orm: Orm,
  id: string,
  allowance: Allowance,
  left = 0,
): Promise<number | undefined> {
  const level = levelAt(sql`excluded.updated_at`, allowance);
  const [bucket] = await orm
    .insert(rateBuckets)
    .values({ id, tokens: allowance.capacity - 1, updatedAt: NOW })
    .onConflictDoUpdate({
      target: rateBuckets.id,
      set: {
        tokens: sql`${level} - 1`,
        updatedAt: sql`greatest(excluded.updated_at, ${rateBuckets.updatedAt})`,
      },
      setWhere: sql`${level} >= ${1 + left}::double precision`,
    })
    .returning({ tokens: rateBuckets.tokens });
  return bucket?.tokens;
}

/** Puts back one that was taken for nothing; what a bucket holds at most is kept when the next one is taken. */
export async function putTokenBack(orm: Orm, id: string): Promise<void> {
  await orm
    .update(rateBuckets)
    .set({ tokens: sql`${rateBuckets.tokens} + 1` })
    .where(eq(rateBuckets.id, id));
}

/** How long it takes (ms) until one can be taken, if nobody else takes it. */
export async function untilToken(orm: Orm, id: string, allowance: Allowance): Promise<number> {
  const missing = sql<number>`greatest(0, 1 - ${levelAt(NOW, allowance)})`;
  const [row] = await orm
    .select({ missing })
    .from(rateBuckets)
    .where(sql`${rateBuckets.id} = ${id}`);
  return ((row?.missing ?? 0) * 60_000) / allowance.perMinute;
}

/** What is in the buckets of a kind, by the beginning of their ids, at this moment. */
export async function tokensIn(
  orm: Orm,
  kind: string,
  allowance: Allowance,
): Promise<{ id: string; tokens: number }[]> {
  const tokens = sql<number>`${levelAt(NOW, allowance)}`;
  return orm
    .select({ id: rateBuckets.id, tokens })
    .from(rateBuckets)
    .where(like(rateBuckets.id, `${kind} %`));
}

/** Deletes the buckets of a kind, by the beginning of their ids, that nobody has taken from for so many minutes. */
export async function forgetBuckets(orm: Orm, kind: string, minutes: number): Promise<void> {
  const before = sql`shingle_now() - make_interval(mins => ${minutes}::int)`;
  await orm
    .delete(rateBuckets)
    .where(and(like(rateBuckets.id, `${kind} %`), lt(rateBuckets.updatedAt, before)));
}

function levelAt(now: SQL, { capacity, perMinute }: Allowance): SQL {
  const gained = sql`greatest(0, extract(epoch from ${now} - ${rateBuckets.updatedAt})) * ${perMinute / 60}::double precision`;
  return sql`least(${capacity}::double precision, ${rateBuckets.tokens} + ${gained})`;
}
