type Type = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** What is used of a schema of the OpenAPI document. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  type?: Type | [Type, 'null'];
  enum?: unknown[];
  example?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  maxLength?: number;
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
  /** By status. */
  descriptions: Map<number, string>;
  isPublic: boolean;
}

interface PathItem {
  operationId: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; content?: Content }>;
}

export interface ApiDocument {
  info: { description: string };
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
      descriptions: new Map(
        Object.entries(item.responses).map(([status, { description = '' }]) => [Number(status), description]),
      ),
      isPublic: !item.security?.length,
    })),
  );
}

/** The schema itself, whatever stands in between, without the null that may stand in its place. */
export function resolved(document: ApiDocument, schema: Schema): Omit<Schema, 'type'> & { type?: Type } {
  const { $ref, allOf, anyOf, type, ...own } = schema;
  const name = $ref?.split('/').at(-1);
  const meant =
    name === undefined
      ? (allOf?.[0] ?? anyOf?.find((choice) => choice.type !== 'null'))
      : document.components.schemas[name];
  if (name !== undefined && meant === undefined) throw new Error(`The document has no schema ${name}.`);
  const single = Array.isArray(type) ? type[0] : type;
  return { ...(meant && resolved(document, meant)), ...(single && { type: single }), ...own };
}
