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

/** One answer as the document describes it. */
export interface DocumentedAnswer {
  description: string;
  /** The media types of its body; none: it has no body. */
  types: string[];
  /** Where the schema of its JSON body is, as a pointer into the document; undefined: it has none. */
  schemaAt: string | undefined;
}

/** One operation as the document describes it. */
export interface DocumentedOperation {
  /** Its `operationId`. */
  id: string;
  method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** With `{name}` in place of each path parameter. */
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** By status. */
  answers: Map<number, DocumentedAnswer>;
  isPublic: boolean;
}

interface PathItem {
  operationId: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response | { $ref: string }>;
}

interface Response {
  description: string;
  content?: Content;
}

export interface ApiDocument {
  info: { description: string };
  paths: Record<string, Record<string, PathItem>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
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
        Object.entries(item.responses).map(([status, response]) => [
          Number(status),
          answerOf(document, response, ['paths', path, method, 'responses', status]),
        ]),
      ),
      isPublic: !item.security?.length,
    })),
  );
}

/** An answer, which stands in its operation or, where several operations have it, among the components. */
function answerOf(document: ApiDocument, own: Response | { $ref: string }, at: string[]): DocumentedAnswer {
  if ('$ref' in own) {
    const name = nameOf(own.$ref);
    const shared = document.components.responses[name];
    if (!shared) throw new Error(`The document has no response ${name}.`);
    return answerOf(document, shared, ['components', 'responses', name]);
  }
  const { description, content = {} } = own;
  return {
    description,
    types: Object.keys(content),
    schemaAt: content[JSON_TYPE] && pointerTo([...at, 'content', JSON_TYPE, 'schema']),
  };
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** A JSON pointer, as the fragment of an address. */
export function pointerTo(parts: readonly string[]): string {
  return parts.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/');
}

/** The schema itself, whatever stands in between, without the null that may stand in its place. */
export function resolved(document: ApiDocument, schema: Schema): Omit<Schema, 'type'> & { type?: Type } {
  const { $ref, allOf, anyOf, type, ...own } = schema;
  const name = $ref === undefined ? undefined : nameOf($ref);
  const meant =
    name === undefined
      ? (allOf?.[0] ?? anyOf?.find((choice) => choice.type !== 'null'))
      : document.components.schemas[name];
  if (name !== undefined && meant === undefined) throw new Error(`The document has no schema ${name}.`);
  const single = Array.isArray(type) ? type[0] : type;
  return { ...(meant && resolved(document, meant)), ...(single && { type: single }), ...own };
}
