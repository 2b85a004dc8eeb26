// `npm run fuzz -- [options]`: hostile requests to every operation of the API, each answer judged. The options are in
// options.ts; the seed is printed, and the same seed sends the same requests. Exit code 1 when anything is wrong.
import { whenPrepared } from '../../server/embedded/when-prepared.mjs';

await whenPrepared(async () => {
  const { fuzz } = await import('./fuzz.ts');
  await fuzz(process.argv.slice(2));
});
