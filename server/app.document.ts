import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import {
  byStatus,
  errorsWithoutOperation,
  generalErrors,
  headersOf,
  SESSION_SECURITY,
} from './errors/api-errors.js';
import { ERRORS } from './errors/app-error.js';
import { ErrorDto } from './errors/error.dto.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const DESCRIPTION = `The API behind the Shingle dashboard. An operation that names the session under its security needs the session cookie.

HEAD is answered wherever GET is. Requests that no operation describes get one of these errors, in the shape of all others:

${errorsWithoutOperation()}`;

/** The OpenAPI document, generated from the controllers. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Shingle')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This server itself, in production as on a local machine', undefined, {
      'x-internal': false,
    })
    .addCookieAuth(
      '__Host-shingle',
      { type: 'apiKey', in: 'cookie', name: '__Host-shingle' },
      SESSION_SECURITY,
    )
    .build();
  // A copy: parts of what Nest makes are the very constants that the rules of the fields were given.
  const document = structuredClone(
    SwaggerModule.createDocument(app, config, { operationIdFactory: (_controller, method) => method }),
  );
  for (const [path, { get, post, patch, delete: remove }] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries({ get, post, patch, delete: remove })) {
      if (!operation) continue;
      // None is needed where none is named.
      operation.security ??= [];
      documentGeneralErrors(path, method, operation);
    }
  closeObjects(document);
  sortEnums(document);
  return document;
}

/** Adds the errors that any operation can answer to those of its own. */
function documentGeneralErrors(path: string, method: string, operation: Operation): void {
  const own = (status: number): string => {
    const answer = operation.responses[status];
    return answer && 'description' in answer ? answer.description : '';
  };
  const missing = generalErrors(path, method).filter((code) => !own(ERRORS[code][0]).includes(`\`${code}\``));
  for (const [status, words] of byStatus(missing))
    operation.responses[status] = {
      description: own(status) ? `${own(status)}\n\n${words}` : words,
      headers: headersOf(status),
      content: { 'application/json': { schema: { $ref: getSchemaPath(ErrorDto) } } },
    };
}

/** Bodies have no fields but those that are named: in requests they are refused, in answers there are none. */
function closeObjects({ components }: OpenAPIObject): void {
  for (const schema of Object.values(components?.schemas ?? {}))
    if (!('$ref' in schema)) schema.additionalProperties ??= false;
}

/** The compiler gives the values of a union in no lasting order; the committed document needs one. */
function sortEnums(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, inner] of Object.entries(node)) {
    if (name === 'enum' && Array.isArray(inner)) inner.sort();
    else sortEnums(inner);
  }
}
