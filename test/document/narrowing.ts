import type { AgreedApi, AgreedInput, AgreedOperation, AgreedSchema } from './agreed-api.ts';

/** Something that callers could rely on and no longer can. */
export interface Narrowing {
  /** A sentence: where and what. */
  what: string;
  /** The change log names one of these, at least. */
  names: string[];
}

/** Who has to keep to a schema: the caller, in what is sent to the API, or the API, in its answers. */
type Side = 'caller' | 'api';

interface Flat {
  types: Set<string>;
  schema: AgreedSchema;
}

/** Rules of which a smaller value leaves less room, and those of which a larger one does. */
const AT_MOST = ['maximum', 'maxLength', 'maxItems'];
const AT_LEAST = ['minimum', 'minLength', 'minItems'];
/** Rules whose every change may leave less room. */
const EXACT = ['pattern', 'format', 'uniqueItems'];

/** What an API no longer promises that was agreed. What is new, or wider for callers, is not named. */
export function narrowingsOf(agreed: AgreedApi, present: AgreedApi): Narrowing[] {
  const found = new Map<string, Narrowing>();
  const compared = new Set<string>();
  for (const [place, was] of Object.entries(agreed.operations)) compareOperations(place, was);
  compareSchemas(agreed.error, present.error, 'api', 'The body of errors', []);
  return [...found.values()];

  function add(where: string, what: string, ...names: string[]): void {
    found.set(`${where} ${what}`, { what: `${where} ${what}`, names });
  }

  function compareOperations(place: string, was: AgreedOperation): void {
    const is = present.operations[place];
    const names = [was.id, place.replace(/^\w+ /, '')];
    if (!is) return add(place, 'is gone', ...names);
    if (is.id !== was.id) add(place, `is no longer called ${was.id}`, ...names);
    if (was.isPublic && !is.isPublic) add(place, 'needs a session now', ...names);
    const [sent, got]: [Side, Side] = was.isSent ? ['api', 'caller'] : ['caller', 'api'];
    compareInputs(place, was.inputs, is.inputs, sent);
    compareInputs(place, was.body ?? {}, is.body ?? {}, sent, names);
    for (const [status, types] of Object.entries(was.answers)) {
      const now = is.answers[status];
      if (!now) add(place, `no longer answers ${status}`, ...names);
      else
        for (const [type, schema] of Object.entries(types))
          if (!now[type]) add(place, `no longer answers ${status} as ${type}`, ...names, type);
          else compareSchemas(schema, now[type], got, `${place} ${status}`, names);
    }
    const errors = new Set([...present.errors, ...is.errors]);
    for (const error of was.isSent ? [] : [...agreed.errors, ...was.errors])
      if (!errors.has(error))
        add(place, `no longer answers ${error}`, ...names, ...error.split(' ').slice(1));
  }

  /** @param of what the change log names in place of each input: of a body it is the operation */
  function compareInputs(
    place: string,
    was: Record<string, AgreedInput>,
    is: Record<string, AgreedInput>,
    side: Side,
    of?: string[],
  ): void {
    for (const [input, { required, schema }] of Object.entries(was)) {
      const now = is[input];
      const names = of ?? [input.replace(/^\w+ /, '')];
      if (!now) add(`${place}: ${input}`, 'is gone', ...names);
      else {
        if (now.required && !required && side === 'caller')
          add(`${place}: ${input}`, 'is needed now', ...names);
        compareSchemas(schema, now.schema, side, `${place}: ${input}`, names);
      }
    }
    for (const [input, { required }] of Object.entries(is))
      if (required && !was[input] && side === 'caller' && (!of || Object.keys(was).length === 0))
        add(`${place}: ${input}`, 'is needed now', ...(of ?? [input.replace(/^\w+ /, '')]));
  }

  function compareSchemas(
    before: AgreedSchema,
    now: AgreedSchema,
    side: Side,
    place: string,
    names: string[],
  ): void {
    const [was, is] = [flat(agreed, before), flat(present, now)];
    const pair = [was.name, is.name, side].join(' ');
    if (was.name !== undefined && compared.has(pair)) return;
    compared.add(pair);
    const where = was.name ?? place;
    // Callers may send fewer types, or get more.
    const [all, left] = side === 'caller' ? [was.types, is.types] : [is.types, was.types];
    for (const type of all)
      if (!left.has(type))
        add(where, side === 'caller' ? `takes no ${type}` : `may be ${type} now`, ...names);
    compareValues(was.schema, is.schema, side, where, names);
    if (side === 'caller') compareLimits(was.schema, is.schema, where, names);
    compareProperties(was.schema, is.schema, side, where);
    if (was.schema.items && is.schema.items)
      compareSchemas(was.schema.items, is.schema.items, side, `${where}[]`, names);
  }

  function compareValues(
    was: AgreedSchema,
    is: AgreedSchema,
    side: Side,
    where: string,
    names: string[],
  ): void {
    for (const value of was.enum ?? [])
      if (is.enum && !is.enum.includes(value))
        add(where, `no longer has the value ${String(value)}`, ...names, String(value));
    if (side === 'caller' && is.enum && !was.enum) add(where, 'takes certain values alone', ...names);
    if (side === 'api' && was.enum && !is.enum) add(where, 'may have any value now', ...names);
  }

  function compareLimits(was: AgreedSchema, is: AgreedSchema, where: string, names: string[]): void {
    const limit = (schema: AgreedSchema, rule: string, otherwise: number) =>
      Number(schema[rule] ?? otherwise);
    for (const rule of AT_MOST)
      if (limit(is, rule, Infinity) < limit(was, rule, Infinity))
        add(where, `has a lower ${rule}: ${limit(is, rule, 0)}`, ...names);
    for (const rule of AT_LEAST)
      if (limit(is, rule, -Infinity) > limit(was, rule, rule === 'minimum' ? -Infinity : 0))
        add(where, `has a higher ${rule}: ${limit(is, rule, 0)}`, ...names);
    for (const rule of EXACT)
      if (is[rule] !== undefined && is[rule] !== was[rule])
        add(where, `has another ${rule}: ${JSON.stringify(is[rule])}`, ...names);
    if (was.additionalProperties === true && is.additionalProperties !== true)
      add(where, 'takes named properties alone', ...names);
  }

  function compareProperties(was: AgreedSchema, is: AgreedSchema, side: Side, where: string): void {
    const needs = (schema: AgreedSchema, name: string) => schema.required?.includes(name) === true;
    for (const [name, schema] of Object.entries(was.properties ?? {})) {
      const now = is.properties?.[name];
      if (!now) add(`${where}.${name}`, 'is gone', name);
      else {
        if (side === 'api' && needs(was, name) && !needs(is, name))
          add(`${where}.${name}`, 'may be left out now', name);
        compareSchemas(schema, now, side, `${where}.${name}`, [name]);
      }
    }
    for (const name of is.required ?? [])
      if (side === 'caller' && !needs(was, name)) add(`${where}.${name}`, 'is needed now', name);
  }
}

/** A schema itself, whatever stands in between, and all types that it allows. */
function flat(api: AgreedApi, { $ref, allOf, anyOf, type, ...own }: AgreedSchema): Flat & { name?: string } {
  const name = $ref?.split('/').at(-1);
  const inner = [
    ...(name === undefined ? [] : [api.schemas[name] ?? {}]),
    ...(allOf ?? []),
    ...(anyOf ?? []),
  ];
  const parts = inner.map((each) => flat(api, each));
  const types = new Set([type ?? []].flat());
  for (const part of parts) for (const each of part.types) types.add(each);
  const schema = Object.assign({}, ...parts.map((part) => part.schema), own) as AgreedSchema;
  return { name: name ?? parts.find((part) => part.name !== undefined)?.name, types, schema };
}

/** Those that no line of the newest section of a change log names. */
export function unnamed(narrowings: Narrowing[], changelog: string): Narrowing[] {
  const [, newest = ''] = changelog.split(/^## /m);
  const isNamed = (name: string) =>
    new RegExp(`(?<![\\w/-])${name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\w/-])`).test(newest);
  return narrowings.filter(({ names }) => !names.some(isNamed));
}
