import { frozen } from '../../../config/frozen.js';

const NUMBER = '\\s*(?:(?:no|nr|n[°º])\\.?\\s*)?:?\\s*#?\\s*\\d';
const ENGLISH = `(?:p\\.?\\s?o\\.?\\s?box|post office box|p\\.?o\\.?b\\.?(?=\\s*#?\\d))(?:${NUMBER})?`;
const FRENCH = `(?:bo[iî]te postale|(?:b\\.\\s?p\\.|bp|c\\.\\s?s\\.|cs))${NUMBER}`;
const GERMAN = '(?:postfach)';
const ITALIAN = `(?:casella postale|c\\.\\s?p\\.${NUMBER})`;
const SPANISH = `(?:apartado (?:de correos|postal)|apdo\\.?(?: de correos| postal)?${NUMBER}|casilla(?: de correos?)?${NUMBER})`;
const PORTUGUESE = `(?:caixa postal|apartado${NUMBER})`;
const DUTCH = `(?:postbus${NUMBER})`;
const POLISH = `(?:skrytka pocztowa|skr\\.\\s?poczt\\.)`;
const NORDIC = `(?:postboks${NUMBER}|box${NUMBER}|postilokero|pl ${NUMBER})`;

/** How a post office box is written, by country. English is understood everywhere. */
const BY_COUNTRY: Readonly<Record<string, readonly string[]>> = frozen({
  DE: [GERMAN],
  AT: [GERMAN],
  LI: [GERMAN],
  CH: [GERMAN, FRENCH, ITALIAN, '(?:case postale)'],
  LU: [FRENCH, GERMAN],
  BE: [FRENCH, DUTCH],
  FR: [FRENCH],
  MC: [FRENCH],
  CA: [FRENCH, `(?:c\\.\\s?p\\.${NUMBER}|case postale)`],
  NL: [DUTCH],
  IT: [ITALIAN],
  ES: [SPANISH],
  MX: [SPANISH],
  AR: [SPANISH],
  CL: [SPANISH],
  CO: [SPANISH],
  PT: [PORTUGUESE],
  BR: [PORTUGUESE],
  PL: [POLISH],
  SE: [NORDIC],
  NO: [NORDIC],
  DK: [NORDIC],
  FI: [NORDIC],
});

const EVERYWHERE = patternOf([]);
const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(BY_COUNTRY).map(([country, own]) => [country, patternOf(own)]),
);

/** The post office box in a line of an address, as it is written there. */
export function poBoxIn(line: string, country: string | undefined): string | undefined {
  return (PATTERNS.get(country ?? '') ?? EVERYWHERE).exec(line)?.[0].trim();
}

function patternOf(own: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${[ENGLISH, ...own].join('|')})\\d*`, 'iu');
}
