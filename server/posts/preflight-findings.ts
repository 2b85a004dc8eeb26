import type { FieldError } from '../errors/app-error.js';
import { PREFLIGHT_RULES, type PreflightFacts } from './preflight-rules.js';

export const SEVERITIES = Object.freeze(['block', 'warn'] as const);
export const FINDING_IDS = Object.freeze(['invalid', ...PREFLIGHT_RULES.map(({ id }) => id)] as const);

/** What was found about a draft. */
export interface Finding {
  id: (typeof FINDING_IDS)[number];
  severity: (typeof SEVERITIES)[number];
  field: string;
  reason: string;
  /** Null where the reason says it. */
  cure: string | null;
}

/** What the rules find. On sample data nothing goes to Google, so that nothing blocks. */
export function findingsOf(facts: PreflightFacts): Finding[] {
  const isSample = facts.connection === null;
  return PREFLIGHT_RULES.filter((rule) => rule.applies(facts)).map(
    ({ id, severity, field, reason, cure }) => ({
      id,
      severity: isSample ? 'warn' : severity,
      field,
      reason,
      cure,
    }),
  );
}

/** A post and the place that it is for. */
type PostAtPlace = Pick<PreflightFacts, 'location' | 'body'>;

/** What Google refuses: these rules ask about the post and its place, so that nothing else needs to be found out. */
export function blockingOf(post: PostAtPlace): Pick<Finding, 'field' | 'reason'>[] {
  return brokenBy(post).filter(isBlocking);
}

/** What Google refuses or rejects in a post, in words for whoever wrote it; undefined: nothing that is known here. */
export function refusalOf(post: PostAtPlace): string | undefined {
  const rule = brokenBy(post).find((broken) => isBlocking(broken) || 'isRejected' in broken);
  return rule && `${rule.reason} ${rule.cure}`;
}

function brokenBy({ location, body }: PostAtPlace) {
  const facts = { location, body, timeZone: 'UTC', publishAt: undefined, connection: null, hasTwin: false };
  return PREFLIGHT_RULES.filter((rule) => rule.applies(facts));
}

/** The faults of a post as findings. */
export function asFindings(faults: FieldError[]): Finding[] {
  return faults.map(({ field, message }) => ({
    id: 'invalid',
    severity: 'block',
    field,
    reason: message,
    cure: null,
  }));
}

/** Whether scheduling is refused for it. */
export function isBlocking({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'block';
}
