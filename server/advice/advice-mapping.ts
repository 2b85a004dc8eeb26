import { toChangeValue } from '../business-profile/changes/change-values.js';
import type { ProfileField } from '../business-profile/translation/profile-fields.js';
import { toActor } from '../changes/change-mapping.js';
import type { AdviceCheckRow, FindingRow } from '../database/advice.schema.js';
import type { AdviceRuleDto, AdviceFindingDto } from './finding.dto.js';
import type { ListedFinding, ListedTask } from './findings-read-model.js';
import type { KnownCure } from './judge.js';
import type { AdviceRule } from './rules/rule.js';
import { SOURCES } from './rules/sources.js';
import type {
  AdviceCheckDto,
  AdviceOrderDto,
  AdviceSourceDto,
  CureDto,
  DismissalDto,
  EvidenceDto,
  FoundLocationDto,
  TaskDto,
} from './task.dto.js';

/** A task as the API shows it. */
export function toTask({ task, first }: ListedTask, rule: AdviceRule): TaskDto {
  const [one] = first;
  const { evidence = [], cure, readAt = task.since } = one?.row ?? {};
  return {
    key: task.task,
    ruleId: task.ruleId,
    severity: task.severity,
    title: rule.task(task.locations, task.groupName || undefined),
    locations: task.locations,
    first: first.map(({ row }) => toFoundLocation(row)),
    evidence: toEvidence(evidence)[0] ?? { path: '', says: '' },
    readAt: readAt.toISOString(),
    source: toSource(rule),
    order: { ...toOrder(task), total: task.weight },
    cure: toCure(cure as KnownCure, { isSame: task.isSameCure, isOne: task.locations === 1 }),
    since: task.since.toISOString(),
    dismissal: one ? toDismissal(one) : null,
    sentAt: task.sentAt?.toISOString() ?? null,
  };
}

/** A finding as the API shows it. */
export function toFinding(listed: ListedFinding, rule: AdviceRule): AdviceFindingDto {
  const { row } = listed;
  return {
    ...toFoundLocation(row),
    key: row.task,
    accountId: row.accountId,
    ruleId: row.ruleId,
    severity: row.severity,
    title: rule.title,
    why: rule.why,
    state: row.state,
    evidence: toEvidence(row.evidence),
    readAt: row.readAt.toISOString(),
    source: toSource(rule),
    order: toOrder({ severity: row.severity, views: row.views ?? 0 }),
    cure: toCure(row.cure as KnownCure, { isSame: true, isOne: true }),
    since: row.since.toISOString(),
    dismissal: toDismissal(listed),
    sentAt: row.sentAt?.toISOString() ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}

/** A rule as the API shows it. */
export function toRule(rule: AdviceRule): AdviceRuleDto {
  const { id, severity, title, why } = rule;
  return { id, severity, title, why, source: toSource(rule) };
}

/** The last check as the API shows it. */
export function toCheck(
  { checkedAt, locations, unknown }: Pick<AdviceCheckRow, 'checkedAt' | 'locations' | 'unknown'>,
  rules: readonly AdviceRule[],
): AdviceCheckDto {
  return {
    state: checkedAt ? 'checked' : 'checking',
    checkedAt: checkedAt?.toISOString() ?? null,
    locations,
    rules: rules.length,
    unknown: rules.flatMap(({ id, title }) =>
      unknown[id] ? [{ ruleId: id, title, locations: unknown[id] }] : [],
    ),
  };
}

function toFoundLocation({ id, locationId, locationName, storeCode }: FindingRow): FoundLocationDto {
  return { findingId: id, locationId, locationName, storeCode };
}

function toEvidence(evidence: FindingRow['evidence']): EvidenceDto[] {
  return evidence.map(({ path, says }) => ({ path, says }));
}

function toSource({ source }: AdviceRule): AdviceSourceDto {
  return { ...SOURCES[source] };
}

function toOrder({ severity, views }: { severity: number; views: number }): AdviceOrderDto {
  return { total: severity * Math.log10(10 + views), severity, views };
}

function toCure(cure: KnownCure, { isSame, isOne }: { isSame: boolean; isOne: boolean }): CureDto {
  const field: ProfileField | null = 'field' in cure ? cure.field : null;
  const isShown = cure.kind === 'change' && isSame;
  return {
    kind: cure.kind,
    field,
    dates: cure.kind === 'holidays' ? cure.dates : [],
    url: cure.kind === 'google' ? cure.url : null,
    before: isShown && isOne ? toChangeValue(cure.field, cure.before) : null,
    after: isShown ? toChangeValue(cure.field, cure.value) : null,
  };
}

function toDismissal({ row, dismisser }: ListedFinding): DismissalDto | null {
  if (row.dismissedAt === null) return null;
  return {
    reason: row.dismissedReason ?? '',
    by: toActor(row.dismissedBy, dismisser),
    at: row.dismissedAt.toISOString(),
    until: row.dismissedUntil,
  };
}
