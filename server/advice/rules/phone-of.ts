import parsePhoneNumber, { type CountryCode, type PhoneNumber } from 'libphonenumber-js';
import type { GoogleLocation } from '../../business-profile/translation/google-types.js';

/** The country of a location, or the one that its business serves: `GB`. */
export function countryOf({ storefrontAddress, serviceArea }: GoogleLocation): CountryCode | undefined {
  return (storefrontAddress?.regionCode ?? serviceArea?.regionCode) as CountryCode | undefined;
}

/** The primary phone number, with its country; undefined where there is none, or where it cannot be read. */
export function phoneOf(google: GoogleLocation): PhoneNumber | undefined {
  const written = google.phoneNumbers?.primaryPhone;
  return written === undefined ? undefined : parsePhoneNumber(written, countryOf(google));
}
