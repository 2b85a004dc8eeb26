/** A source of chance, the same for the same seed. */
export interface Chance {
  /** A whole number from 0 up to, but not including, a limit. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

/** The chance of a seed: a number, or any text. */
export function createChance(seed: number | string): Chance {
  const random = createRandom(typeof seed === 'string' ? hash(seed) : seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return { below, pick: <T>(list: readonly T[]) => list[below(list.length)] as T };
}

/** A number from 0 up to 1 that depends only on the text. */
export function numberFor(text: string): number {
  return createRandom(hash(text))();
}

/** A source of numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
