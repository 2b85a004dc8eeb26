import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PinoLogger } from 'nestjs-pino';
import { AppModule, OFFERS_DEMO } from './app.module.js';
import { clientFiles } from './app.client.js';
import { Clock } from './config/clock.js';
import type { Env } from './config/env.js';
import type { Database } from './database/database.js';
import { closeWhileStopping, Readiness } from './health/readiness.js';
import { AppLogger } from './observability/log.module.js';
import { PhotosService } from './photos/photos.service.js';
import { servedPhotos } from './photos/served-photos.js';
import { isForReading } from './observability/log.js';
import { requestId, requestLog } from './observability/request-log.js';
import {
  limitConnections,
  onlyPlainHttp,
  hostRule,
  malformedBody,
  MAX_BODY_BYTES,
  onlyCleanText,
  onlyFewValues,
  onlyKnownBodies,
  OWN_CONTROLLERS,
  OWN_PAGES,
} from './security/request-rules.js';
import { oneRequestAtATime } from './security/pipelined-requests.js';
import { securityHeaders } from './security/headers.js';
import { docs } from './openapi.js';
import { securityTxt } from './security/security-txt.js';
import { validationPipe } from './security/validation.js';
import { requestLimit } from './security/request-limit.js';
import { endUnread } from './security/unread-responses.js';

/**
 * Builds the app as it is served and tested: prefix, rules for requests, pipes, headers, documentation, client. `modules`
 * are what the embedded start adds.
 */
export async function createApp(
  env: Env,
  database: Database,
  clock?: Clock,
  modules: DynamicModule[] = [],
): Promise<NestExpressApplication> {
  // The metrics library is loaded only where metrics are served.
  const metrics = env.METRICS_PORT === undefined ? undefined : await import('./app.metrics.js');
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(env, database, clock, metrics?.METRICS, modules),
    { bodyParser: false, abortOnError: false, logger: ['warn', 'error', 'fatal'] },
  );
  app.useLogger(app.get(AppLogger));
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', env.trustedProxies);
  app.set('etag', false);
  app.setGlobalPrefix('api', { exclude: OWN_CONTROLLERS.flatMap((page) => [page, `${page}/*path`]) });
  app.useGlobalPipes(validationPipe);
  limitConnections(app.getHttpServer());
  app.use(oneRequestAtATime());
  if (metrics) app.use(metrics.requestDurationOf(app));
  app.use(
    requestId,
    requestLog(await app.resolve(PinoLogger), { quiet: isForReading(env) }),
    endUnread(),
    closeWhileStopping(app.get(Readiness)),
    securityHeaders(env),
    onlyPlainHttp,
    hostRule(env),
  );
  app.use(['/api', ...OWN_PAGES], requestLimit(env, app.get(Clock)));
  app.use('/photos', servedPhotos(env, app.get(Clock), app.get(PhotosService)));
  app.use('/api', onlyKnownBodies);
  app.useBodyParser('json', { limit: MAX_BODY_BYTES, inflate: false });
  app.use(
    malformedBody,
    onlyFewValues,
    onlyCleanText,
    docs(app),
    securityTxt(env, app.get(Clock)),
    clientFiles(app.get(OFFERS_DEMO)),
  );
  return app;
}
