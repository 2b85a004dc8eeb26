import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { RequestHandler } from 'express';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { errorsWithoutOperation } from './errors/api-errors.js';
import { ErrorDto } from './errors/error.dto.js';
import { documentErrors, SESSION_SECURITY } from './errors/error-responses.js';
import { WebhookMessageDto } from './notices/sending/webhook-message.dto.js';
import { documentWorkspace } from './people/workspace-name.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];

const DESCRIPTION = `The API behind the Shingle dashboard. An operation that names the session under its security needs the session cookie.

HEAD is answered wherever GET is. Requests that no operation describes get one of these errors, in the shape of all others:

${errorsWithoutOperation()}`;

/** A required header of a webhook’s message. */
function webhookHeader(name: string, description: string, schema: object): Parameter {
  return { in: 'header', name, required: true, description, schema };
}

/** What a webhook of a person gets. */
const WEBHOOK: Operation = {
  operationId: 'receiveNotices',
  tags: ['Notices'],
  summary: 'Tells of notices, signed with the webhook’s secret.',
  description: `The signature is the HMAC-SHA256, in hex, of the timestamp, a full stop and the body as it came, with the secret as the key. Refuse a message whose signature differs, or whose timestamp is more than 5 minutes from now.

A message comes at least once: a repeat has the same \`Shingle-Delivery\` and the same body, with the time and signature of its own. Any answer from 200 to 299 within 10 seconds accepts it. 410 pauses the webhook. All other answers are tried again after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h, 24 h and 24 h. Then the webhook is paused. Redirects are not followed.`,
  security: [],
  parameters: [
    webhookHeader('Shingle-Delivery', 'The delivery id.', { type: 'string', format: 'uuid' }),
    webhookHeader('Shingle-Timestamp', 'When this try was made, in seconds since 1970.', {
      type: 'string',
      pattern: '^\\d+$',
    }),
    webhookHeader('Shingle-Signature', 'The signature after its version, `v1=`.', {
      type: 'string',
      pattern: '^v1=[0-9a-f]{64}$',
    }),
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: getSchemaPath(WebhookMessageDto) } } },
  },
  responses: { '2XX': { description: 'The message was accepted.' } },
};

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
  // A copy, because Nest's document contains the constants of the fields' rules themselves.
  const document = structuredClone(
    SwaggerModule.createDocument(app, config, {
      operationIdFactory: (_controller, method) => method,
      extraModels: [ErrorDto, WebhookMessageDto],
    }),
  );
  documentWorkspace(document);
  documentErrors(document);
  document.webhooks = { notices: { post: WEBHOOK } };
  closeObjects(document);
  sortEnums(document);
  return document;
}

/** Bodies have only the named fields: requests with others are refused, and answers have no others. */
function closeObjects({ components }: OpenAPIObject): void {
  for (const schema of Object.values(components?.schemas ?? {}))
    if (!('$ref' in schema)) schema.additionalProperties ??= false;
}

/** The compiler does not keep the values of a union in a stable order, and the committed document needs one. */
function sortEnums(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, inner] of Object.entries(node)) {
    if (name === 'enum' && Array.isArray(inner)) inner.sort();
    else sortEnums(inner);
  }
}

/** The page of Swagger UI. Its scripts and styles are files of this origin, as the content policy demands. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Shingle API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });
`;

/** The pictures within Swagger UI's style sheet, which the content policy forbids. */
const DATA_URLS = /url\(\s*(["']?)data:[^)]*?\1\s*\)/g;

/** Serves the OpenAPI document at `/api/openapi.json` and Swagger UI at `/api/docs`. */
export function docs(app: INestApplication): RequestHandler {
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const styles = readFileSync(join(swagger, 'swagger-ui.css'), 'utf8').replace(DATA_URLS, 'none');
  // Built at the first request and kept: building it takes long enough to delay other requests.
  let document: string | undefined;
  return (request, response, next) => {
    if (request.method !== 'GET') return next();
    switch (request.path.replace(/\/$/, '')) {
      case '/api/openapi.json':
        return response.type('json').send((document ??= JSON.stringify(buildDocument(app))));
      case '/api/docs':
        return response.type('html').send(PAGE);
      case '/api/docs/start.js':
        return response.type('js').send(START);
      case '/api/docs/swagger-ui.css':
        return response.type('css').send(styles);
      case '/api/docs/swagger-ui-bundle.js':
        return response.sendFile('swagger-ui-bundle.js', { root: swagger }, next);
      default:
        next();
    }
  };
}
