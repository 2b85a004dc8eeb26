import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, ownerColumns, stepColumns } from './workspaces.schema.js';

/**
 * The state of a finding. `open`: the public version breaks the rule. `waiting`: it does, but a change of the field is on its way
 * or in review at Google. `dismissed`: it does, and a person does not want it. `done`: it no longer does.
 */
export const FINDING_STATES = Object.freeze(['open', 'waiting', 'dismissed', 'done'] as const);
export type FindingState = (typeof FINDING_STATES)[number];

/** What a rule found at a location: one row however often it is read again. */
export const findings = pgTable(
  'findings',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    accountId: text('account_id').notNull(),
    locationId: text('location_id').notNull(),
    /** The location's name and store code when it was checked. */
    locationName: text('location_name').notNull(),
    storeCode: text('store_code'),
    ruleId: text('rule_id').notNull(),
    /** What divides the findings of a rule into tasks, such as a date; empty: nothing. */
    groupName: text('group_name').notNull(),
    /** A short text for rule and group. */
    task: text().notNull(),
    severity: smallint().notNull(),
    state: text().$type<FindingState>().notNull(),
    /** What was read and what cures it, as the rule gave it. */
    evidence: jsonb().$type<{ path: string; value: unknown; says: string }[]>().notNull(),
    cure: jsonb().$type<Record<string, unknown> & { kind: string }>().notNull(),
    /** How often the location was seen in 28 days; null: not counted. */
    views: integer(),
    /** When Google was asked for what was judged. */
    readAt: instant('read_at').notNull(),
    /** When it was found, since it was last done. */
    since: instant('since').notNull(),
    /** Of `waiting`: when the change was made. */
    sentAt: instant('sent_at'),
    doneAt: instant('done_at'),
    dismissedAt: instant('dismissed_at'),
    /** The uid of the person. */
    dismissedBy: text('dismissed_by'),
    dismissedReason: text('dismissed_reason'),
    /** The first day on which it counts again; null: never. */
    dismissedUntil: date('dismissed_until', { mode: 'string' }),
  },
  (table) => [
    uniqueIndex('findings_place').on(
      table.workspaceId,
      table.subject,
      table.locationId,
      table.ruleId,
      table.groupName,
    ),
    index('findings_task').on(
      table.workspaceId,
      table.subject,
      table.task,
      table.state,
      table.locationName,
      table.locationId,
    ),
    index('findings_done_at')
      .on(table.doneAt)
      .where(sql`${table.doneAt} is not null`),
    check('findings_state', sql`${table.state} in ('open', 'waiting', 'dismissed', 'done')`),
    check('findings_severity', sql`${table.severity} between 1 and 5`),
  ],
);

/** The findings of a task in one state, added up whenever they change. */
export const adviceTasks = pgTable(
  'advice_tasks',
  {
    ...ownerColumns(),
    task: text().notNull(),
    state: text().$type<FindingState>().notNull(),
    ruleId: text('rule_id').notNull(),
    groupName: text('group_name').notNull(),
    severity: smallint().notNull(),
    locations: integer().notNull(),
    views: bigint({ mode: 'number' }).notNull(),
    /** The severity × log10(10 + views), by which tasks are in order. */
    weight: doublePrecision().notNull(),
    /** Whether all its locations have the same cure. */
    isSameCure: boolean('is_same_cure').notNull(),
    since: instant('since').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.subject, table.task, table.state] }),
    index('advice_tasks_order').on(
      table.workspaceId,
      table.subject,
      table.state,
      table.weight.desc().nullsFirst(),
      table.task,
    ),
  ],
);

/** When a location was last judged, and how. */
export const adviceLocations = pgTable(
  'advice_locations',
  {
    ...ownerColumns(),
    locationId: text('location_id').notNull(),
    /** A short text for all that was judged: another one means that it is to be judged again. */
    factsHash: text('facts_hash').notNull(),
    checkedAt: instant('checked_at').notNull(),
    /** How many rules it meets, and how many do not concern it. */
    met: smallint().notNull(),
    notApplicable: smallint('not_applicable').notNull(),
    /** The rules for which something could not be read. */
    unknown: jsonb().$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subject, table.locationId] })],
);

/** The check of an owner's locations: the current one, or the last. */
export const adviceChecks = pgTable(
  'advice_checks',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    /** The number of the owner's readings (`mirror_imports.readings`) when the last check began: another one is a reason to look. */
    readings: integer().notNull().default(-1),
    /** A look at what has changed comes no earlier: each takes at most a twentieth of the time. */
    pauseUntil: instant('pause_until'),
    /** When the last check ended; null: none has. Of that one are the counts below. */
    checkedAt: instant('checked_at'),
    locations: integer().notNull().default(0),
    /** At how many locations each rule could not be checked. */
    unknown: jsonb().$type<Record<string, number>>().notNull().default({}),
    ...stepColumns(),
  },
  (table) => [
    uniqueIndex('advice_checks_owner').on(table.workspaceId, table.subject),
    index('advice_checks_next_step_at').on(table.nextStepAt),
  ],
);

export type FindingRow = typeof findings.$inferSelect;
export type AdviceTaskRow = typeof adviceTasks.$inferSelect;
export type AdviceCheckRow = typeof adviceChecks.$inferSelect;
