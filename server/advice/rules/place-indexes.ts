/** How many other locations an answer names at most. */
export const MAX_OTHERS = 20;

/** Other locations: how many addresses they have, and the ids of the first ones. */
export interface Others {
  addresses: number;
  ids: string[];
}

const NONE: Others = Object.freeze({ addresses: 0, ids: [] });

/** Which addresses share a value, such as a phone number. */
export class AddressIndex {
  private readonly addresses = new Map<string, Map<string, string>>();

  add(value: string, address: string, id: string): void {
    const known = this.addresses.get(value) ?? new Map<string, string>();
    this.addresses.set(value, known);
    if (!known.has(address)) known.set(address, id);
  }

  /** The locations with the same value at other addresses. */
  elsewhere(value: string, address: string, id: string): Others {
    const known = this.addresses.get(value);
    if (!known) return NONE;
    const ids: string[] = [];
    let isOwnThere = false;
    for (const [other, first] of known) {
      if (other === address || first === id) isOwnThere = true;
      else ids.push(first);
      if (ids.length === MAX_OTHERS) break;
    }
    return { addresses: ids.length === MAX_OTHERS ? known.size - 1 : known.size - (isOwnThere ? 1 : 0), ids };
  }
}

/** Locations with the same values: the first ones of each. */
export class TwinIndex {
  private readonly twins = new Map<string, { id: string; words: readonly string[] }[]>();

  add(key: string, id: string, words: readonly string[]): void {
    const known = this.twins.get(key) ?? [];
    this.twins.set(key, known);
    if (known.length <= MAX_OTHERS) known.push({ id, words });
  }

  /** Those whose name begins with the other's. */
  of(key: string, id: string, words: readonly string[]): string[] {
    return (this.twins.get(key) ?? [])
      .filter((other) => other.id !== id && isBeginning(words, other.words))
      .map((other) => other.id);
  }
}

function isBeginning(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return length > 0 && one.slice(0, length).every((word, index) => word === other[index]);
}
