import { numbersIn } from './formats';

/** A number as people read it: `10,000`. */
export const figure = numbersIn();

/** Google's average of stars: `4.6`. */
export const ratingWords = numbersIn({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A share from 0 to 1: `46%`. */
export const shareWords = numbersIn({ style: 'percent', maximumFractionDigits: 0 });

/** A number with its noun: `1 location`, `10,000 locations`. */
export function countOf(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}
