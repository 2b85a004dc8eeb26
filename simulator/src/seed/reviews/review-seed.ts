import type { Stars } from '../../reviews/review.js';

/** A review of the made-up world, in the words of somebody of the public. */
export interface ReviewSeed {
  /** How old it is when its world begins. */
  age: `${number} h` | `${number} d`;
  /** None: somebody without a name. */
  by?: string;
  stars: Stars;
  /** None: stars alone. */
  text?: string;
  /** Google's translation of a text in another language. */
  english?: string;
  /** What its photos show. */
  photos?: readonly string[];
  /** What the owner answered. */
  reply?: string;
  /** Google's reason for which it refused the reply. */
  refused?: string;
}
