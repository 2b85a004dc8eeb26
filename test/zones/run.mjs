// `npm run zones`: our times of day in 30 zones against those of Postgres and of moment-timezone, which bring their own
// zone data, at every quarter hour of two years. Exit code 1 when they differ.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { compareZones } = await import('./zones.ts');
  process.exitCode = (await compareZones()) ? 0 : 1;
});
