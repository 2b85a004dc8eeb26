import './config/compile-cache.js';
import { readConfiguration } from './config/env.js';
import { failStart } from './config/operator-error.js';
import { startTracing } from './observability/tracing.js';

/**
 * The server in production: `npm run start:production`. It reports a faulty configuration before it loads anything large,
 * and begins tracing before it loads the modules that are traced.
 */
try {
  const env = readConfiguration();
  const endTracing = await startTracing(process.env);
  const [database, { run }] = await Promise.all([
    import('./database/database.module.js').then(({ openDatabase }) => openDatabase(env)),
    import('./app.process.js'),
  ]);
  await run(env, database, endTracing);
} catch (error) {
  failStart(error);
}
