import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const keeper = fileURLToPath(new URL('postgres-keeper.mjs', import.meta.url));

/**
 * A Postgres for tests: the server that TEST_DATABASE_URL names, else one of our own on a free port of this machine,
 * from installed programs or from the npm package, with an empty data folder and without any care for power cuts.
 * The role may create databases. TEST_POSTGRES=embedded passes installed programs by.
 * @returns {Promise<{ url: string, about: string, stop: () => Promise<void> }>} `stop` ends it and deletes its folder;
 *   that also happens when this process dies, however it dies
 * @throws {Error} with a sentence and the command that helps
 */
export async function startPostgres() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, about: 'TEST_DATABASE_URL', stop: () => Promise.resolve() };

  // In a process group of its own: a Ctrl-C must not end it before the tests that still use it.
  const child = spawn(process.execPath, [keeper], { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => (complaint += text));
  for await (const line of createInterface(child.stdout)) {
    const { url, about } = JSON.parse(line);
    return {
      url,
      about,
      stop: async () => {
        child.stdin.end();
        await ended;
      },
    };
  }
  await ended;
  throw new Error(complaint.trim());
}
