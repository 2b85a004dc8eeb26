import { and, eq, like, lt, sql, type SQL } from 'drizzle-orm';
import { rateBuckets } from './connection.schema.js';
import { NOW } from './database-clock.js';
import type { Orm } from './database.js';

/** A bucket holds at most `capacity` and gains `perMinute`. */
export interface Allowance {
  capacity: number;
  perMinute: number;
}

/**
 * Takes a token from a bucket of `rate_buckets` if at least `left` remain in it. It is one statement, so that no two requests
 * take the same token. The database's clock fills it, so that servers whose own clocks differ fill it at the same pace. A bucket
 * without a row is full. @returns how many are left; undefined when none could be taken
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

/** Puts back a token that was not needed; the next `takeToken` applies the capacity. */
export async function putTokenBack(orm: Orm, id: string): Promise<void> {
  await orm
    .update(rateBuckets)
    .set({ tokens: sql`${rateBuckets.tokens} + 1` })
    .where(eq(rateBuckets.id, id));
}

/** The wait (ms) until a token can be taken, if no other request takes it. */
export async function untilToken(orm: Orm, id: string, allowance: Allowance): Promise<number> {
  const missing = sql<number>`greatest(0, 1 - ${levelAt(NOW, allowance)})`;
  const [row] = await orm
    .select({ missing })
    .from(rateBuckets)
    .where(sql`${rateBuckets.id} = ${id}`);
  return ((row?.missing ?? 0) * 60_000) / allowance.perMinute;
}

/** The current content of the buckets whose ids begin with `kind`. */
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

/** Deletes the buckets of a kind (the beginning of their ids) that were not used for so many minutes. */
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
