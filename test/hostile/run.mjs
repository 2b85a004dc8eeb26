// `npm run slow-clients -- [--connections=200] [--seconds=60]`: holds the built server with callers who take their time,
// and asks it as everybody else does. Exit code 1 when others are not served, or the server grows or lets nobody go.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { slowClients } = await import('./slow-clients.ts');
  await slowClients(process.argv.slice(2));
});
