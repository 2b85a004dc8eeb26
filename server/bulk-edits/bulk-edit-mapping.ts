import { isDeepStrictEqual } from 'node:util';
import { toChangeValue } from '../business-profile/changes/change-values.js';
import type { ChangeField } from '../business-profile/translation/profile-fields.js';
import { figure } from '../config/figure.js';
import type { BulkCounts, BulkEditRow, BulkFinding, BulkTargetRow } from '../database/bulk-edits.schema.js';
import { type BulkChange, datesOf, fieldsOf } from './bulk-change.js';
import type {
  BulkCountsDto,
  BulkEditDto,
  BulkFieldDto,
  BulkPlanDto,
  BulkReasonDto,
  BulkRowDto,
  BulkRuleCountDto,
  WaitingSetDto,
} from './bulk-edit.dto.js';
import { bulkRule, type BulkRuleId } from './bulk-edit-rules.js';
import { holidayDatesAt } from './holiday-answers.js';
import { hoursOn } from './special-hours-merge.js';

/** A bulk edit as the API shows it. */
export function toBulkEdit(
  edit: BulkEditRow & { actorName: string },
  plan: BulkPlanDto,
  waitingElsewhere: WaitingSetDto[],
): BulkEditDto {
  const { id, name, state, version, counts } = edit;
  const change = edit.change as BulkChange;
  return {
    id,
    name,
    state,
    version,
    actor: { uid: edit.actor, name: edit.actorName },
    createdAt: edit.createdAt.toISOString(),
    expiresAt: edit.expiresAt.toISOString(),
    choice: edit.choice,
    change,
    counts: toCounts(counts, fieldsOf(change).length),
    plan,
    waitingElsewhere,
    oneWay: oneWayOf(change, counts),
    validated: counts.validated,
  };
}

function toCounts(counts: BulkCounts, fields: number): BulkCountsDto {
  const { changes, same, leftOut, warnings, otherSpecialDates, byReason, byWarning } = counts;
  return {
    chosen: changes + same + leftOut,
    changes,
    same,
    leftOut,
    warnings,
    fields,
    otherSpecialDates,
    byReason: toRuleCounts(byReason),
    byWarning: toRuleCounts(byWarning),
  };
}

function toRuleCounts(counted: BulkCounts['byReason']): BulkRuleCountDto[] {
  return Object.entries(counted)
    .map(([id, count = 0]) => {
      const { id: reason, title, message } = bulkRule(id as BulkRuleId);
      return { reason, title, message, count };
    })
    .sort((a, b) => b.count - a.count);
}

/** What cannot be taken back at Google, as sentences. */
function oneWayOf(
  { specialHours, holidays, openStatus }: BulkChange,
  { changes, otherSpecialDates: { dates, locations } }: BulkCounts,
): string[] {
  if (changes === 0) return [];
  const isDeleting = specialHours?.mode === 'replace' && dates > 0;
  return [
    ...(isDeleting
      ? [
          `Special hours on ${figure(dates)} other ${dates === 1 ? 'date' : 'dates'} at ${figure(locations)} ${locations === 1 ? 'location' : 'locations'} are deleted, past ones too.`,
        ]
      : []),
    ...(specialHours || holidays ? ['Once a date has passed, its special hours can’t be put back.'] : []),
    ...(openStatus === 'CLOSED_PERMANENTLY'
      ? ['Google decides whether a permanently closed location can be marked as open again.']
      : []),
  ];
}

/** A location of a preview as the API shows it. */
export function toBulkRow(target: BulkTargetRow, change: BulkChange): BulkRowDto {
  const { locationId, locationName, storeCode, state, reason, warnings, changes } = target;
  return {
    locationId,
    locationName,
    storeCode,
    state,
    reason: reason && toReason(reason),
    warnings: warnings.map((finding) => ({
      ...toReason(finding),
      field: finding.field as ChangeField | null,
    })),
    fields: changes.map((value): BulkFieldDto => {
      const field = value.field as ChangeField;
      const before = toChangeValue(field, value.before);
      const after = toChangeValue(field, value.after);
      const dates =
        field === 'specialHours' &&
        datesAt(change, locationId)?.map((date) => {
          const [was, is] = [
            hoursOn(before.specialHours ?? [], date),
            hoursOn(after.specialHours ?? [], date),
          ];
          return { date, before: was, after: is, isSame: isDeepStrictEqual(was, is) };
        });
      return { field, before, after, isSame: value.isSame, ...(dates && { dates }) };
    }),
  };
}

/** The dates that an edit is about at a location; undefined: it is about no special hours. */
function datesAt(change: BulkChange, locationId: string): string[] | undefined {
  if (change.holidays) return holidayDatesAt(change, locationId);
  return change.specialHours && datesOf(change.specialHours);
}

function toReason({ id, message }: BulkFinding): BulkReasonDto {
  const rule = bulkRule(id as BulkRuleId);
  return { id: rule.id, message: message ?? rule.message };
}
