import { frozen } from '../../config/frozen.js';
import { type AdviceRule, evidenceAt, SEVERITIES, titled } from './rule.js';

const PHONE = 'phoneNumbers.primaryPhone';

export const phoneMissing = frozen({
  id: 'phone-missing',
  severity: SEVERITIES.missing,
  field: 'phoneNumber',
  source: 'local-ranking',
  title: 'Add a phone number',
  why: 'Without a number customers cannot call this location from Google.',
  task: titled('Add a phone number'),
  judge({ google }) {
    if (google.phoneNumbers?.primaryPhone?.trim()) return 'met';
    return {
      evidence: [evidenceAt(google, PHONE, 'is empty')],
      cure: { kind: 'field', field: 'phoneNumber' },
    };
  },
} as const satisfies AdviceRule);
