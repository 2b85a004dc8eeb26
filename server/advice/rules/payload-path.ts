/**
 * What a payload has at a path such as `categories.additionalCategories[0].name`; null where there is nothing.
 */
export function valueAt(payload: object, path: string): unknown {
  let value: unknown = payload;
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    if (typeof value !== 'object' || value === null) return null;
    value = Object.hasOwn(value, part) ? (value as Record<string, unknown>)[part] : undefined;
  }
  return value ?? null;
}
