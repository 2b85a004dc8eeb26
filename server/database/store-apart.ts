import { isUnstorable } from '../errors/database-errors.js';

/** An item that was not stored, and why. */
export interface LeftOut<Item> {
  item: Item;
  error: unknown;
}

/**
 * Stores items together. Where one of them cannot be stored, the two halves are stored apart, and so on, so that only
 * items that cannot be stored are left out. One such item costs about twice as many transactions as the number of items has bits.
 * @param store in a transaction of its own, so that nothing stays of items that it throws for; called for no items as well
 * @returns what was left out. Errors: those of `store` that say nothing about an item.
 */
export async function storeApart<Item>(
  items: readonly Item[],
  store: (items: readonly Item[]) => Promise<void>,
): Promise<LeftOut<Item>[]> {
  try {
    await store(items);
    return [];
  } catch (error) {
    const [item] = items;
    if (item === undefined || !isUnstorable(error)) throw error;
    if (items.length === 1) return [{ item, error }];
    const middle = Math.ceil(items.length / 2);
    return [
      ...(await storeApart(items.slice(0, middle), store)),
      ...(await storeApart(items.slice(middle), store)),
    ];
  }
}
