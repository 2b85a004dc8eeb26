import type { NestExpressApplication } from '@nestjs/platform-express';
import { StartError } from './app.operator.js';
import { createApp } from './app.setup.js';
import type { Env } from './config/env.js';
import type { Database } from './database/database.js';
import { AppLogger } from './observability/app-logger.js';
import { MetricsUnserved } from './observability/metrics-server.js';

/**
 * Starts listening where the configuration says.
 * @throws StartError when the address cannot be had.
 */
export async function serve(env: Env, database: Database): Promise<NestExpressApplication> {
  const app = await createApp(env, database);
  try {
    await app.init();
    // Nest would log that a port is taken, before the sentence that says what to do.
    app.useLogger(false);
    await app.listen(env.PORT, env.HOST);
  } catch (cause) {
    await app.close();
    throw toStartError(cause, env);
  }
  app.useLogger(app.get(AppLogger));
  return app;
}

function toStartError(error: unknown, env: Env): unknown {
  const isOfMetrics = error instanceof MetricsUnserved;
  const cause = isOfMetrics ? error.cause : error;
  const [port, host] = isOfMetrics ? ['METRICS_PORT', 'METRICS_HOST'] : ['PORT', 'HOST'];
  const number = isOfMetrics ? env.METRICS_PORT : env.PORT;
  switch (cause instanceof Error && 'code' in cause && cause.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${number} is taken by another program. Stop that program, or set ${port} to a free one: ${port}=3001 npm start`,
        { cause },
      );
    case 'EACCES':
      return new StartError(`This user may not listen on port ${number}. Set ${port} to one above 1023.`, {
        cause,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`${host} is not an address of this machine. Set it to 127.0.0.1 or 0.0.0.0.`, {
        cause,
      });
    default:
      return cause;
  }
}
