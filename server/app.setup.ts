import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { serveDocs } from './app.docs.js';
import { clientFiles } from './app.client.js';
import type { Clock } from './config/clock.js';
import type { Env } from './config/env.js';
import type { Database } from './database/database.js';
import { furtherHeaders, neverStored, securityHeaders } from './security/headers.js';
import { validationPipe } from './security/pipes.js';
import {
  hostRule,
  malformedBody,
  onlyCleanText,
  onlyJsonBodies,
  requestId,
} from './security/request-rules.js';

const MAX_BODY = '100kb';

/** Builds the app as it is served and tested: prefix, rules for requests, pipes, headers, documentation, client. */
export async function createApp(
  env: Env,
  database: Database,
  clock?: Clock,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(env, database, clock), {
    bodyParser: false,
    abortOnError: false,
    logger: ['warn', 'error', 'fatal'],
  });
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.setGlobalPrefix('api');
  app.useGlobalPipes(validationPipe);
  app.use(requestId, securityHeaders(env), furtherHeaders, hostRule(env));
  app.use('/api', neverStored, onlyJsonBodies);
  app.useBodyParser('json', { limit: MAX_BODY, inflate: false });
  app.use(malformedBody, onlyCleanText);
  serveDocs(app);
  app.use(clientFiles());
  return app;
}
