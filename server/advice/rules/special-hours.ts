import { toOpenStatus } from '../../business-profile/translation/mapping.js';
import { toSpecialPeriods } from '../../business-profile/translation/google-hours.js';
import { dateWords } from '../../config/date-words.js';
import { frozen } from '../../config/frozen.js';
import { USUAL_LANGUAGE } from '../../config/language.js';
import { type AdviceRule, evidenceAt, type Fault, inLocations, SEVERITIES } from './rule.js';

const SPECIAL_HOURS = 'specialHours';

/** One finding for each date. */
export const holidayUnset = frozen({
  id: 'holiday-unset',
  severity: SEVERITIES.missing,
  field: 'specialHours',
  source: 'holiday-hours',
  title: 'Add hours for a holiday',
  why: 'Google asks to confirm the hours of public holidays, even if they stay the same.',
  task: (count, date = '') => `Add hours for ${dateWords(date, USUAL_LANGUAGE)}: ${inLocations(count)}`,
  judge({ google, holidays }) {
    // Google takes special hours only beside regular ones.
    const isOpen = toOpenStatus(google.openInfo?.status) === 'OPEN';
    if (!isOpen || !google.regularHours?.periods?.length) return 'not_applicable';
    if (holidays === 'unknown') return 'unknown';
    const special = toSpecialPeriods(google.specialHours?.specialHourPeriods ?? []);
    const said = new Set(special.map(({ date }) => date));
    const faults = holidays
      .filter(({ date }) => !said.has(date))
      .map(({ date, name }): Fault => ({
        evidence: [evidenceAt(google, SPECIAL_HOURS, `has no ${date} (${name})`)],
        cure: { kind: 'holidays', dates: [date] },
        group: date,
      }));
    return faults.length > 0 ? faults : 'met';
  },
} as const satisfies AdviceRule);
