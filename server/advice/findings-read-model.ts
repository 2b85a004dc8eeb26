import { Injectable } from '@nestjs/common';
import { and, asc, count, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import {
  adviceChecks,
  type AdviceCheckRow,
  adviceLocations,
  type AdviceTaskRow,
  adviceTasks,
  type FindingRow,
  findings,
  type FindingState,
} from '../database/advice.schema.js';
import { Database } from '../database/database.js';
import { users } from '../database/schema.js';
import { NAMED_LOCATIONS } from './task.dto.js';

/** A finding with the name of the person who dismissed it. */
export interface ListedFinding {
  row: FindingRow;
  dismisser: string | null;
}

/** A task with its first findings by the names of their locations. */
export interface ListedTask {
  task: AdviceTaskRow;
  first: ListedFinding[];
}

/** Which findings are listed. */
export interface FindingFilter {
  task?: string;
  locationId?: string;
  rule?: string;
  severity?: number;
}

interface Page {
  offset: number;
  limit: number;
}

export type StateCounts = Record<FindingState, number>;

const NONE: Readonly<StateCounts> = Object.freeze({ open: 0, waiting: 0, dismissed: 0, done: 0 });

/** Reads findings, and the tasks that they make. */
@Injectable()
export class FindingsReadModel {
  constructor(private readonly database: Database) {}

  /** A page of tasks in a state, the weightiest first, among equals the one of more locations. */
  async tasks(owner: GoogleOwner, state: FindingState, { offset, limit }: Page): Promise<ListedTask[]> {
    const tasks = await this.database.orm
      .select()
      .from(adviceTasks)
      .where(and(ownedBy(owner, adviceTasks), eq(adviceTasks.state, state)))
      .orderBy(desc(adviceTasks.weight), desc(adviceTasks.locations), asc(adviceTasks.task))
      .offset(offset)
      .limit(limit);
    const firsts = await this.firstsOf(
      owner,
      state,
      tasks.map(({ task }) => task),
    );
    return tasks.map((task) => ({ task, first: firsts.get(task.task) ?? [] }));
  }

  /** The first findings of some tasks: of each a few rows of an index, however many it has. */
  private async firstsOf(
    owner: GoogleOwner,
    state: FindingState,
    tasks: readonly string[],
  ): Promise<Map<string, ListedFinding[]>> {
    if (tasks.length === 0) return new Map();
    const { id, task, locationName, locationId } = findings;
    const isGiven = sql`${task} = given.task`;
    const ids = sql`(select first.id from unnest(${sql.param(tasks)}::text[]) as given (task) cross join lateral (
      select ${id} from ${findings} where ${and(ownedBy(owner, findings), eq(findings.state, state), isGiven)}
      order by ${locationName}, ${locationId} limit ${NAMED_LOCATIONS}) first)`;
    const rows = await this.select()
      .where(sql`${id} in ${ids}`)
      .orderBy(asc(locationName), asc(locationId));
    return Map.groupBy(rows, ({ row }) => row.task);
  }

  private select() {
    return this.database.orm
      .select({ row: getTableColumns(findings), dismisser: users.displayName })
      .from(findings)
      .leftJoin(users, eq(users.uid, findings.dismissedBy));
  }

  /** How many tasks and findings there are in each state. */
  async countTasks(owner: GoogleOwner): Promise<{ tasks: StateCounts; findings: StateCounts }> {
    const { state, locations } = adviceTasks;
    const rows = await this.database.orm
      .select({ state, tasks: count(), findings: sql`sum(${locations})`.mapWith(Number) })
      .from(adviceTasks)
      .where(ownedBy(owner, adviceTasks))
      .groupBy(state);
    return {
      tasks: { ...NONE, ...Object.fromEntries(rows.map((row) => [row.state, row.tasks])) },
      findings: { ...NONE, ...Object.fromEntries(rows.map((row) => [row.state, row.findings])) },
    };
  }

  /** A page of findings in a state, the weightiest first. */
  async findings(
    owner: GoogleOwner,
    state: FindingState,
    filter: FindingFilter,
    { offset, limit }: Page,
  ): Promise<ListedFinding[]> {
    const { severity, views, locationName, locationId, task } = findings;
    return this.select()
      .where(and(matching(owner, filter), eq(findings.state, state)))
      .orderBy(
        sql`${severity} * log(10 + coalesce(${views}, 0)) desc`,
        asc(locationName),
        asc(locationId),
        asc(task),
      )
      .offset(offset)
      .limit(limit);
  }

  /** How many findings that fit there are in each state. */
  async countFindings(owner: GoogleOwner, filter: FindingFilter): Promise<StateCounts> {
    const { state } = findings;
    const rows = await this.database.orm
      .select({ state, findings: count() })
      .from(findings)
      .where(matching(owner, filter))
      .groupBy(state);
    return { ...NONE, ...Object.fromEntries(rows.map((row) => [row.state, row.findings])) };
  }

  /** The last check; while the first is under way, how many locations it has judged. */
  async check(owner: GoogleOwner): Promise<Pick<AdviceCheckRow, 'checkedAt' | 'locations' | 'unknown'>> {
    const { checkedAt, locations, unknown } = adviceChecks;
    const { orm } = this.database;
    const [row] = await orm
      .select({ checkedAt, locations, unknown })
      .from(adviceChecks)
      .where(ownedBy(owner, adviceChecks));
    if (row?.checkedAt) return row;
    const judged = await orm.$count(adviceLocations, ownedBy(owner, adviceLocations));
    return { checkedAt: null, locations: judged, unknown: {} };
  }

  /** How a location was judged last, and how many rules it does not meet; undefined: it was not yet. */
  async location(owner: GoogleOwner, id: string) {
    const { orm } = this.database;
    const [row] = await orm
      .select()
      .from(adviceLocations)
      .where(and(ownedBy(owner, adviceLocations), eq(adviceLocations.locationId, id)));
    if (!row) return undefined;
    const isFault = and(matching(owner, { locationId: id }), isNull(findings.doneAt));
    const rules = await orm.selectDistinct({ ruleId: findings.ruleId }).from(findings).where(isFault);
    return { ...row, notMet: rules.map(({ ruleId }) => ruleId) };
  }
}

function matching(owner: GoogleOwner, { task, locationId, rule, severity }: FindingFilter) {
  return and(
    ownedBy(owner, findings),
    task === undefined ? undefined : eq(findings.task, task),
    locationId === undefined ? undefined : eq(findings.locationId, locationId),
    rule === undefined ? undefined : eq(findings.ruleId, rule),
    severity === undefined ? undefined : eq(findings.severity, severity),
  );
}
