import { isLodging } from '../../business-profile/port/lodging.js';
import type { GoogleLocation } from '../../business-profile/translation/google-types.js';
import { idOf } from '../../business-profile/translation/mapping.js';
import { frozen } from '../../config/frozen.js';
import { type AdviceRule, type Cure, evidenceAt, SEVERITIES, titled } from './rule.js';
import { partsOf, phonesIn, quoted, toParts, urlsIn } from './text-parts.js';
import { OFFER_WORDS, PERCENT_OFF, PRICE } from './words/offer-words.js';

const DESCRIPTION = 'profile.description';
/** A shorter text says hardly more than the name and the category. */
const MIN_LENGTH = 100;
const MAX_LENGTH = 750;
const TAG = /<\/?[a-z][^<>]*>/giu;

export const descriptionMissing = frozen({
  id: 'description-missing',
  severity: SEVERITIES.missing,
  field: 'description',
  source: 'local-ranking',
  title: 'Write a description',
  why: 'A description of some sentences tells customers what this location offers.',
  task: titled('Write a description'),
  judge({ google }) {
    const category = google.categories?.primaryCategory;
    // Google has no descriptions of places to stay.
    if (category && isLodging(idOf(category))) return 'not_applicable';
    const length = google.profile?.description?.trim().length ?? 0;
    if (length >= MIN_LENGTH) return 'met';
    const says = length === 0 ? 'is empty' : `has only ${length} characters`;
    return {
      evidence: [evidenceAt(google, DESCRIPTION, says)],
      cure: { kind: 'field', field: 'description' },
    };
  },
} as const satisfies AdviceRule);

export const descriptionForbidden = frozen({
  id: 'description-forbidden',
  severity: SEVERITIES.breaks,
  field: 'description',
  source: 'guidelines',
  title: 'Take offers and links out of the description',
  why: 'Google wants no web addresses, phone numbers, prices or offers in a description, and no more than 750 characters.',
  task: titled('Take offers and links out of the description'),
  judge({ google }) {
    const text = google.profile?.description?.trim();
    if (!text) return 'not_applicable';
    const parts = [...forbiddenIn(text, google), ...partsOf(text, TAG).map((part) => part.text)];
    const isLong = text.length > MAX_LENGTH;
    if (parts.length === 0 && !isLong) return 'met';
    const says = [
      ...(parts.length > 0 ? [`says ${quoted(parts)}`] : []),
      ...(isLong ? [`has ${text.length} characters`] : []),
    ].join(' and ');
    return { evidence: [evidenceAt(google, DESCRIPTION, says)], cure: cureOf(text, google) };
  },
} as const satisfies AdviceRule);

/** What a description must not be about, as it is written there. */
function forbiddenIn(text: string, { languageCode }: GoogleLocation): string[] {
  const parts = [
    ...urlsIn(text),
    ...phonesIn(text),
    ...partsOf(text, PERCENT_OFF),
    ...partsOf(text, PRICE),
    ...toParts(OFFER_WORDS.in(text, languageCode)),
  ];
  return parts.sort((a, b) => a.index - b.index).map((part) => part.text);
}

/** The text without its tags and without the sentences that have something forbidden. What is left has to be enough. */
function cureOf(text: string, google: GoogleLocation): Cure {
  const plain = text.replace(TAG, ' ').replace(/[ \t]+/g, ' ');
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(plain)];
  const value = sentences
    .map(({ segment }) => segment)
    .filter((sentence) => forbiddenIn(sentence, google).length === 0)
    .join('')
    .trim();
  return value.length >= MIN_LENGTH && value.length <= MAX_LENGTH
    ? { kind: 'change', field: 'description', value }
    : { kind: 'field', field: 'description' };
}
