import { Injectable } from '@nestjs/common';
import { and, eq, getTableColumns, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import {
  adviceChecks,
  type AdviceCheckRow,
  adviceLocations,
  adviceTasks,
  type FindingRow,
  findings,
} from '../database/advice.schema.js';
import { isAnyOf } from '../database/any-of.js';
import { Database, type Orm } from '../database/database.js';
import { insertMany } from '../database/insert-many.js';
import { mirrorLocations } from '../database/mirror.schema.js';
import { lockWorkspaceAgainstDeletion } from '../database/workspace-lock.js';

/** For how long what is done can still be seen. */
const DONE_DAYS = 90;

type LocationRow = typeof adviceLocations.$inferSelect;

/**
 * Changes findings. Whatever does it first locks the workspace against its deletion and then the row of the owner's check, so
 * that no two of them wait for each other.
 */
@Injectable()
export class FindingsWriter {
  constructor(private readonly database: Database) {}

  /** The findings of some locations, in a transaction that holds the row of the check. */
  of(tx: Orm, owner: GoogleOwner, locationIds: readonly string[]): Promise<FindingRow[]> {
    return tx
      .select()
      .from(findings)
      .where(and(ownedBy(owner, findings), isAnyOf(findings.locationId, locationIds)));
  }

  /** Stores rows in place of those with their ids, and forgets others. */
  async store(tx: Orm, kept: readonly FindingRow[], gone: readonly string[]): Promise<void> {
    const ids = [...gone, ...kept.map(({ id }) => id)];
    if (ids.length > 0) await tx.delete(findings).where(isAnyOf(findings.id, ids, 'uuid'));
    await insertMany(tx, findings, kept);
  }

  /** Notes when locations were judged, and how. */
  async note(tx: Orm, owner: GoogleOwner, rows: readonly LocationRow[]): Promise<void> {
    const ids = rows.map(({ locationId }) => locationId);
    await tx
      .delete(adviceLocations)
      .where(and(ownedBy(owner, adviceLocations), isAnyOf(adviceLocations.locationId, ids)));
    await insertMany(tx, adviceLocations, rows);
  }

  /** For each location that was judged, the text that stands for what was judged. */
  async hashes(owner: GoogleOwner): Promise<Map<string, string>> {
    const { locationId, factsHash } = adviceLocations;
    const rows = await this.database.orm
      .select({ locationId, factsHash })
      .from(adviceLocations)
      .where(ownedBy(owner, adviceLocations));
    return new Map(rows.map((row) => [row.locationId, row.factsHash]));
  }

  /** Forgets what is of locations that are no longer there, and what has been done for long; then adds up the tasks. */
  async settle(tx: Orm, owner: GoogleOwner, now: Date): Promise<void> {
    const { workspaceId, subject } = owner;
    for (const table of [findings, adviceLocations])
      await tx.delete(table).where(
        and(
          ownedBy(owner, table),
          sql`not exists (select from ${mirrorLocations} where ${mirrorLocations.workspaceId} = ${workspaceId}
            and ${mirrorLocations.subject} = ${subject} and ${mirrorLocations.id} = ${table.locationId})`,
        ),
      );
    const old = new Date(now);
    old.setUTCDate(old.getUTCDate() - DONE_DAYS);
    await tx.delete(findings).where(and(ownedBy(owner, findings), lt(findings.doneAt, old)));
    await addUp(tx, owner);
  }

  /** What was counted in a check, for its row. */
  async count(tx: Orm, owner: GoogleOwner): Promise<Pick<AdviceCheckRow, 'locations' | 'unknown'>> {
    const locations = await tx.$count(adviceLocations, ownedBy(owner, adviceLocations));
    const rule = sql<string>`jsonb_array_elements_text(${adviceLocations.unknown})`.as('rule');
    const each = tx.select({ rule }).from(adviceLocations).where(ownedBy(owner, adviceLocations)).as('each');
    const rows = await tx
      .select({ rule: each.rule, count: sql`count(*)`.mapWith(Number) })
      .from(each)
      .groupBy(each.rule);
    return { locations, unknown: Object.fromEntries(rows.map((row) => [row.rule, row.count])) };
  }

  /**
   * Changes findings that fit, and adds up their tasks.
   * @returns how many
   */
  async change(
    owner: GoogleOwner,
    which: SQL | undefined,
    set: { [Column in keyof FindingRow]?: FindingRow[Column] | SQL },
  ): Promise<number> {
    return this.database.transaction(async (tx) => {
      await lockCheck(tx, owner);
      const changed = await tx
        .update(findings)
        .set(set)
        .where(and(ownedBy(owner, findings), which))
        .returning({ task: findings.task });
      await addUp(tx, owner, [...new Set(changed.map(({ task }) => task))]);
      return changed.length;
    });
  }

  /** Forgets what was found with a connection that has ended, but not what a person has dismissed. */
  async forget(owner: GoogleOwner): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockCheck(tx, owner);
      for (const table of [adviceChecks, adviceLocations, adviceTasks])
        await tx.delete(table).where(ownedBy(owner, table));
      await tx.delete(findings).where(and(ownedBy(owner, findings), isNull(findings.dismissedAt)));
    });
  }
}

async function lockCheck(tx: Orm, owner: GoogleOwner): Promise<void> {
  await lockWorkspaceAgainstDeletion(tx, owner.workspaceId);
  await tx
    .select({ id: adviceChecks.id })
    .from(adviceChecks)
    .where(ownedBy(owner, adviceChecks))
    .for('update');
}

/** Adds up the tasks of an owner from their findings, all or some. */
async function addUp(tx: Orm, owner: GoogleOwner, tasks?: readonly string[]): Promise<void> {
  if (tasks?.length === 0) return;
  const some = (column: typeof findings.task | typeof adviceTasks.task) =>
    tasks === undefined ? undefined : isAnyOf(column, tasks);
  await tx.delete(adviceTasks).where(and(ownedBy(owner, adviceTasks), some(adviceTasks.task)));
  const names = sql.join(
    Object.values(getTableColumns(adviceTasks)).map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const { workspaceId, subject, task, state, ruleId, groupName, severity, views, cure, since, sentAt } =
    findings;
  const seen = sql`coalesce(sum(${views}), 0)`;
  await tx.execute(sql`
    insert into ${adviceTasks} (${names})
    select ${workspaceId}, ${subject}, ${task}, ${state}, ${ruleId}, ${groupName}, max(${severity}), count(*), ${seen},
      max(${severity}) * log(10 + ${seen}), count(distinct (${cure} - 'before')) = 1, min(${since}), max(${sentAt})
    from ${findings} where ${and(ownedBy(owner, findings), some(task))}
    group by ${workspaceId}, ${subject}, ${task}, ${state}, ${ruleId}, ${groupName}`);
}

/** Whether a finding is one of a task, or one of these. */
export function isChosen({ task, ids }: { task?: string; ids?: readonly string[] }): SQL | undefined {
  if (task !== undefined) return eq(findings.task, task);
  return isAnyOf(findings.id, ids ?? [], 'uuid');
}
