import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SESSION_SECURITY } from './errors/api-errors.js';
import { ERRORS } from './errors/app-error.js';
import { ErrorDto } from './errors/error.dto.js';

/** The OpenAPI document, generated from the controllers. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Shingle')
    .setDescription(
      'The API behind the Shingle dashboard. A route that names the session under its security needs the session cookie.',
    )
    .setVersion('1')
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
  documentLimits(document);
  sortEnums(document);
  return document;
}

/** Every route but health may refuse for a while whoever asks too much. */
function documentLimits({ paths }: OpenAPIObject): void {
  const [status, words] = ERRORS.too_many_requests;
  const schema = { $ref: getSchemaPath(ErrorDto) };
  for (const [path, { get, post, patch, delete: remove }] of Object.entries(paths))
    for (const operation of [get, post, patch, remove]) {
      if (!operation || path.startsWith('/api/health/')) continue;
      const known = operation.responses[status];
      const own = known && 'description' in known ? `${known.description}\n\n` : '';
      operation.responses[status] = {
        description: `${own}\`too_many_requests\`: ${words}`,
        headers: {
          'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
        },
        content: { 'application/json': { schema } },
      };
    }
}

/** The compiler gives the values of a union in no lasting order; the committed document needs one. */
function sortEnums(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, inner] of Object.entries(node)) {
    if (name === 'enum' && Array.isArray(inner)) inner.sort();
    else sortEnums(inner);
  }
}
