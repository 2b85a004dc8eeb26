import {
  type ApiDocument,
  type DocumentedOperation,
  type Parameter,
  resolved,
  type Schema,
} from '../support/api-document.ts';
import type { Random } from './random.ts';

/** What a person can name, and may. */
export interface Belongings {
  email: string;
  password: string;
  posts: string[];
  /** Those of them that can be tried again. */
  failedPosts: string[];
  locations: string[];
  accounts: string[];
  /** Whether their places are Google's, so that an address cannot be changed here. */
  isConnected: boolean;
}

/** A request in parts, before it is written down. */
export interface RequestParts {
  operation: DocumentedOperation;
  /** Values of the path parameters, as they are meant. */
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** Undefined: none. */
  body: unknown;
}

const DAY_MS = 24 * 60 * 60_000;
/** How often a part that may be left out is there. */
const OPTIONAL_SHARE = 0.5;

type Make = (of: Belongings, random: Random) => unknown;

/** A moment in the next days, in one of the spellings that are allowed. */
const soon: Make = (_, random) => {
  const instant = new Date(Date.now() + DAY_MS * (1 + random.below(300))).toISOString();
  return random.pick([instant, instant.replace(/\.\d+Z/, 'Z'), instant.replace('Z', '+00:00')]);
};

/** What the document does not say of a field: `Schema.field`, or the name alone wherever it stands. */
const FIELDS: Record<string, Make> = {
  'SignUpDto.email': (_, random) => `fuzz-${random.below(1e9)}-${random.below(1e9)}@example.com`,
  email: ({ email }) => email,
  password: ({ password }) => password,
  confirmation: ({ email }) => email,
  locationId: ({ locations }, random) => random.pick(locations),
  accountId: ({ accounts }, random) => random.pick(accounts),
  postId: ({ posts }, random) => random.pick(posts),
  'RetryPostsDto.ids': ({ posts, failedPosts }, random) => [
    random.pick(failedPosts.length > 0 ? failedPosts : posts),
  ],
  publishAt: soon,
  from: soon,
  to: soon,
  timeZone: (_, random) => random.pick(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York']),
  // After every publish time.
  year: () => new Date().getUTCFullYear() + 2,
  search: (_, random) => random.pick(['bakery', 'a', 'Hearth & Crumb', '%', 'ß']),
  limit: (_, random) => random.pick(['1', '7', '100']),
  attempt: () => crypto.randomUUID(),
  'Idempotency-Key': (_, random) => `key-${random.below(40)}`,
};

/** What only the first page has, and what only some versions have: leaving it out is right. */
const LEFT_OUT = ['cursor', 'version'];

/** Which part of a post's content belongs to which type. */
const PARTS_OF_TYPE: Record<string, string[]> = {
  STANDARD: [],
  CALL_TO_ACTION: ['callToAction'],
  EVENT: ['event'],
  OFFER: ['offer', 'event'],
};

/** Texts that have to mean something, although the document says no more than that they are texts. */
const MEANINGFUL = /(Id|Ur[il]|url|^timeZone|^publishAt|^from|^to|^confirmation|^cursor|^Idempotency-Key)$/;

/** Makes requests that the document and the rules of the API allow. */
export class RightRequests {
  private readonly document: ApiDocument;
  private readonly random: Random;
  private text: string | undefined;

  constructor(document: ApiDocument, random: Random) {
    this.document = document;
    this.random = random;
  }

  /**
   * One request of an operation by somebody who owns these.
   * @param text stands wherever any text may stand
   */
  of(operation: DocumentedOperation, belongings: Belongings, text?: string): RequestParts {
    this.text = text;
    const given = operation.parameters.filter(({ name, required, schema }) =>
      this.isThere(name, required, schema),
    );
    const valuesIn = (place: Parameter['in']) =>
      given
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema }): [string, string] => [
          name,
          String(
            place === 'path' ? this.idIn(operation, belongings) : this.field(name, '', schema, belongings),
          ),
        ]);
    return {
      operation,
      path: Object.fromEntries(valuesIn('path')),
      query: valuesIn('query'),
      headers: Object.fromEntries(valuesIn('header')),
      body: operation.body && this.value(operation.body, '', belongings),
    };
  }

  /** Paths name a thing by the collection that it lies in. */
  private idIn({ path }: DocumentedOperation, belongings: Belongings): string {
    const { posts, failedPosts, locations, accounts } = belongings;
    if (path.endsWith('/retry') && failedPosts.length > 0) return this.random.pick(failedPosts);
    const collection = /\/(\w+)\/\{\w+\}/.exec(path)?.[1];
    const ids = { posts, locations, accounts }[collection ?? ''];
    if (!ids) throw new Error(`${path} names a thing that this knows nothing of: give it ids.`);
    return this.random.pick(ids);
  }

  /** What may be left out is there half of the time, and always if it is what this request is about. */
  private isThere(name: string, required: boolean | undefined, schema: Schema): boolean {
    if (required || (this.text !== undefined && this.isFreeText(name, schema))) return true;
    return !LEFT_OUT.includes(name) && this.random.chance(OPTIONAL_SHARE);
  }

  private isFreeText(name: string, schema: Schema): boolean {
    const { type, enum: values, format, pattern = '\\S' } = resolved(this.document, schema);
    return type === 'string' && !values && !format && pattern === '\\S' && !MEANINGFUL.test(name);
  }

  private field(name: string, owner: string, schema: Schema, belongings: Belongings): unknown {
    if (this.text !== undefined && this.isFreeText(name, schema)) return this.text;
    const make = FIELDS[`${owner}.${name}`] ?? FIELDS[name];
    return make ? make(belongings, this.random) : this.value(schema, name, belongings);
  }

  private value(schema: Schema, name: string, belongings: Belongings): unknown {
    const meant = resolved(this.document, schema);
    if (meant.enum) return this.random.pick(meant.enum);
    if (meant.properties) return this.object(nameOf(schema), meant, belongings);
    if (meant.example !== undefined) return meant.example;
    switch (meant.type) {
      case 'array':
        return meant.items ? [this.value(meant.items, name, belongings)] : [];
      case 'number':
      case 'integer':
        return meant.minimum ?? 1;
      case 'boolean':
        return this.random.chance(0.5);
      default:
        return `some ${name}`;
    }
  }

  private object(schemaName: string, schema: Schema, belongings: Belongings): Record<string, unknown> {
    const { properties = {}, required = [] } = schema;
    const made: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(properties)) {
      if (schemaName === 'UpdateLocationDto' && name === 'address' && belongings.isConnected) continue;
      if (this.isThere(name, required.includes(name), inner))
        made[name] = this.field(name, schemaName, inner, belongings);
    }
    if (schemaName === 'OpeningPeriodDto') made.closeDay = made.openDay;
    return schemaName === 'PostBodyDto' ? this.fittingParts(made, properties, belongings) : made;
  }

  /** A post has the parts of its type, and a call button has no link. */
  private fittingParts(
    made: Record<string, unknown>,
    properties: Record<string, Schema>,
    belongings: Belongings,
  ): Record<string, unknown> {
    const { callToAction, event, offer, ...fitting } = made;
    const parts: Record<string, unknown> = { callToAction, event, offer };
    for (const part of PARTS_OF_TYPE[String(made.topicType)] ?? []) {
      const content = parts[part] ?? this.value(properties[part] ?? {}, part, belongings);
      const { actionType, ...others } = content as Record<string, unknown>;
      fitting[part] =
        actionType === 'CALL' ? { actionType } : { ...(actionType ? { actionType } : {}), ...others };
    }
    return fitting;
  }
}

function nameOf({ $ref, allOf }: Schema): string {
  return ($ref ?? allOf?.[0]?.$ref)?.split('/').at(-1) ?? '';
}

/** Method, path and query of a request; each part is escaped as a browser would. */
export function targetOf({ operation, path, query }: RequestParts): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => escaped(path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

/** Half a character becomes the bytes that it would have, which are no text. */
function escaped(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : `${encodeURIComponent(text.toWellFormed())}%ED%A0%80`;
}
