// Makes a checkout ready to run: packages installed, a Node that is new enough, all builds current. It has no
// dependencies and no syntax newer than Node 18, because on a fresh clone it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, without a trailing separator. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** The oldest major version of Node the product runs on. */
export const NODE_MAJOR = 24;

/** An error that the user can correct. Its message is shown without a stack. */
export class CannotPrepare extends Error {}

/**
 * The parts that are built: their inputs, what is deleted before, the program that builds them, and the folders that
 * show whether the result is still there.
 * @typedef {'simulator' | 'server' | 'client'} Part
 * @type {Record<Part, { inputs: string[], leftovers: string[], command: string[], made: string[] }>}
 */
const parts = {
  simulator: {
    inputs: ['simulator/src', 'simulator/tsconfig.json', 'package-lock.json'],
    leftovers: ['simulator/dist'],
    command: ['node_modules/typescript/bin/tsc', '-p', 'simulator'],
    made: ['simulator/dist'],
  },
  server: {
    inputs: ['server', 'tsconfig.json', 'nest-cli.json', 'package-lock.json'],
    // The compiler's record must be deleted with its output: the compiler writes only files that changed since.
    leftovers: ['dist/server.tsbuildinfo', 'dist/server', 'dist/compile-cache'],
    command: ['node_modules/@nestjs/cli/bin/nest.js', 'build'],
    made: ['dist/server'],
  },
  client: {
    inputs: ['client', 'package-lock.json'],
    leftovers: ['dist/client'],
    command: ['node_modules/vite/bin/vite.js', 'build', 'client', '--logLevel', 'warn'],
    made: ['dist/client'],
  },
};

/**
 * Installs, finds Node and builds, each only if needed. One process at a time works in a checkout; a second waits.
 * @returns {Promise<string>} the path of a Node that is new enough
 * @throws {CannotPrepare} with a sentence that says what to do
 */
export async function prepare() {
  const unlock = await lock();
  try {
    await installIfMissing();
    const node = node24();
    await buildIfStale(node);
    return node;
  } finally {
    unlock();
  }
}

/**
 * Two installations or builds at the same time would delete each other's files.
 * @returns {Promise<() => void>} the function that unlocks it
 */
async function lock() {
  const file = join(root, 'dist/prepare.lock');
  let reported = 0;
  while (!take(file)) {
    const owner = ownerOf(file);
    if (owner && !isRunning(owner)) rmSync(file, { force: true });
    else if (owner && owner !== reported)
      console.log(`Waiting for process ${owner}, which prepares this folder ...`);
    reported = owner;
    await sleep(200);
  }
  return () => rmSync(file, { force: true });
}

/**
 * @param {string} file
 * @returns {boolean} false if another process has it
 */
function take(file) {
  try {
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST') return false;
    throw new CannotPrepare(
      `${root} cannot be written (${code}). Give yourself the right to, then start again.`,
    );
  }
}

/**
 * @param {string} file
 * @returns {number} 0 if it was just deleted or is just being written
 */
function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Runs `npm ci` unless node_modules holds exactly the versions that package-lock.json names. */
async function installIfMissing() {
  if (installed()) return;
  console.log('Installing packages, which takes a few minutes the first time ...');
  // Under npm, its own script is run by its own Node: the one in node_modules is about to be replaced.
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  const [command, ...before] = npm ? [node, npm] : ['npm'];
  // Development packages are part of a checkout that runs everything, also if NODE_ENV or the npm settings exclude them.
  const code = await run(command, [...before, 'ci', '--include=dev', '--include=optional'], {
    shell: !npm && process.platform === 'win32',
  });
  if (code !== 0 || !installed()) {
    throw new CannotPrepare(
      'The packages could not be installed. Run `npm ci` to see why, then start again.',
    );
  }
}

/**
 * npm writes node_modules/.package-lock.json when all packages are in place, and deletes it before it installs again:
 * an interrupted installation never counts. Optional packages may be missing: most are for other systems.
 */
function installed() {
  const wanted = lockedPackages('package-lock.json');
  if (!wanted) throw new CannotPrepare('package-lock.json is missing. Run `git checkout package-lock.json`.');
  const present = lockedPackages('node_modules/.package-lock.json');
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, link }]) => {
    // Folders of this repository have no version to compare, only the link to them.
    if (!path.startsWith('node_modules/')) return true;
    if (link) return existsSync(join(root, path));
    const found = present[path];
    return found ? found.version === version && found.integrity === integrity : optional;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version: string, integrity: string, optional?: boolean, link?: boolean }> | undefined}
 */
function lockedPackages(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

/**
 * The path of a Node that is new enough: the one that runs this, else the one that came with the packages.
 * @throws {CannotPrepare} where neither exists, for instance on macOS with an older Node
 */
function node24() {
  if (major(process.version) >= NODE_MAJOR) return process.execPath;
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const bundled = join(root, `node_modules/node-${system}-${process.arch}/bin/node`);
  const path = process.platform === 'win32' ? `${bundled}.exe` : bundled;
  // Run it to see whether it starts: a binary for glibc does not on musl.
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (stdout && major(stdout) >= NODE_MAJOR) return path;
  throw new CannotPrepare(
    `Node ${NODE_MAJOR} or newer is needed and this is ${process.version}. ` +
      `Install it from https://nodejs.org (or: nvm install ${NODE_MAJOR}), then start again.`,
  );
}

/** @param {string} version as in "v24.1.0" */
const major = (version) => Number(/^v(\d+)/.exec(version)?.[1] ?? 0);

/**
 * Builds the simulator, the server and the client, each only when its inputs or its output have changed.
 * The server is compiled against the simulator's types.
 * @param {string} node
 */
async function buildIfStale(node) {
  const results = await Promise.all([buildInTurn(node, ['simulator', 'server']), buildPart(node, 'client')]);
  const failed = results.filter((name) => name !== undefined);
  if (failed.length > 0) {
    throw new CannotPrepare(
      `The ${failed.join(' and the ')} could not be built: correct what is named above.`,
    );
  }
}

/**
 * @param {string} node
 * @param {Part[]} names
 * @returns {Promise<string | undefined>} the first part whose build failed; those after it are not begun
 */
async function buildInTurn(node, names) {
  for (const name of names) if (await buildPart(node, name)) return name;
  return undefined;
}

/**
 * @param {string} node
 * @param {Part} name
 * @returns {Promise<string | undefined>} the name of the part if its build failed
 */
async function buildPart(node, name) {
  const { inputs, leftovers, command, made } = parts[name];
  const stamp = join(root, `dist/${name}.stamp`);
  const seen = join(root, `dist/${name}.seen`);
  const state = hash([...inputs, ...made], stateOf);
  if (holds(stamp) && holds(seen, state)) return undefined;
  const before = hash(inputs);
  if (holds(stamp, `${before} ${hash(made)}`)) {
    writeFileSync(seen, state);
    return undefined;
  }
  rmSync(stamp, { force: true });
  for (const path of leftovers) rmSync(join(root, path), { recursive: true, force: true });
  console.log(`Building the ${name} ...`);
  const env = { ...process.env, NODE_ENV: 'production' };
  const [script = '', ...args] = command;
  if ((await run(node, [join(root, script), ...args], { env })) !== 0) return name;
  // A file that was edited during the build may not be in it: then the stamp does not match and the next start builds.
  writeFileSync(stamp, `${before} ${hash(made)}`);
  return undefined;
}

/**
 * @param {string} file
 * @param {string} [text] any, unless given
 */
function holds(file, text) {
  return existsSync(file) && (text === undefined || readFileSync(file, 'utf8') === text);
}

/**
 * One digest over names of files and, recursively, folders, and what is read of each file.
 * @param {string[]} paths relative to the repository
 * @param {(file: string) => string | Buffer} [read] its content unless given
 */
function hash(paths, read = (file) => readFileSync(file)) {
  const digest = createHash('sha256');
  for (const file of paths.flatMap((path) => filesIn(join(root, path)))) {
    const part = read(file);
    digest.update(`${relative(root, file)}\0${part.length}\0`).update(part);
  }
  return digest.digest('hex');
}

/**
 * What every write to a file changes, which nothing sets back: as long as it is the same, the content is not read again.
 * @param {string} file
 */
function stateOf(file) {
  const { size, ino, ctimeMs } = statSync(file);
  return `${size} ${ino} ${ctimeMs}`;
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).sort();
  return names.flatMap((name) => filesIn(join(path, name)));
}

/**
 * Runs a program in the repository with this terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 if it was ended by a signal or could not be started
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
