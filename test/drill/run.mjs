// `npm run drill [restore] [upgrade]`: restores backups and upgrades databases on this machine as an operator would, with
// processes killed on the way, and looks whether everything is there. Without a name it does both. Exit code 1 when
// anything is wrong.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { drill } = await import('./drill.ts');
  await drill(process.argv.slice(2));
});
