import { invalidPayload, type FieldViolation } from '../errors.js';
import { isObject, readObject, type JsonObject } from './request-format.js';

/** What may stand at one place of a request's body. `object`: any object, which is ignored. `any`: any plain value. */
export type Schema =
  | 'string'
  | 'integer'
  | 'int64'
  | 'number'
  | 'boolean'
  | 'object'
  | 'any'
  | { readonly enum: readonly string[]; readonly type: string }
  | { readonly list: Schema }
  | { readonly fields: Readonly<Record<string, Schema>> };

const TYPES = Object.freeze({
  string: 'TYPE_STRING',
  integer: 'TYPE_INT32',
  int64: 'TYPE_INT64',
  number: 'TYPE_DOUBLE',
  boolean: 'TYPE_BOOL',
  object: 'TYPE_MESSAGE',
  any: 'google.protobuf.Value',
} as const);

/**
 * The object in a body, which must fit the schema; `path` names it in faults.
 * @throws GoogleError 400 that names every part that Google's servers refuse to read.
 */
export function readPayload(body: string, schema: Schema, path: string): JsonObject {
  const read = readObject(body);
  if (!read) throw invalidPayload([{ field: path, description: 'Invalid JSON payload received.' }]);
  const wrong = unreadableParts(read, schema, path);
  if (wrong.length > 0) throw invalidPayload(wrong);
  return read;
}

/**
 * What of a body Google's servers refuse to read, before any rule: names that there are not, at any depth, and values
 * of a wrong type. Null is the same as nothing.
 */
function unreadableParts(value: unknown, schema: Schema, path: string): FieldViolation[] {
  if (value === undefined || value === null) return [];
  if (typeof schema === 'string') return isOfType(value, schema) ? [] : [wrong(path, TYPES[schema], value)];
  if ('enum' in schema)
    return schema.enum.some((known) => known === value) ? [] : [wrong(path, schema.type, value)];
  if ('list' in schema) {
    if (!Array.isArray(value)) return [wrong(path, 'TYPE_MESSAGE', value)];
    return value.flatMap((item, at) => unreadableParts(item, schema.list, `${path}[${at}]`));
  }
  if (!isObject(value)) return [wrong(path, TYPES.object, value)];
  return Object.entries(value).flatMap(([name, part]) => {
    const inner = Object.hasOwn(schema.fields, name) ? schema.fields[name] : undefined;
    if (inner) return unreadableParts(part, inner, `${path}.${snakeCase(name)}`);
    const description = `Invalid JSON payload received. Unknown name "${name}" at '${path}': Cannot find field.`;
    return [{ field: path, description }];
  });
}

/** The schema at a path of a mask; undefined where there is nothing, or for a path into a list. */
export function schemaAt(schema: Schema, path: string): Schema | undefined {
  return path.split('.').reduce<Schema | undefined>((outer, name) => {
    if (typeof outer !== 'object' || !('fields' in outer)) return undefined;
    return Object.hasOwn(outer.fields, name) ? outer.fields[name] : undefined;
  }, schema);
}

/** A body without the names that hold null or an empty text, which is the same as leaving them out. */
export function withoutUnset(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnset);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== '');
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutUnset(part)]));
}

function isOfType(value: unknown, type: keyof typeof TYPES): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'int64':
      return Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value));
    case 'object':
      return isObject(value);
    case 'any':
      return typeof value !== 'object';
    default:
      return typeof value === type;
  }
}

function wrong(path: string, type: string, value: unknown): FieldViolation {
  return { field: path, description: `Invalid value at '${path}' (${type}), ${JSON.stringify(value)}` };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
