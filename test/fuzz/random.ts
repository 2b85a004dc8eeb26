import { createRandom, numberFor } from '../../dist/server/embedded/google-simulator/seeded-random.js';

/** Choices that are the same for the same seed. */
export class Random {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = createRandom(seed);
  }

  /** Choices that depend on the text alone. */
  static of(text: string): Random {
    return new Random(numberFor(text) * 2 ** 32);
  }

  /** A whole number from 0 up to `end`, which is left out. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** True in that share of cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Choice>(choices: readonly Choice[]): Choice {
    const chosen = choices[this.below(choices.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from.');
    return chosen;
  }
}
