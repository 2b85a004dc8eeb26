import { invalidArgument } from '../google-error.js';
import type { Location } from '../model.js';

type Test = (location: Location) => boolean;
type Values = (location: Location) => string[];

const refuse = (description: string) => invalidArgument('information', [{ field: 'filter', description }]);

/** The fields that a filter may name, and what of a location it is compared with. */
const FIELDS: Record<string, Values> = {
  title: ({ fields }) => [fields.title],
  storecode: ({ fields }) => some(fields.storeCode),
  labels: ({ fields }) => fields.labels ?? [],
  categories: ({ fields }) =>
    [fields.categories.primaryCategory, ...(fields.categories.additionalCategories ?? [])].map(({ name }) =>
      name.replace('categories/gcid:', ''),
    ),
  'phone_numbers.primary_phone': ({ fields }) =>
    some(fields.phoneNumbers?.primaryPhone?.replace(/[ ()-]/g, '')),
  'storefront_address.region_code': ({ fields }) => some(fields.storefrontAddress?.regionCode),
  'storefront_address.administrative_area': ({ fields }) =>
    some(fields.storefrontAddress?.administrativeArea),
  'storefront_address.locality': ({ fields }) => some(fields.storefrontAddress?.locality),
  'storefront_address.postal_code': ({ fields }) => some(fields.storefrontAddress?.postalCode),
  'metadata.place_id': ({ id }) => [`ChIJ${id}`],
  'openinfo.status': ({ fields }) => some(fields.openInfo?.status),
};

/**
 * A filter such as `title:"bakery" AND (categories="cafe" OR categories="bar")`: `:` finds a part, `=` the whole or,
 * of a title, a whole word. AND joins fields, OR joins values of one field.
 * @throws GoogleError 400.
 */
export function readFilter(filter: string): Test {
  const groups = filter
    .trim()
    .split(/\s+AND\s+/i)
    .map((group) => group.trim().replace(/^\((.*)\)$/, '$1'));
  const tests = groups.map((group) => {
    const clauses = group.split(/\s+OR\s+/i).map(readClause);
    if (new Set(clauses.map(({ name }) => name)).size > 1)
      throw refuse('OR is supported within one field only.');
    return (location: Location) => clauses.some(({ test }) => test(location));
  });
  return (location) => tests.every((test) => test(location));
}

function readClause(clause: string): { name: string; test: Test } {
  const [, field = '', operator, quoted, bare] =
    /^([\w.]+)\s*([:=])\s*(?:"([^"]*)"|(\S+))$/.exec(clause.trim()) ?? [];
  const name = field.toLowerCase();
  const valuesOf = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  const wanted = (quoted ?? bare ?? '').toLowerCase();
  if (!valuesOf || wanted === '') throw refuse('Invalid filter.');
  const matches = (value: string): boolean => {
    const lower = value.toLowerCase();
    if (operator === ':') return lower.includes(wanted);
    return lower === wanted || (name === 'title' && lower.split(/[^\p{L}\p{N}]+/u).includes(wanted));
  };
  return { name, test: (location) => valuesOf(location).some(matches) };
}

/** `title` or `store_code`, perhaps with ` desc`; without one the list is as it is. @throws GoogleError 400. */
export function sortLocations(locations: Location[], orderBy: string | null): Location[] {
  if (!orderBy) return locations;
  const [, field, desc] = /^(title|store_code|storeCode)( desc)?$/.exec(orderBy.trim()) ?? [];
  if (!field) throw invalidArgument('information', [{ field: 'order_by', description: 'Invalid order by.' }]);
  const keyOf = ({ fields }: Location) => (field === 'title' ? fields.title : (fields.storeCode ?? ''));
  const direction = desc ? -1 : 1;
  return [...locations].sort((a, b) => direction * keyOf(a).localeCompare(keyOf(b), 'en'));
}

function some(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
