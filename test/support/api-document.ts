/** What is used of a schema of the OpenAPI document. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  nullable?: boolean;
  enum?: unknown[];
  example?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

export interface Parameter {
  in: 'path' | 'query' | 'header' | 'cookie';
  name: string;
  required?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema: Schema } | undefined>;

/** One operation as the document describes it. */
export interface DocumentedOperation {
  /** Its `operationId`. */
  id: string;
  method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** With `{name}` in place of each path parameter. */
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** By status; what has no JSON content has no schema. */
  answers: Map<number, Schema | undefined>;
  isPublic: boolean;
}

interface PathItem {
  operationId: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, PathItem>>;
  components: { schemas: Record<string, Schema> };
}

const JSON_TYPE = 'application/json';

/** Every operation of an OpenAPI document. */
export function operationsIn(document: ApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, item]) => ({
      id: item.operationId,
      method: method as DocumentedOperation['method'],
      path,
      parameters: item.parameters ?? [],
      body: item.requestBody?.content[JSON_TYPE]?.schema,
      answers: new Map(
        Object.entries(item.responses).map(([status, { content }]) => [
          Number(status),
          content?.[JSON_TYPE]?.schema,
        ]),
      ),
      isPublic: item.security === undefined,
    })),
  );
}

/** The schema itself, whatever stands in between. */
export function resolved(document: ApiDocument, schema: Schema): Schema {
  const { $ref, allOf, ...own } = schema;
  const name = $ref?.split('/').at(-1);
  const meant = name === undefined ? allOf?.[0] : document.components.schemas[name];
  if (name !== undefined && meant === undefined) throw new Error(`The document has no schema ${name}.`);
  return meant === undefined ? own : { ...resolved(document, meant), ...own };
}

/**
 * In what a JSON value differs from a schema, one line for each difference: types, values, what is missing, and every
 * name that the schema does not know.
 */
export function differencesFrom(
  document: ApiDocument,
  schema: Schema,
  value: unknown,
  path = 'the answer',
): string[] {
  const meant = resolved(document, schema);
  if (value === null) return meant.nullable ? [] : [`${path} is null`];
  if (meant.enum && !meant.enum.includes(value)) return [`${path} is ${JSON.stringify(value)}`];
  switch (meant.type) {
    case 'array':
      if (!Array.isArray(value)) return [`${path} is no list`];
      return [
        ...new Set(value.flatMap((item) => differencesFrom(document, meant.items ?? {}, item, `${path}[]`))),
      ];
    case 'object':
      return differencesOfObject(document, meant, value, path);
    case 'integer':
    case 'number':
      return typeof value === 'number' ? [] : [`${path} is no number`];
    case 'string':
    case 'boolean':
      return typeof value === meant.type ? [] : [`${path} is no ${meant.type}`];
    case undefined:
      return [`${path} has no documented type`];
  }
}

function differencesOfObject(
  document: ApiDocument,
  { properties = {}, required = [], additionalProperties }: Schema,
  value: unknown,
  path: string,
): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`];
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const within = Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) return differencesFrom(document, known, inner, `${path}.${name}`);
    if (typeof additionalProperties === 'object')
      return differencesFrom(document, additionalProperties, inner, `${path}.${name}`);
    return additionalProperties === true ? [] : [`${path}.${name} is not documented`];
  });
  return [...missing.map((name) => `${path}.${name} is missing`), ...within];
}
