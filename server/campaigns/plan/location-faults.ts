import { figure } from '../../config/figure.js';
import type { FieldError } from '../../errors/app-error.js';
import { campaignRule } from './campaign-rules.js';

/** A location that cannot have what was asked for, and the rule against it. */
export interface LocationFault {
  locationName: string;
  rule: string;
}

/** One error for each rule, at its field: the first location, how many there are, and the reason. */
export function toFieldErrors(faults: readonly LocationFault[]): FieldError[] {
  return [...Map.groupBy(faults, ({ rule }) => rule)].map(([rule, of]) => toFieldError(rule, of));
}

function toFieldError(ruleId: string, [first, ...others]: LocationFault[]): FieldError {
  const rule = campaignRule(ruleId);
  const count = others.length + 1;
  const who =
    count === 1
      ? `${first?.locationName} can’t have this`
      : `${figure(count)} locations can’t have this, ${first?.locationName} among them`;
  return { field: rule?.field ?? 'postBody', message: `${who}: ${rule?.reason ?? ruleId}` };
}
