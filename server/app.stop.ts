import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Server } from 'node:http';
import { Readiness } from './health/readiness.js';

/** A stop that takes longer is cut short, so that nothing hangs on a slow request: container platforms kill after 30 s. */
const STOP_WITHIN_MS = 15_000;
/** Connections on which something is still under way by then are cut. */
const CUT_AFTER_MS = 12_000;
const LOOK_EVERY_MS = 100;

const logger = new Logger('Process');

/**
 * Stops cleanly on SIGINT, SIGTERM and SIGHUP and ends the process with code 0: it is no longer ready at once, takes
 * requests for the time of STOP_GRACE_SECONDS, finishes them, finishes or gives back posts and jobs, and does what is
 * given as `afterwards`. A second signal does not wait.
 */
export function stopOnSignal(
  app: NestExpressApplication,
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
    stop(app, afterwards).then(
      () => process.exit(0),
      (err: unknown) => {
        logger.error({ event: 'process.stop_failed', err });
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

async function stop(app: NestExpressApplication, afterwards: () => Promise<unknown>): Promise<void> {
  app.get(Readiness).beginStop();
  const server: Server = app.getHttpServer();
  // A connection that was busy when the server closed would be kept alive once it is idle.
  const idle = setInterval(() => !server.listening && server.closeIdleConnections(), LOOK_EVERY_MS);
  const cut = setTimeout(() => server.closeAllConnections(), CUT_AFTER_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(cut);
  await afterwards();
  logger.log({ event: 'process.stopped', message: 'Stopped' });
}

/** Tells whoever keeps a connection to this process, while it stops, to make the next one to another. */
export function closeWhileStopping(readiness: Readiness): RequestHandler {
  return (_request: Request, response: Response, next: NextFunction) => {
    if (readiness.isStopping) response.setHeader('Connection', 'close');
    next();
  };
}

/** Nobody can know what state an error leaves behind that nobody has caught: it is logged, and the process ends with 1. */
export function endOnUncaughtError(): void {
  const end = (event: string) => (err: unknown) => {
    logger.fatal({ event, err });
    process.exit(1);
  };
  process.on('uncaughtException', end('process.uncaught_exception'));
  process.on('unhandledRejection', end('process.unhandled_rejection'));
  // Whoever read the log has gone; that is no reason to go as well.
  process.stdout.on('error', () => undefined);
}
