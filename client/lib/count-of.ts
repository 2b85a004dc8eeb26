const NUMBER = new Intl.NumberFormat('en-GB');

/** A number as people read it: `10,000`. */
export function figure(value: number): string {
  return NUMBER.format(value);
}

/** A number with its noun: `1 location`, `10,000 locations`. */
export function countOf(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}
