import { descriptionMissing } from './descriptions.js';
import { phoneMissing } from './phones.js';
import type { AdviceRule } from './rule.js';
import { holidayUnset } from './special-hours.js';

/** All rules, in the order of `docs/advice.md`. */
export const ADVICE_RULES: readonly AdviceRule[] = Object.freeze([
  phoneMissing,
  holidayUnset,
  descriptionMissing,
]);
