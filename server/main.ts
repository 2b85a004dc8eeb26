import './config/compile-cache.js';
import './config/quick-resolution.js';
import { failStart, readConfiguration } from './app.operator.js';
import { startTracing } from './observability/tracing.js';

/**
 * The server in production: `npm run start:production`. A configuration with faults is told before anything large is
 * loaded, and tracing begins before what it is to trace is.
 */
try {
  const env = readConfiguration();
  const endTracing = await startTracing(process.env);
  const opening = import('./database/database.module.js').then(({ openDatabase }) => openDatabase(env));
  // Its fault is told once the rest is loaded, which goes on meanwhile.
  opening.catch(() => undefined);
  const { run } = await import('./app.run.js');
  await run(env, opening, endTracing);
} catch (error) {
  failStart(error);
}
