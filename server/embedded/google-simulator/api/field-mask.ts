/** The paths of a field mask, such as `title,phoneNumbers.primaryPhone`; none for a missing or empty one. */
export function readMask(text: string | null): string[] {
  const paths = (text ?? '').split(',').map((path) => path.trim());
  return [...new Set(paths.filter(Boolean))];
}

/** The masked parts of a resource. What it does not have is left out. */
export function pick(resource: object, paths: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const path of paths) {
    const value = valueAt(resource, path);
    if (value !== undefined) put(picked, path, value);
  }
  return picked;
}

/** The value at a path; undefined where there is none. */
export function valueAt(resource: unknown, path: string): unknown {
  let value = resource;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Puts a value at a path, or takes it away if it is undefined. The path must be one of a known list. */
export function put(resource: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    const inner = resource[first];
    const copy = typeof inner === 'object' && inner !== null ? { ...inner } : {};
    put(copy, rest.join('.'), value);
    if (Object.keys(copy).length > 0) resource[first] = copy;
    else delete resource[first];
  } else if (value === undefined) delete resource[first];
  else resource[first] = value;
}
