import { findPhoneNumbersInText } from 'libphonenumber-js';
import { frozen } from '../../config/frozen.js';
import { EDITOR_URL } from '../../business-profile/translation/mapping.js';
import type { GoogleLocation } from '../../business-profile/translation/google-types.js';
import { countryOf } from './phone-of.js';
import { type AdviceRule, type Evidence, evidenceAt, SEVERITIES, titled } from './rule.js';
import { quoted, urlsIn } from './text-parts.js';
import { poBoxIn } from './words/po-boxes.js';

const AT_GOOGLE = frozen({ kind: 'google', url: EDITOR_URL } as const);
const LINES = 'storefrontAddress.addressLines';
const BUSINESS_TYPE = 'serviceArea.businessType';
/** Shorter numbers in an address are those of houses, flats and post codes. */
const MIN_PHONE_DIGITS = 9;

/** The lines of an address that have text; Google may keep an address without any. */
function linesOf({ storefrontAddress }: GoogleLocation): string[] {
  return (storefrontAddress?.addressLines ?? []).filter((line) => line.trim());
}

export const addressPoBox = frozen({
  id: 'address-po-box',
  severity: SEVERITIES.breaks,
  field: 'address',
  source: 'guidelines',
  title: 'Enter the real address',
  why: 'Google does not accept P.O. boxes, and wants nothing but the address in its lines.',
  task: titled('Enter the real address'),
  judge({ google }) {
    if (!google.storefrontAddress) return 'not_applicable';
    const lines = google.storefrontAddress.addressLines ?? [];
    if (lines.length === 0) return 'unknown';
    const evidence = lines.flatMap((line, index): Evidence[] => {
      const parts = strangeParts(line, google);
      return parts.length > 0 ? [evidenceAt(google, `${LINES}[${index}]`, `says ${quoted(parts)}`)] : [];
    });
    return evidence.length > 0 ? { evidence, cure: AT_GOOGLE } : 'met';
  },
} as const satisfies AdviceRule);

function strangeParts(line: string, google: GoogleLocation): string[] {
  const box = poBoxIn(line, countryOf(google));
  const phones = findPhoneNumbersInText(line, countryOf(google))
    .map(({ startsAt, endsAt }) => line.slice(startsAt, endsAt))
    .filter((phone) => phone.replace(/\D/g, '').length >= MIN_PHONE_DIGITS);
  return [...(box ? [box] : []), ...urlsIn(line).map(({ text }) => text), ...phones];
}

export const areaInconsistent = frozen({
  id: 'area-inconsistent',
  severity: SEVERITIES.breaks,
  field: 'serviceArea',
  source: 'guidelines',
  title: 'Give an address or a service area',
  why: 'A business that only visits its customers has a service area and no address; every other one has an address.',
  task: titled('Give an address or a service area'),
  judge({ google }) {
    const { serviceArea } = google;
    const hasAddress = linesOf(google).length > 0;
    const hasArea = (serviceArea?.places?.placeInfos ?? []).length > 0;
    const isVisiting = serviceArea?.businessType === 'CUSTOMER_LOCATION_ONLY';
    if (isVisiting && hasAddress)
      return {
        evidence: [
          evidenceAt(google, BUSINESS_TYPE, 'says that customers are only visited'),
          evidenceAt(google, LINES, 'has an address all the same'),
        ],
        cure: AT_GOOGLE,
      };
    if (!hasAddress && !hasArea)
      return {
        evidence: [
          evidenceAt(google, LINES, 'is empty'),
          evidenceAt(google, 'serviceArea.places.placeInfos', 'is empty as well'),
        ],
        cure: AT_GOOGLE,
      };
    return serviceArea ? 'met' : 'not_applicable';
  },
} as const satisfies AdviceRule);
