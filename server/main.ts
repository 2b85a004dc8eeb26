import { failStart, readConfiguration, serve } from './app.start.js';
import { stopOnSignal } from './app.stop.js';
import { openDatabase } from './database/database.module.js';

try {
  const env = readConfiguration();
  const app = await serve(env, await openDatabase(env));
  stopOnSignal(() => app.close());
  console.log(`Shingle is ready at ${env.publicOrigin}`);
} catch (error) {
  failStart(error);
}
