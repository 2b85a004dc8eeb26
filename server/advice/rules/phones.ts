import parsePhoneNumber, { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import { frozen } from '../../config/frozen.js';
import { countryOf, phoneOf } from './phone-of.js';
import { type AdviceRule, type Cure, evidenceAt, inLocations, SEVERITIES, titled } from './rule.js';

const PHONE = 'phoneNumbers.primaryPhone';
const OPEN_FIELD: Cure = frozen({ kind: 'field', field: 'phoneNumber' });
/** Calling codes of numbers that belong to no country, such as +800. */
const NO_COUNTRY: ReadonlySet<string> = new Set('800 808 870 878 881 882 883 888 979'.split(' '));

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
    return { evidence: [evidenceAt(google, PHONE, 'is empty')], cure: OPEN_FIELD };
  },
} as const satisfies AdviceRule);

export const phoneShared = frozen({
  id: 'phone-shared',
  severity: SEVERITIES.inconsistent,
  field: 'phoneNumber',
  source: 'location-fields',
  title: 'Give it a phone number of its own',
  why: 'Google wants a number that reaches this location as directly as possible, not a call center.',
  task: (count) => `Give ${inLocations(count)} ${count === 1 ? 'its' : 'their'} own phone number`,
  judge(facts) {
    const { google, siblings } = facts;
    if (!google.phoneNumbers?.primaryPhone?.trim()) return 'not_applicable';
    const number = phoneOf(google)?.number;
    const others = siblings.phoneElsewhere(facts);
    if (number === undefined) return 'unknown';
    if (others === undefined) return 'not_applicable';
    if (others.addresses === 0) return 'met';
    const says = `is ${number} at ${others.addresses + 1} addresses`;
    return { evidence: [evidenceAt(google, PHONE, says)], cure: OPEN_FIELD, group: number, also: others.ids };
  },
} as const satisfies AdviceRule);

export const phoneRegion = frozen({
  id: 'phone-region',
  severity: SEVERITIES.inconsistent,
  field: 'phoneNumber',
  source: 'api-errors',
  title: 'Check the country of the phone number',
  why: 'Google refuses numbers that do not fit the country of the location.',
  task: titled('Check the country of the phone number'),
  judge({ google }) {
    const written = google.phoneNumbers?.primaryPhone?.trim();
    if (!written) return 'not_applicable';
    const country = countryOf(google);
    if (!country || !isSupportedCountry(country)) return 'unknown';
    const code = getCountryCallingCode(country);
    const phone = phoneOf(google);
    if (phone?.isValid() !== true) {
      // The country's code without the plus: the number is another one until the plus is there.
      const whole = parsePhoneNumber(`+${written.replace(/\D/g, '')}`);
      if (!written.startsWith('+') && whole?.isValid() && whole.countryCallingCode === code)
        return {
          evidence: [evidenceAt(google, PHONE, `begins with ${code} without a plus`)],
          cure: { kind: 'change', field: 'phoneNumber', value: whole.number },
        };
    }
    if (phone === undefined) return 'unknown';
    if (phone.countryCallingCode === code || NO_COUNTRY.has(phone.countryCallingCode)) return 'met';
    const says = `begins with +${phone.countryCallingCode}, and numbers of ${country} with +${code}`;
    return { evidence: [evidenceAt(google, PHONE, says)], cure: OPEN_FIELD };
  },
} as const satisfies AdviceRule);
