import { Injectable } from '@nestjs/common';
import { and, eq, exists, inArray, isNotNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Connection } from '../business-profile/connections.service.js';
import { googleConnections } from '../database/connection.schema.js';
import { batched } from '../database/batched.js';
import { Database } from '../database/database.js';
import { mirrorImports } from '../database/mirror.schema.js';
import { publishingPauses } from '../database/publishing.schema.js';
import { posts } from '../database/schema.js';

/** Whose posts: a user's, as one Google account of theirs. */
export interface GoogleOwner {
  uid: string;
  subject: string;
}

/** What keeps posts of a Google account from going out, and what lets them go again. */
@Injectable()
export class HoldsRepository {
  private readonly pausesOfUsers;

  constructor(private readonly database: Database) {
    const { uid, subject, until } = publishingPauses;
    this.pausesOfUsers = database.byKey
      .select({ uid, subject, until })
      .from(publishingPauses)
      .where(sql`${uid} = any(${sql.placeholder('uids')}::text[])`)
      .prepare('pauses_of_users');
  }

  /** Until when the account's posts wait, which may be over; undefined when Google takes them. */
  pauseOf(owner: GoogleOwner): Promise<Date | undefined> {
    return this.nextPauseOf(owner);
  }

  private readonly nextPauseOf = batched<GoogleOwner, Date | undefined>(async (owners) => {
    const uids = [...new Set(owners.map(({ uid }) => uid))];
    const pauses = await this.pausesOfUsers.execute({ uids });
    return owners.map(
      (owner) => pauses.find((pause) => pause.uid === owner.uid && pause.subject === owner.subject)?.until,
    );
  });

  /**
   * Lets the account's posts wait.
   * @param until when, for the given number of times in a row that it had to
   */
  async pause(owner: GoogleOwner, now: Date, until: (times: number) => Date): Promise<Date> {
    return this.database.orm.transaction(async (tx) => {
      const [pause] = await tx.select().from(publishingPauses).where(isOf(owner)).for('update');
      // Several posts are refused at once: they were under way together, and count as one.
      if (pause && pause.until > now) return pause.until;
      const times = (pause?.times ?? 0) + 1;
      const set = { until: until(times), times };
      await tx
        .insert(publishingPauses)
        .values({ ...owner, ...set })
        .onConflictDoUpdate({ target: [publishingPauses.uid, publishingPauses.subject], set });
      return set.until;
    });
  }

  /** Google takes the account's posts again. */
  async endPause(owner: GoogleOwner): Promise<void> {
    await this.database.orm.delete(publishingPauses).where(isOf(owner));
  }

  /** Whether the account's places have been read since it was connected, so that one that is missing is gone. */
  async arePlacesKnown({ uid, subject }: GoogleOwner): Promise<boolean> {
    const [read] = await this.database.orm
      .select({ asOf: mirrorImports.asOf })
      .from(mirrorImports)
      .where(
        and(eq(mirrorImports.uid, uid), eq(mirrorImports.subject, subject), isNotNull(mirrorImports.asOf)),
      );
    return read !== undefined;
  }

  /** Lets posts go on that wait for a connection which works again. */
  async release(): Promise<void> {
    const works = this.database.orm
      .select({ uid: googleConnections.uid })
      .from(googleConnections)
      .where(
        and(
          eq(googleConnections.uid, posts.uid),
          eq(googleConnections.subject, posts.subject),
          notInArray(googleConnections.state, ['reconnect', 'held']),
        ),
      );
    const held = and(
      eq(posts.status, 'SCHEDULED'),
      inArray(posts.detail, ['connection_lost', 'connection_held']),
    );
    await this.database.orm
      .update(posts)
      .set({ nextStepAt: sql`shingle_now()`, detail: null })
      .where(and(isNotNull(posts.nextStepAt), held, exists(works)));
  }

  /** Looks at once at what is under review or open, and could not be asked for while the connection was lost. */
  async hurry({ uid, subject }: Connection): Promise<void> {
    await this.database.orm
      .update(posts)
      .set({ nextStepAt: sql`shingle_now()` })
      .where(
        and(
          eq(posts.uid, uid),
          eq(posts.subject, subject),
          inArray(posts.detail, ['in_review', 'unconfirmed']),
          eq(posts.status, 'QUEUED'),
          or(sql`${posts.leaseUntil} is null`, lt(posts.leaseUntil, sql`shingle_now()`)),
        ),
      );
  }
}

function isOf({ uid, subject }: GoogleOwner) {
  return and(eq(publishingPauses.uid, uid), eq(publishingPauses.subject, subject));
}
