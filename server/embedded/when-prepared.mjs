// What the commands of this checkout begin with. Like prepare.mjs it runs on whatever Node the machine has.
import { handOver } from './child.mjs';
import { CannotPrepare, prepare } from './prepare.mjs';

/**
 * Brings the checkout up to date, then runs the command, on the Node that the project needs: where that is another one,
 * the same command is begun anew there. What cannot be prepared is said in a sentence, with exit code 1.
 * @param {() => Promise<unknown>} command may load what prepare has installed
 */
export async function whenPrepared(command) {
  // Run by hand it may well outlive its parent: `nohup node server/embedded/launch.mjs &`.
  if (process.env.npm_lifecycle_event) await import('./follow-parent.mjs');
  try {
    const node = await prepare();
    if (node === process.execPath) await command();
    else handOver(node);
  } catch (error) {
    if (!(error instanceof CannotPrepare)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
