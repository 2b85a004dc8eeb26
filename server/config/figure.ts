const NUMBER = new Intl.NumberFormat('en-US');

/** A number as a sentence has it: `10,000`. */
export function figure(count: number): string {
  return NUMBER.format(count);
}
