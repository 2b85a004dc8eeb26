/** What a schema of the API document may say, without its words. */
export interface AgreedSchema {
  $ref?: string;
  allOf?: AgreedSchema[];
  anyOf?: AgreedSchema[];
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, AgreedSchema>;
  required?: string[];
  additionalProperties?: boolean | AgreedSchema;
  items?: AgreedSchema;
  [rule: string]: unknown;
}

/** An input or a body. */
export interface AgreedInput {
  required?: boolean;
  schema: AgreedSchema;
}

/** An operation, or a webhook. */
export interface AgreedOperation {
  id: string;
  /** Whether Shingle sends the request, as to a webhook: then its caller is who reads it. */
  isSent?: boolean;
  isPublic?: boolean;
  /** By place and name: `query limit`. */
  inputs: Record<string, AgreedInput>;
  /** By media type. */
  body?: Record<string, AgreedInput>;
  /** By status, then by media type; without a body there is none. */
  answers: Record<string, Record<string, AgreedSchema>>;
  /** `409 post_locked`; those of all operations are in `AgreedApi.errors`. */
  errors: string[];
}

/** What callers of the API can rely on: its document without descriptions and examples, each error as its code alone. */
export interface AgreedApi {
  errors: string[];
  /** The body of every error. */
  error: AgreedSchema;
  /** By method and path. */
  operations: Record<string, AgreedOperation>;
  schemas: Record<string, AgreedSchema>;
}

interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema: AgreedSchema }>;
}

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: { in: string; name: string; required?: boolean; schema: AgreedSchema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: AgreedSchema }> };
  responses: Record<string, Response>;
}

/** An OpenAPI document, as far as it is looked at. */
export interface WholeDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, AgreedSchema>; responses?: Record<string, Response> };
}

/** As a file: a line for each operation and each schema, so that a change of one is a change of one line. */
export function toLines({ operations, schemas, ...rest }: AgreedApi): string {
  const lines = [rest, ...linesOf('operation', operations), ...linesOf('schema', schemas)];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

export function fromLines(text: string): AgreedApi {
  const [rest, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const named = (kind: Line['kind']) =>
    Object.fromEntries(lines.filter((line) => line.kind === kind).map(({ name, is }) => [name, is]));
  return { ...rest, operations: named('operation'), schemas: named('schema') } as unknown as AgreedApi;
}

interface Line {
  kind: 'operation' | 'schema';
  name: string;
  is: object;
}

function linesOf(kind: Line['kind'], parts: Record<string, object>): Line[] {
  return Object.entries(parts)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, is]) => ({ kind, name, is }));
}

const WORDS = ['description', 'summary', 'example', 'examples', 'title', 'default'];

/** What a document promises. */
export function agreedOf(document: WholeDocument): AgreedApi {
  const operations = new Map<string, AgreedOperation>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      operations.set(`${method.toUpperCase()} ${path}`, operationOf(document, operation));
  const own = [...operations.values()].map(({ errors }) => new Set(errors));
  const errors = [...(own[0] ?? [])].filter((error) => own.every((each) => each.has(error)));
  for (const operation of operations.values())
    operation.errors = operation.errors.filter((error) => !errors.includes(error));
  for (const [name, methods] of Object.entries(document.webhooks ?? {}))
    for (const operation of Object.values(methods))
      operations.set(`webhook ${name}`, { ...operationOf(document, operation), isSent: true });
  return {
    errors,
    error: { $ref: '#/components/schemas/ErrorDto' },
    operations: Object.fromEntries(operations),
    schemas: withoutWords(document.components?.schemas ?? {}),
  };
}

function operationOf(document: WholeDocument, operation: Operation): AgreedOperation {
  const { operationId: id, security = [], parameters = [], requestBody, responses } = operation;
  const answers: AgreedOperation['answers'] = {};
  const errors: string[] = [];
  for (const [status, response] of Object.entries(responses)) {
    const name = response.$ref?.split('/').at(-1);
    const { description = '', content = {} } = name
      ? (document.components?.responses?.[name] ?? {})
      : response;
    if (/^[45]/.test(status))
      for (const [, code] of description.matchAll(/^`([^`]+)`:/gm)) errors.push(`${status} ${code}`);
    else answers[status] = schemasOf(content);
  }
  const { content = {}, required = false } = requestBody ?? {};
  return {
    id,
    ...(security.length === 0 && { isPublic: true }),
    inputs: Object.fromEntries(
      parameters.map((each) => [
        `${each.in} ${each.name}`,
        { ...(each.required && { required: true }), schema: withoutWords(each.schema) },
      ]),
    ),
    ...(requestBody && {
      body: Object.fromEntries(
        Object.entries(schemasOf(content)).map(([type, schema]) => [
          type,
          { ...(required && { required }), schema },
        ]),
      ),
    }),
    answers,
    errors: errors.sort(),
  };
}

function schemasOf(content: Record<string, { schema: AgreedSchema }>): Record<string, AgreedSchema> {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [type, withoutWords(schema)]),
  );
}

/** A copy without what is only said. A property may have the name of such a word. */
function withoutWords<Part>(part: Part, isOfNames = false): Part {
  if (Array.isArray(part)) return part.map((each: unknown) => withoutWords(each)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => isOfNames || !WORDS.includes(name))
      .map(([name, inner]) => [name, withoutWords<unknown>(inner, !isOfNames && name === 'properties')]),
  ) as Part;
}
