const COUNTRIES = new Intl.DisplayNames(['en-GB'], { type: 'region' });

/** The name of a country, by its ISO 3166-1 code; the code itself where it has none. */
export function countryName(code: string): string {
  return COUNTRIES.of(code) ?? code;
}
