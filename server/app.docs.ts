import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildDocument } from './app.document.js';

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

/**
 * Serves the OpenAPI document and Swagger UI from this origin, under the same content policy as everything else
 * (its usual page has inline scripts and styles, and its style sheet has data: pictures).
 */
export function docs(app: NestExpressApplication): RequestHandler {
  const resolve = createRequire(import.meta.url).resolve;
  const asset = (name: string) => readFileSync(resolve(`swagger-ui-dist/${name}`), 'utf8');
  const files: Partial<Record<string, [type: string, read: () => Buffer]>> = {
    '/api/openapi.json': ['json', once(() => JSON.stringify(buildDocument(app)))],
    '/api/docs': ['html', once(() => PAGE)],
    '/api/docs/start.js': ['js', once(() => START)],
    '/api/docs/swagger-ui-bundle.js': ['js', once(() => asset('swagger-ui-bundle.js'))],
    '/api/docs/swagger-ui.css': [
      'css',
      once(() => asset('swagger-ui.css').replace(/url\(\s*(["']?)data:[^)]*?\1\s*\)/g, 'none')),
    ],
  };
  return (request, response, next) => {
    const { method, path } = request;
    const file = method === 'GET' ? files[path.endsWith('/') ? path.slice(0, -1) : path] : undefined;
    if (!file) return next();
    response.type(file[0]).send(file[1]());
  };
}

/**
 * Makes a text when it is first asked for and keeps it: anybody may ask, and making it holds everybody else up. Its bytes
 * are there once, however many callers take their time to read them.
 */
function once(make: () => string): () => Buffer {
  let bytes: Buffer | undefined;
  return () => (bytes ??= Buffer.from(make()));
}
