import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SESSION_SECURITY } from './errors/api-errors.js';

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
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
  });
  sortEnums(document);
  return document;
}

/** The compiler gives the values of a union in no lasting order; the committed document needs one. */
function sortEnums(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, inner] of Object.entries(node)) {
    if (name === 'enum' && Array.isArray(inner)) inner.sort();
    else sortEnums(inner);
  }
}
