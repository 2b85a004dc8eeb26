import { frozen } from '../../config/frozen.js';
import { type AdviceRule, evidenceAt, SEVERITIES, titled } from './rule.js';

const DESCRIPTION = 'profile.description';
/** A shorter text says hardly more than the name and the category. */
const MIN_LENGTH = 100;

export const descriptionMissing = frozen({
  id: 'description-missing',
  severity: SEVERITIES.missing,
  field: 'description',
  source: 'local-ranking',
  title: 'Write a description',
  why: 'A description of some sentences tells customers what this location offers.',
  task: titled('Write a description'),
  judge({ google }) {
    const length = google.profile?.description?.trim().length ?? 0;
    if (length >= MIN_LENGTH) return 'met';
    const says = length === 0 ? 'is empty' : `has only ${length} characters`;
    return {
      evidence: [evidenceAt(google, DESCRIPTION, says)],
      cure: { kind: 'field', field: 'description' },
    };
  },
} as const satisfies AdviceRule);
