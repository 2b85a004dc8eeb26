import type { LocationFields } from '../model.js';

/** The smallest parts of a location that Google's documentation names as fields: masks, differences and the journal use these paths. */
export const FIELD_PATHS = Object.freeze([
  'title',
  'storeCode',
  'languageCode',
  'labels',
  'phoneNumbers.primaryPhone',
  'phoneNumbers.additionalPhones',
  'categories',
  'storefrontAddress',
  'websiteUri',
  'regularHours',
  'specialHours',
  'moreHours',
  'serviceArea',
  'serviceItems',
  'adWordsLocationExtensions',
  'relationshipData',
  'openInfo.status',
  'openInfo.openingDate',
  'profile.description',
  'latlng',
] as const);

export type FieldPath = (typeof FIELD_PATHS)[number];

/** Fields of a location; null clears one. Of phone numbers, opening state and profile only the named parts change. */
export type FieldChanges = { [Name in keyof LocationFields]?: Partial<LocationFields[Name]> | null };

/** The fields that a path of a mask covers: `phoneNumbers` has two, `storefrontAddress.locality` is a part of one. */
export function fieldsCovered(path: string): FieldPath[] {
  return FIELD_PATHS.filter(
    (field) => field === path || field.startsWith(`${path}.`) || path.startsWith(`${field}.`),
  );
}

/** The new value of each field that is to change; undefined clears it. @throws Error for a field that there is not. */
export function valuesOf(changes: FieldChanges): [FieldPath, unknown][] {
  return Object.entries(changes).flatMap(([name, value]: [string, unknown]) => {
    const paths = FIELD_PATHS.filter((path) => path === name || path.startsWith(`${name}.`));
    if (paths.length === 0) throw new Error(`There is no field ${name}.`);
    return paths.flatMap((path): [FieldPath, unknown][] => {
      if (path === name || value === null) return [[path, value ?? undefined]];
      const part = path.slice(name.length + 1);
      const parts = value as Record<string, unknown>;
      return Object.hasOwn(parts, part) ? [[path, parts[part] ?? undefined]] : [];
    });
  });
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
export function put(resource: object, path: string, value: unknown): void {
  const target = resource as Record<string, unknown>;
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    const inner = target[first];
    const copy = typeof inner === 'object' && inner !== null ? { ...inner } : {};
    put(copy, rest.join('.'), value);
    if (Object.keys(copy).length > 0) target[first] = copy;
    else delete target[first];
  } else if (value === undefined) delete target[first];
  else target[first] = value;
}
