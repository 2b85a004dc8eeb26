import { Injectable } from '@nestjs/common';
import { and, eq, gt, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { memberships, type Role } from '../database/people.schema.js';
import { sessions, users } from '../database/schema.js';

const IDLE_LIMIT = sql.raw(`interval '7 days'`);

/** Read in the same statement, so that no request needs one of its own. Drizzle leaves out the table of a column here. */
const ROLES_OF_PERSON = sql<Record<string, Role>>`(
  select coalesce(json_object_agg(m.workspace_id, m.role), '{}') from ${memberships} m where m.uid = ${sessions}.uid)`;

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  /** Inserts a session; false when its id was used before, by a live session or an ended one. */
  async insert(row: typeof sessions.$inferInsert): Promise<boolean> {
    const inserted = await this.database.orm
      .insert(sessions)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: sessions.id });
    return inserted.length === 1;
  }

  /**
   * Marks a live session as seen and returns its uid, with what the person is in each workspace; undefined when it is
   * unknown, ended, past its absolute limit, remembered and not seen for 7 days, or by a password that was given before the
   * owner of the address had come.
   * @param byPasswordAt when the password was given, if it was one
   */
  async touch(
    id: string,
    now: Date,
    byPasswordAt: Date | undefined,
  ): Promise<{ uid: string; roles: ReadonlyMap<string, Role> } | undefined> {
    const [row] = await this.database.orm
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(and(eq(sessions.id, id), isLive(now), byPasswordAt && isTheirs(byPasswordAt)))
      .returning({ uid: sessions.uid, roles: ROLES_OF_PERSON });
    return row && { uid: row.uid, roles: new Map(Object.entries(row.roles)) };
  }

  /** How many sessions of a user are live. */
  countLive(uid: string, now: Date): Promise<number> {
    return this.database.orm.$count(sessions, and(eq(sessions.uid, uid), isLive(now)));
  }

  /** Whether a session outlives its browser. */
  async isRemembered(id: string): Promise<boolean> {
    const [row] = await this.database.orm
      .select({ remembered: sessions.remembered })
      .from(sessions)
      .where(eq(sessions.id, id));
    return row?.remembered ?? false;
  }

  /** Marks one session as ended. */
  async end(id: string, now: Date): Promise<void> {
    await this.database.orm.update(sessions).set({ endedAt: now }).where(eq(sessions.id, id));
  }

  /** Marks all sessions of a user as ended, except one if it is given. */
  async endAll(uid: string, now: Date, except?: string, tx: Orm = this.database.orm): Promise<void> {
    await tx
      .update(sessions)
      .set({ endedAt: now })
      .where(
        and(
          eq(sessions.uid, uid),
          isNull(sessions.endedAt),
          except === undefined ? undefined : ne(sessions.id, except),
        ),
      );
  }

  /** Deletes sessions whose cookies have expired. */
  async deleteExpired(now: Date): Promise<void> {
    await this.database.orm.delete(sessions).where(lt(sessions.endsAt, now));
  }
}

/** Whether no one has proven since then that the account is theirs. Firebase counts in whole seconds. */
function isTheirs(byPasswordAt: Date): SQL {
  return sql`not exists (select 1 from ${users} where ${users.uid} = ${sessions.uid}
    and ${users.provenAt} >= ${byPasswordAt.toISOString()}::timestamptz)`;
}

function isLive(now: Date): SQL | undefined {
  return and(
    isNull(sessions.endedAt),
    gt(sessions.endsAt, now),
    or(
      not(sessions.remembered),
      sql`${sessions.lastSeenAt} > ${now.toISOString()}::timestamptz - ${IDLE_LIMIT}`,
    ),
  );
}
