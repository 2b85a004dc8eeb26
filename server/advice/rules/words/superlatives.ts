import { Phrases } from './phrases.js';

/** Praise that is no part of a name. “Best” and its like count only before another word (`names.ts`). */
export const SUPERLATIVES = new Phrases({
  en: [
    '(?:the )?best',
    '(?:the )?cheapest',
    'top[ -]rated',
    'number (?:one|1)',
    'award[ -]winning',
    'lowest prices?',
  ],
  de: ['(?:der|die|das) beste', 'beste[rs]?', '(?:die )?(?:billigste|günstigste)[rs]?', 'nummer (?:eins|1)'],
  fr: ['(?:le |la |les )?meilleure?s?', '(?:le |la |les )?moins chère?s?', 'numéro (?:un|1)'],
  es: ['(?:el |la |los |las )?mejor(?:es)?', '(?:el |la )?más barat[oa]s?', 'número (?:uno|1)'],
  it: ['(?:il |la |i |le )?miglior[ei]?', '(?:il |la )?più economic[oa]', 'numero (?:uno|1)'],
  nl: ['(?:de |het )?beste', '(?:de )?goedkoopste', 'nummer (?:één|1)'],
  pt: ['(?:o |a |os |as )?melhor(?:es)?', '(?:o |a )?mais barat[oa]', 'número (?:um|1)'],
  pl: ['najleps(?:zy|za|ze)', 'najtańs(?:zy|za|ze)', 'numer (?:jeden|1)'],
});

/** “#1”, “No. 1”, “Nr. 1”, “N° 1”, in any language. */
export const FIRST_PLACE = /(?<![\p{L}\p{N}])(?:#|no\.? ?|nr\.? ?|n[°º] ?)1(?![\p{L}\p{N}])/giu;

/** Names that begin with one of these words and are known in many countries. */
export const KNOWN_NAMES = /(?<![\p{L}\p{N}])(?:best western|best buy|best friends)(?![\p{L}\p{N}])/giu;
