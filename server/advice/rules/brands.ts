import { areGeneral } from './words/general-words.js';

/** How many words of a name are looked at. */
const MAX_WORDS = 5;
/** So many locations make a brand. */
const MIN_LOCATIONS = 3;
/** A further word belongs to the brand if more than this share of the names have it. */
const SHARE = 0.8;

interface Beginning {
  count: number;
  /** The word that most names have next. */
  next: string | undefined;
}

/** Finds the part that the names of a group of locations begin with: `hearth & crumb` of “Hearth & Crumb Leeds”. */
export class Brands {
  private readonly beginnings = new Map<string, Beginning>();

  /** @param words of a name, without those of its place */
  add(words: readonly string[]): void {
    for (let length = 1; length <= Math.min(words.length, MAX_WORDS); length++) {
      const part = words.slice(0, length);
      const key = part.join(' ');
      const count = (this.beginnings.get(key)?.count ?? 0) + 1;
      this.beginnings.set(key, { count, next: this.beginnings.get(key)?.next });
      const before = this.beginnings.get(part.slice(0, -1).join(' '));
      if (before && count >= this.countOf(part.slice(0, -1), before.next)) before.next = part.at(-1);
    }
  }

  /** The words of the brand that a name belongs to; undefined where too few names begin like it. */
  of(words: readonly string[]): string[] | undefined {
    for (let length = 1; length <= Math.min(words.length, MAX_WORDS); length++) {
      const part = words.slice(0, length);
      if ((this.beginnings.get(part.join(' '))?.count ?? 0) < MIN_LOCATIONS) return undefined;
      if (!areGeneral(part)) return this.completed(part);
    }
    return undefined;
  }

  private completed(part: readonly string[]): string[] {
    let brand = [...part];
    for (;;) {
      const here = this.beginnings.get(brand.join(' '));
      if (here?.next === undefined || this.countOf(brand, here.next) <= here.count * SHARE) return brand;
      brand = [...brand, here.next];
    }
  }

  private countOf(part: readonly string[], next: string | undefined): number {
    return next === undefined ? 0 : (this.beginnings.get([...part, next].join(' '))?.count ?? 0);
  }
}
