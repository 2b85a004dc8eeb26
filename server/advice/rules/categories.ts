import type { GoogleCategories, GoogleCategory } from '../../business-profile/translation/google-types.js';
import { toCategory } from '../../business-profile/translation/mapping.js';
import { frozen } from '../../config/frozen.js';
import { type AdviceRule, type Cure, evidenceAt, SEVERITIES, titled } from './rule.js';
import { isSpecialOf } from './words/generic-categories.js';

const PRIMARY = 'categories.primaryCategory.name';
const ADDITIONAL = 'categories.additionalCategories';
/** Google takes one primary category and nine more. */
const MAX_ADDITIONAL = 9;

export const categoryUnspecific = frozen({
  id: 'category-unspecific',
  severity: SEVERITIES.missing,
  field: 'categoryIds',
  source: 'categories',
  title: 'Make the special category the main one',
  why: 'Google asks for a main category that is as specific as possible.',
  task: titled('Make the special category the main one'),
  judge({ google }) {
    const { primaryCategory: primary, additionalCategories: more = [] } = google.categories ?? {};
    if (!primary) return 'unknown';
    const index = more.findIndex(({ name }) => isSpecialOf(name, primary.name));
    const special = more[index];
    if (special === undefined) return 'met';
    const says = `is “${nameOf(special)}”, more specific than the main one, “${nameOf(primary)}”`;
    return {
      evidence: [
        evidenceAt(google, PRIMARY, `is a general one, “${nameOf(primary)}”`),
        evidenceAt(google, `${ADDITIONAL}[${index}].name`, says),
      ],
      cure: withPrimary(special, google.categories ?? {}),
    };
  },
} as const satisfies AdviceRule);

export const categoryDiffers = frozen({
  id: 'category-differs',
  severity: SEVERITIES.inconsistent,
  field: 'categoryIds',
  source: 'chains',
  title: 'Use the main category of the other locations',
  why: 'Many guides say that all locations of a chain should share their main category; Google does not ask it.',
  task: titled('Same main category as the others'),
  judge(facts) {
    const { google, siblings } = facts;
    const primary = google.categories?.primaryCategory;
    if (!primary) return 'unknown';
    const common = siblings.commonCategory(facts);
    if (common === undefined) return 'not_applicable';
    if (common.value === primary.name) return 'met';
    const says = `is “${nameOf(primary)}” here, and “${nameOf(common.category)}” at ${common.count} of the ${common.others} others`;
    return {
      evidence: [evidenceAt(google, PRIMARY, says)],
      cure: withPrimary(common.category, google.categories ?? {}),
    };
  },
} as const satisfies AdviceRule);

function nameOf(category: GoogleCategory): string {
  const { id, name } = toCategory(category);
  return name || id;
}

/** The categories with another one first. The one that was first takes its place, or that of the first of the others. */
function withPrimary(category: GoogleCategory, own: GoogleCategories): Cure {
  const { primaryCategory: primary, additionalCategories: more = [] } = own;
  const before = primary ? [primary] : [];
  const isAmong = more.some(({ name }) => name === category.name);
  const additional = isAmong
    ? more.flatMap((each) => (each.name === category.name ? before : [each]))
    : [...before, ...more].slice(0, MAX_ADDITIONAL);
  const value: GoogleCategories = {
    primaryCategory: category,
    ...(additional.length > 0 && { additionalCategories: additional }),
  };
  return { kind: 'change', field: 'categoryIds', value };
}
