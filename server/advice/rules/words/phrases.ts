import { frozen } from '../../../config/frozen.js';

/** Phrases by language, in lower case. `\d` and other parts of patterns are allowed. */
export type PhrasesByLanguage = Readonly<Record<string, readonly string[]>>;

const BEFORE = '(?<![\\p{L}\\p{N}])';
const AFTER = '(?![\\p{L}\\p{N}])';
const ENGLISH = 'en';

/** Finds phrases as whole words: those of a text's language and of English; where the language is not known, all. */
export class Phrases {
  private readonly all: RegExp;
  private readonly patterns: ReadonlyMap<string, RegExp>;

  constructor(phrases: PhrasesByLanguage) {
    frozen(phrases);
    const english = phrases[ENGLISH] ?? [];
    this.all = patternOf(Object.values(phrases).flat());
    this.patterns = new Map(
      Object.entries(phrases).map(([language, own]) => [
        language,
        patternOf(language === ENGLISH ? own : [...own, ...english]),
      ]),
    );
  }

  /** @param languageCode such as `de` or `pt-BR` */
  in(text: string, languageCode: string | undefined): RegExpMatchArray[] {
    const [language = ''] = languageCode?.toLowerCase().split('-') ?? [];
    const pattern = this.patterns.get(language) ?? (language ? this.patterns.get(ENGLISH) : undefined);
    return [...text.matchAll(pattern ?? this.all)];
  }
}

/** Longer phrases first, so that a part of one is not found in its place. */
function patternOf(phrases: readonly string[]): RegExp {
  const inOrder = [...phrases].sort((a, b) => b.length - a.length);
  return new RegExp(`${BEFORE}(?:${inOrder.join('|')})${AFTER}`, 'giu');
}
