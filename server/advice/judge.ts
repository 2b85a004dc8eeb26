import { withValues, valueIn, type ProfileField } from '../business-profile/translation/profile-fields.js';
import type { PlaceFacts } from './advice-facts.js';
import type { AdviceRule, Cure, Evidence, Fault, Verdict } from './rules/rule.js';

/** What cures a finding, with the value that it would replace. */
export type KnownCure = Cure & { before?: unknown };

/** A rule that a location does not meet. */
export interface Judged {
  rule: AdviceRule;
  group: string;
  evidence: Evidence[];
  cure: KnownCure;
  /** Since when a change of the field is on its way to the public; null: none is. */
  movingSince: Date | null;
}

/** What the rules say of one location. */
export interface Judgement {
  faults: Judged[];
  /** Rules whose field is on its way to the public: by rule, since when. */
  moving: Map<string, Date>;
  met: string[];
  notApplicable: string[];
  unknown: string[];
  /** Rules that failed, with the reason: they count as unknown. */
  broken: { rule: string; error: unknown }[];
}

/**
 * Judges a location by all rules. Where Google shows another value than the owner’s, both have to meet a rule: it is met when
 * the public sees it so.
 */
export function judge(facts: PlaceFacts, rules: readonly AdviceRule[]): Judgement {
  const judgement: Judgement = {
    faults: [],
    moving: new Map(),
    met: [],
    notApplicable: [],
    unknown: [],
    broken: [],
  };
  for (const rule of rules) {
    try {
      judgeBy(rule, facts, judgement);
    } catch (error) {
      judgement.unknown.push(rule.id);
      judgement.broken.push({ rule: rule.id, error });
    }
  }
  return judgement;
}

function judgeBy(rule: AdviceRule, facts: PlaceFacts, judgement: Judgement): void {
  const own = rule.judge(facts);
  if (own === 'unknown') judgement.unknown.push(rule.id);
  else if (own === 'not_applicable') judgement.notApplicable.push(rule.id);
  else {
    const faults = toList(own);
    const groups = new Set(faults.map(({ group }) => group));
    const shown = [...faults, ...publicFaults(rule, facts).filter(({ group }) => !groups.has(group))];
    judgement.faults.push(...shown.map((fault) => toJudged(rule, facts, fault)));
    const since = rule.field && movingSince(facts, rule.field);
    if (since) judgement.moving.set(rule.id, since);
    if (shown.length > 0) return;
    if (since || facts.isPublicKnown) judgement.met.push(rule.id);
    else judgement.unknown.push(rule.id);
  }
}

/** What Google’s own value of the rule’s field breaks. The owner’s is right, so that an answer to the edit cures it. */
function publicFaults(rule: AdviceRule, facts: PlaceFacts): Fault[] {
  if (rule.field === null || !facts.publicValues.has(rule.field)) return [];
  const google = withValues(facts.google, new Map([[rule.field, facts.publicValues.get(rule.field)]]));
  return toList(rule.judge({ ...facts, google })).map((fault) => ({
    ...fault,
    cure: { kind: 'google-edits' },
  }));
}

function toList(verdict: Verdict | Fault[]): Fault[] {
  if (typeof verdict === 'string') return [];
  return Array.isArray(verdict) ? verdict : [verdict];
}

function toJudged(rule: AdviceRule, facts: PlaceFacts, { evidence, cure, group = '' }: Fault): Judged {
  const field = 'field' in cure ? cure.field : rule.field;
  return {
    rule,
    group,
    evidence,
    cure: cure.kind === 'change' ? { ...cure, before: valueIn(facts.google, cure.field) } : cure,
    movingSince: field && movingSince(facts, field),
  };
}

function movingSince({ moving }: PlaceFacts, field: ProfileField): Date | null {
  return moving.findLast((each) => each.field === field)?.since ?? null;
}
