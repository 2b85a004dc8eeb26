// What a start is made of, one part after the other, with the memory (MB) after each: as `main.js` does it, which lets
// some of it overlap. With BENCH_EMBEDDED also what `npm start` adds. Sends the parts on its channel.
import type * as Operator from '../../dist/server/app.operator.js';
import type * as Setup from '../../dist/server/app.setup.js';
import type * as DatabaseModule from '../../dist/server/database/database.module.js';
import type * as Emulator from '../../dist/server/embedded/auth-emulator.js';
import type * as Simulator from '../../dist/server/embedded/google-simulator/google-simulator.js';
import { prepare } from '../../server/embedded/prepare.mjs';

/** A part of a start. */
export interface Part {
  name: string;
  ms: number;
  memory: number;
}

const parts: Part[] = [];
let last = 0;

function end(name: string): void {
  const now = performance.now();
  parts.push({ name, ms: now - last, memory: process.memoryUsage().rss / 2 ** 20 });
  last = performance.now();
}

const load = <Module>(file: string): Promise<Module> =>
  import(`${process.env.BENCH_SERVER}/${file}.js`) as Promise<Module>;

end('Node itself');
if (process.env.BENCH_EMBEDDED) {
  await prepare();
  end('seeing that nothing is to be installed or built');
}
await load('config/quick-resolution');
const { readConfiguration } = await load<typeof Operator>('app.operator');
const env = readConfiguration();
end('the configuration');
const { openDatabase } = await load<typeof DatabaseModule>('database/database.module');
await load(env.DATABASE_URL ? 'database/postgres' : 'database/pglite');
end('loading what speaks to the database');
const { createApp } = await load<typeof Setup>('app.setup');
end('loading everything else');
const database = await openDatabase(env);
end('opening the database, its schema checked');
const app = await createApp(env, database);
end('putting the app together');
await app.init();
end('queues, sessions and rounds');
await app.listen(env.PORT, env.HOST);
await (await fetch(`http://${env.HOST}:${env.PORT}/`)).text();
end('listening, and the first page');
if (process.env.BENCH_EMBEDDED) {
  const { startAuthEmulator } = await load<typeof Emulator>('embedded/auth-emulator');
  await startAuthEmulator({ projectId: 'demo-shingle', onExit: () => undefined });
  end('the Auth emulator, beside the rest');
  const { startGoogleSimulator } = await load<typeof Simulator>('embedded/google-simulator/google-simulator');
  await startGoogleSimulator({ clients: [] });
  end('the Google simulator');
}
process.send?.(parts, () => process.exit());
