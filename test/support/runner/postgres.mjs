import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const keeper = fileURLToPath(new URL('postgres-keeper.mjs', import.meta.url));

/**
 * A Postgres for tests: the server that TEST_DATABASE_URL names, else one of our own on a free port of this machine,
 * from installed programs or from the npm package, with an empty data folder and without any care for power cuts.
 * The role may create databases. TEST_POSTGRES=embedded passes installed programs by.
 * @param {{ survivesCrashes?: boolean }} [options] `survivesCrashes`: what is committed outlives `halt`
 * @returns {Promise<{ url: string, about: string, stop: () => Promise<void>, halt: () => Promise<void>, resume: () => Promise<void> }>}
 *   `stop` ends it and deletes its folder; that also happens when this process dies, however it dies. `halt` ends the
 *   server as a crash would, `resume` starts it again.
 * @throws {Error} with a sentence and the command that helps
 */
export async function startPostgres({ survivesCrashes = false } = {}) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    const refuse = () =>
      Promise.reject(new Error('The server that TEST_DATABASE_URL names is not ours to stop.'));
    return {
      url: given,
      about: 'TEST_DATABASE_URL',
      stop: () => Promise.resolve(),
      halt: refuse,
      resume: refuse,
    };
  }

  // In a process group of its own: a Ctrl-C must not end it before the tests that still use it.
  const args = survivesCrashes ? [keeper, '--survives-crashes'] : [keeper];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => (complaint += text));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) {
    await ended;
    throw new Error(complaint.trim());
  }
  const { url, about } = JSON.parse(first.value);
  /** @param {string} order */
  const tell = async (order) => {
    child.stdin.write(`${order}\n`);
    await lines.next();
  };
  return {
    url,
    about,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
    halt: () => tell('halt'),
    resume: () => tell('resume'),
  };
}
