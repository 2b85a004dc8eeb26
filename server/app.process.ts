import { type DynamicModule, Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import { createApp } from './app.setup.js';
import type { Env } from './config/env.js';
import { explainListenError } from './config/operator-error.js';
import type { Database } from './database/database.js';
import { Readiness } from './health/readiness.js';
import { AppLogger } from './observability/log.module.js';

/** A stop that takes longer is cut short: container platforms kill a process after 30 s. */
const STOP_WITHIN_MS = 15_000;
/** After this time, connections whose request is still running are closed. */
const CUT_AFTER_MS = 12_000;
const CLOSE_IDLE_EVERY_MS = 100;

const logger = new Logger('Process');

/**
 * Serves until a signal comes, and then runs `afterwards`.
 * @throws OperatorError when the configured address cannot be used
 */
export async function run(env: Env, database: Database, afterwards: () => Promise<void>): Promise<void> {
  endOnUncaughtError();
  const starting = serve(env, database);
  stopOnSignal(starting, afterwards);
  await starting;
  logger.log({ event: 'process.ready', message: `Shingle is ready at ${env.publicOrigin}` });
}

/**
 * Starts listening at the configured address, with these modules beside the server's own.
 * @throws OperatorError when that address cannot be used
 */
export async function serve(
  env: Env,
  database: Database,
  modules: DynamicModule[] = [],
): Promise<NestExpressApplication> {
  const app = await createApp(env, database, undefined, modules);
  try {
    await app.init();
    // Without this Nest would log that the port is taken before our sentence that says what to do.
    app.useLogger(false);
    await app.listen(env.PORT, env.HOST);
  } catch (error) {
    await app.close();
    throw explainListenError(error, '', env.PORT);
  }
  app.useLogger(app.get(AppLogger));
  return app;
}

/**
 * Stops cleanly on SIGINT, SIGTERM and SIGHUP and ends the process with code 0. It reports not ready at once, takes
 * requests for STOP_GRACE_SECONDS more, finishes them, finishes or gives back posts and jobs, and runs `afterwards`. A
 * second signal ends the process at once. Call it before the start is over: work that is due begins with it.
 */
export function stopOnSignal(
  starting: Promise<NestExpressApplication>,
  afterwards: () => Promise<unknown> = () => Promise.resolve(),
): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => {
      logger.error({ event: 'process.stop_cut_short' });
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    logger.log({ event: 'process.stopping', message: `Stopping on ${signal}` });
    stop(starting, afterwards).then(
      () => process.exit(0),
      (err: unknown) => {
        logger.error({ event: 'process.stop_failed', err });
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

async function stop(
  starting: Promise<NestExpressApplication>,
  afterwards: () => Promise<unknown>,
): Promise<void> {
  const app = await starting;
  app.get(Readiness).beginStop();
  const server: Server = app.getHttpServer();
  // A connection that was busy when the server closed would otherwise stay open once it is idle.
  const closing = setInterval(() => !server.listening && server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const cut = setTimeout(() => server.closeAllConnections(), CUT_AFTER_MS);
  await app.close();
  clearInterval(closing);
  clearTimeout(cut);
  await afterwards();
  logger.log({ event: 'process.stopped', message: 'Stopped' });
}

/** Logs an uncaught error and ends the process with code 1, because its state is unknown. */
export function endOnUncaughtError(): void {
  const end = (event: string) => (err: unknown) => {
    logger.fatal({ event, err });
    process.exit(1);
  };
  process.on('uncaughtException', end('process.uncaught_exception'));
  process.on('unhandledRejection', end('process.unhandled_rejection'));
  // The server must survive when the reader of its log goes away.
  process.stdout.on('error', () => undefined);
}
