import { EDITOR_URL } from '../../business-profile/translation/mapping.js';
import { pathOf } from '../../business-profile/translation/profile-fields.js';
import { dayOf, lengthOf } from '../../config/days.js';
import { frozen } from '../../config/frozen.js';
import {
  type AdviceRule,
  type Evidence,
  evidenceAt,
  type Facts,
  type FieldSince,
  inLocations,
  SEVERITIES,
  titled,
} from './rule.js';

const VOICE = 'metadata.hasVoiceOfMerchant';
const DUPLICATE = 'metadata.duplicateLocation';
/** How Google reinstates a profile. */
const REINSTATE_URL = 'https://support.google.com/business/answer/4569145';
/** How long an edit of Google may wait for an answer, and Google may review one of ours. */
const EDIT_DAYS = 3;
const REVIEW_DAYS = 7;
/** From so many locations on people keep them in files. */
const MANY_LOCATIONS = 10;

export const voiceMissing = frozen({
  id: 'voice-missing',
  severity: SEVERITIES.hidden,
  field: null,
  source: 'voice',
  title: 'Verify it',
  why: 'Google shows what you say about a location only once you have verified it.',
  task: (count) => `Verify ${inLocations(count)}`,
  judge({ google, state }) {
    if (state === 'SUSPENDED') return 'not_applicable';
    if (state === 'VERIFIED') return 'met';
    return {
      evidence: [
        evidenceAt(google, VOICE, google.metadata?.hasVoiceOfMerchant === false ? 'is false' : 'is not set'),
      ],
      cure: { kind: 'google', url: EDITOR_URL },
    };
  },
} as const satisfies AdviceRule);

export const suspended = frozen({
  id: 'suspended',
  severity: SEVERITIES.hidden,
  field: null,
  source: 'reinstatement',
  title: 'Ask Google to reinstate it',
  why: 'Google has suspended this location. Cure what breaks a rule first, then ask Google to reinstate it.',
  task: (count) => `Ask Google to reinstate ${inLocations(count)}`,
  judge({ google, state }) {
    if (state !== 'SUSPENDED') return 'met';
    return {
      evidence: [evidenceAt(google, VOICE, 'is not true, and Google asks to follow its guidelines first')],
      cure: { kind: 'google', url: REINSTATE_URL },
    };
  },
} as const satisfies AdviceRule);

export const duplicate = frozen({
  id: 'duplicate',
  severity: SEVERITIES.hidden,
  field: null,
  source: 'guidelines',
  title: 'Remove the duplicate',
  why: 'Google shows one profile for a business, and hides the others.',
  task: titled('Remove duplicates'),
  judge(facts) {
    const { google } = facts;
    const other = google.metadata?.duplicateLocation;
    const twins = facts.siblings.twinsOf(facts);
    const evidence: Evidence[] = [
      ...(other ? [evidenceAt(google, DUPLICATE, `is ${other}, by Google`)] : []),
      ...(twins.length > 0
        ? [
            evidenceAt(
              google,
              'storefrontAddress',
              'is that of another of your locations with the same name and number',
            ),
          ]
        : []),
    ];
    if (evidence.length === 0) return 'met';
    return { evidence, cure: { kind: 'google', url: EDITOR_URL }, ...(twins.length > 0 && { also: twins }) };
  },
} as const satisfies AdviceRule);

export const googleEditOpen = frozen({
  id: 'google-edit-open',
  severity: SEVERITIES.breaks,
  field: null,
  source: 'google-edits',
  title: 'Answer an edit by Google',
  why: 'Customers see Google’s value until you accept or reject it.',
  task: (count) => `Answer edits by Google: ${inLocations(count)}`,
  judge(facts) {
    const evidence = longerThan(
      EDIT_DAYS,
      facts.openEdits,
      facts,
      (days) => `was changed by Google ${days} days ago`,
    );
    return evidence.length > 0 ? { evidence, cure: { kind: 'google-edits' } } : 'met';
  },
} as const satisfies AdviceRule);

export const ownEditStuck = frozen({
  id: 'own-edit-stuck',
  severity: SEVERITIES.missing,
  field: null,
  source: 'google-edits',
  title: 'Save a change again',
  why: 'Google has reviewed this change for more than a week. Save it again, or take it back.',
  task: titled('Save changes again that Google has not decided'),
  judge(facts) {
    const stuck = longerThan(
      REVIEW_DAYS,
      facts.inReview,
      facts,
      (days) => `has been in review for ${days} days`,
    );
    const [first] = facts.inReview.filter(({ since }) => daysSince(since, facts.today) > REVIEW_DAYS);
    return first ? { evidence: stuck, cure: { kind: 'field', field: first.field } } : 'met';
  },
} as const satisfies AdviceRule);

export const lockOverruled = frozen({
  id: 'lock-overruled',
  severity: SEVERITIES.breaks,
  field: null,
  source: 'google-edits',
  title: 'Decide about a locked field',
  why: 'Google has changed a locked field again after it was put back. A person has to decide now.',
  task: titled('Decide about locked fields'),
  judge({ google, overruled }) {
    if (overruled.length === 0) return 'met';
    return {
      evidence: overruled.map((field) =>
        evidenceAt(google, pathOf(field), 'is locked, and Google shows another value'),
      ),
      cure: { kind: 'locks' },
    };
  },
} as const satisfies AdviceRule);

export const storeCodeMissing = frozen({
  id: 'store-code-missing',
  severity: SEVERITIES.missing,
  field: 'storeCode',
  source: 'store-codes',
  title: 'Add a store code',
  why: 'Files with many locations, Google’s and your own, tell locations apart by their store codes.',
  task: titled('Add store codes'),
  judge({ google, siblings }) {
    if (google.storeCode?.trim()) return 'met';
    if (siblings.size < MANY_LOCATIONS) return 'not_applicable';
    return {
      evidence: [evidenceAt(google, 'storeCode', 'is empty')],
      cure: { kind: 'google', url: EDITOR_URL },
    };
  },
} as const satisfies AdviceRule);

/** The fields that something has been open about for more than so many days. */
function longerThan(
  most: number,
  fields: readonly FieldSince[],
  { google, today }: Facts,
  says: (days: number) => string,
): Evidence[] {
  return fields.flatMap(({ field, since }) => {
    const days = daysSince(since, today);
    return days > most ? [evidenceAt(google, pathOf(field), says(days))] : [];
  });
}

function daysSince(since: Date, today: string): number {
  return lengthOf({ from: dayOf(since), to: today }) - 1;
}
