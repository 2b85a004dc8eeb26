/**
 * Freezes a constant and every list and plain object within it, so that no module that imports it can change it for all
 * others. (For a list of plain values `Object.freeze` is enough.)
 */
export function frozen<T>(value: T): T {
  if (isPlain(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function isPlain(value: unknown): value is object {
  return (
    Array.isArray(value) ||
    (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
  );
}
