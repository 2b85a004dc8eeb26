/** Counts how many locations have a value, and which value most of the others have. */
export class Tally {
  private readonly counts = new Map<string, number>();
  private top: string | undefined;
  private total = 0;

  add(value: string): void {
    const count = (this.counts.get(value) ?? 0) + 1;
    this.counts.set(value, count);
    this.total += 1;
    if (this.top === undefined || count > (this.counts.get(this.top) ?? 0)) this.top = value;
  }

  /**
   * The value of more than a share of the others, and of how many; undefined where no value has so many.
   * @param share at least a half, so that only one value can have it
   * @param own the value that the location itself was counted with; undefined: it was not counted
   * @param least with fewer others there is no answer
   */
  common(share: number, own: string | undefined, least: number): Common | undefined {
    const others = this.total - (own === undefined ? 0 : 1);
    if (this.top === undefined || others < least) return undefined;
    const count = (this.counts.get(this.top) ?? 0) - (own === this.top ? 1 : 0);
    return count > others * share ? { value: this.top, count, others } : undefined;
  }
}

export interface Common {
  value: string;
  count: number;
  others: number;
}
