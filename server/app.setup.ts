import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PinoLogger } from 'nestjs-pino';
import { ServerAdapter } from './app.adapter.js';
import { AppModule } from './app.module.js';
import { closeWhileStopping } from './app.stop.js';
import { docs } from './app.docs.js';
import { clientFiles } from './app.client.js';
import { AuthService } from './auth/auth.service.js';
import { knownSession } from './auth/known-session.js';
import { Clock } from './config/clock.js';
import type { Env } from './config/env.js';
import type { Database } from './database/database.js';
import { requestId } from './errors/request-id.js';
import { Readiness } from './health/readiness.js';
import { AppLogger } from './observability/app-logger.js';
import { isForReading } from './observability/log.js';
import { requestLog } from './observability/request-log.js';
import { limitConnections } from './security/connection-limits.js';
import { UsualHeaders } from './security/headers.js';
import { forApi, inTurn } from './security/in-turn.js';
import { answerPlainJson } from './security/json-answers.js';
import { validationPipe } from './security/pipes.js';
import { requestLimit } from './security/request-limit.js';
import { onlyPlainHttp } from './security/plain-http.js';
import {
  hostRule,
  malformedBody,
  MAX_BODY_BYTES,
  onlyCleanText,
  onlyFewValues,
  onlyJsonBodies,
} from './security/request-rules.js';

/** Builds the app as it is served and tested: prefix, rules for requests, pipes, headers, documentation, client. */
export async function createApp(
  env: Env,
  database: Database,
  clock?: Clock,
): Promise<NestExpressApplication> {
  // Only what is used is loaded: figures where they are told, and of the platform's parts the adapter alone.
  const metrics = env.METRICS_PORT === undefined ? undefined : await import('./app.metrics.js');
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(env, database, clock, metrics?.METRICS),
    new ServerAdapter(),
    { bodyParser: false, abortOnError: false, logger: ['warn', 'error', 'fatal'] },
  );
  app.useLogger(app.get(AppLogger));
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', env.trustedProxies);
  app.set('etag', false);
  app.setGlobalPrefix('api');
  app.useGlobalPipes(validationPipe);
  limitConnections(app.getHttpServer());
  const headers = new UsualHeaders(env);
  answerPlainJson(app.getHttpAdapter().getInstance());
  app.use(
    inTurn(
      ...(metrics ? [metrics.requestDurationOf(app)] : []),
      requestId,
      requestLog(await app.resolve(PinoLogger), { quiet: isForReading(env) }),
      closeWhileStopping(app.get(Readiness)),
      headers.unlessAnsweredBy(
        inTurn(
          onlyPlainHttp,
          hostRule(env, headers),
          forApi(
            inTurn(
              requestLimit(env, app.get(Clock)),
              onlyJsonBodies,
              knownSession(app.get(AuthService), headers),
            ),
          ),
        ),
      ),
    ),
  );
  app.useBodyParser('json', { limit: MAX_BODY_BYTES, inflate: false });
  app.use(malformedBody, inTurn(onlyFewValues, onlyCleanText, forApi(docs(app)), clientFiles()));
  return app;
}
