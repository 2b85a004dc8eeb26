import { frozen } from '../../config/frozen.js';
import { extrasOf } from './name-extras.js';
import { placeAtEnd } from './name-place.js';
import { indexOfWords, keysOf } from './name-words.js';
import {
  type AdviceRule,
  type Cure,
  evidenceAt,
  type Fault,
  inLocations,
  SEVERITIES,
  titled,
} from './rule.js';
import { capitalWords, nameOfForm } from './sibling-keys.js';
import type { Siblings } from './siblings.js';
import { quoted } from './text-parts.js';
import { inTitleCase } from './title-case.js';

const TITLE = 'title';
const ABOUT_NAME = { field: 'name', source: 'guidelines' } as const;

/** A name is changed only where something is left of it. */
function renamed(name: string): Cure {
  return /[\p{L}\p{N}]{2}/u.test(name)
    ? { kind: 'change', field: 'name', value: name }
    : { kind: 'field', field: 'name' };
}

export const nameExtras = frozen({
  ...ABOUT_NAME,
  id: 'name-extras',
  severity: SEVERITIES.breaks,
  title: 'Take additions out of the name',
  why: 'Google wants the name as it is on the sign: without phone numbers, web addresses, opening hours, store codes, signs and praise.',
  task: titled('Take additions out of the name'),
  judge(facts) {
    const { google } = facts;
    if (!google.title?.trim()) return 'unknown';
    const { parts, rest } = extrasOf(google, facts.siblings.brandOf(facts) ?? []);
    if (parts.length === 0) return 'met';
    return { evidence: [evidenceAt(google, TITLE, `says ${quoted(parts)}`)], cure: renamed(rest) };
  },
} as const satisfies AdviceRule);

export const namePlace = frozen({
  ...ABOUT_NAME,
  id: 'name-place',
  severity: SEVERITIES.inconsistent,
  title: 'Take the place out of the name',
  why: 'Google shows the address beside the name, and wants a place in the name only if it is on the sign.',
  task: titled('Take the place out of the name'),
  judge(facts) {
    const { google } = facts;
    if (!google.storefrontAddress) return 'not_applicable';
    if (!google.title?.trim() || !google.storefrontAddress.locality) return 'unknown';
    const found = placeAtEnd(google, facts.siblings.brandOf(facts) ?? []);
    if (found === undefined) return 'met';
    return {
      evidence: [evidenceAt(google, TITLE, `ends with ${quoted([found.place])}, which is in the address`)],
      cure: renamed(found.rest),
    };
  },
} as const satisfies AdviceRule);

export const nameCaps = frozen({
  ...ABOUT_NAME,
  id: 'name-caps',
  severity: SEVERITIES.breaks,
  title: 'Write the name without capitals',
  why: 'Google takes capital letters for abbreviations only: “Subway”, not “SUBWAY”.',
  task: titled('Write the name without capitals'),
  judge(facts) {
    const { google, siblings } = facts;
    const title = google.title?.trim();
    if (!title) return 'unknown';
    const words = capitalWords(title).filter(({ text }) => !siblings.sharesCapitals(facts, text));
    if (words.length === 0) return 'met';
    const found = quoted(words.map(({ text }) => text));
    return {
      evidence: [evidenceAt(google, TITLE, `has ${found} in capitals`)],
      cure: renamed(inTitleCase(title, words, google.languageCode)),
    };
  },
} as const satisfies AdviceRule);

export const nameDiffers = frozen({
  id: 'name-differs',
  severity: SEVERITIES.breaks,
  field: 'name',
  source: 'chains',
  title: 'Give it the name of the other locations',
  why: 'Many guides say that all locations of a chain in one country should have the same name.',
  task: (count) =>
    count === 1
      ? 'Give 1 location the name of the others'
      : `Give ${inLocations(count)} the name of the others`,
  judge(facts) {
    const { google, siblings } = facts;
    if (!google.title?.trim()) return 'unknown';
    const brand = siblings.commonBrand(facts);
    if (brand === undefined || brand.value === '') return 'not_applicable';
    if (indexOfWords(keysOf(google.title), brand.value.split(' ')) >= 0) return 'met';
    return differingName(facts, siblings, brand);
  },
} as const satisfies AdviceRule);

function differingName(
  facts: Parameters<Siblings['commonForm']>[0],
  siblings: Siblings,
  { value, count, others }: { value: string; count: number; others: number },
): Fault {
  const { google } = facts;
  const form = siblings.commonForm(facts);
  const name = form && nameOfForm(form.value, google);
  const says = `is not like “${value}”, which ${count} of the ${others} other locations have`;
  return {
    evidence: [evidenceAt(google, TITLE, says)],
    cure: name === undefined ? { kind: 'field', field: 'name' } : renamed(name),
  };
}
