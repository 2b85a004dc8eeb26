// Runs one Postgres in a folder of its own for as long as its standard input is open. Prints one line of JSON,
// `{ url, about }`, when the server accepts connections; on a fault prints a sentence on standard error and exits.
// A line `halt` stops the server as a crash would, `resume` starts it again; each is answered with a line.
// With --survives-crashes what is committed is still there afterwards.
// The system closes the input when the process that holds it dies, so a killed test run leaves nothing behind.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from './postgres-programs.mjs';

/** Postgres refuses to run as root; this is `nobody` on every Linux. */
const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;
const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
const survivesCrashes = process.argv.includes('--survives-crashes');

// Root's own temporary folder may be closed to others.
const folder = mkdtempSync(join(asRoot ? '/tmp' : tmpdir(), 'shingle-postgres-'));
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let stopping = false;
let halted = false;

const orders = createInterface(process.stdin).once('close', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);

try {
  const data = join(folder, 'data');
  mkdirSync(data);
  if (asRoot) {
    chmodSync(folder, 0o755);
    chownSync(data, NOBODY, NOBODY);
  }
  const programs = findPostgres(folder);
  initialize(programs.initdb, data);
  const port = await freePort();
  const output = start(programs.postgres, data, port);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await accepting(url, output);
  console.log(JSON.stringify({ url, about: programs.about }));
  orders.on('line', (order) => {
    if (order === 'halt') halt();
    if (order === 'resume') void resume(programs.postgres, data, port, url);
  });
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
  stop();
}

/**
 * @param {string} initdb
 * @param {string} data
 */
function initialize(initdb, data) {
  // Upper and lower case beyond ASCII as PGlite has them; loopback only, so no password.
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(initdb, [`--pgdata=${data}`, ...options], {
    ...identity,
    cwd: data,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * @param {string} postgres
 * @param {string} data
 * @param {number} port
 * @returns {() => string} what the server has written so far
 */
function start(postgres, data, port) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    ...(!survivesCrashes && { synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let written = '';
  server = spawn(postgres, ['-D', data, ...options], {
    ...identity,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server.stderr?.setEncoding('utf8').on('data', (text) => (written = (written + text).slice(-4000)));
  server.once('error', (error) => (written += error.message));
  server.once('close', () => {
    if (stopping || !halted) return end();
    console.log('halted');
  });
  return () => written;
}

function halt() {
  halted = true;
  server?.kill('SIGQUIT');
}

/**
 * @param {string} postgres
 * @param {string} data
 * @param {number} port
 * @param {string} url
 */
async function resume(postgres, data, port, url) {
  halted = false;
  await accepting(url, start(postgres, data, port));
  console.log('resumed');
}

/**
 * @param {string} url
 * @param {() => string} output
 */
async function accepting(url, output) {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return await client.end();
    } catch {
      if (server?.exitCode !== null || Date.now() > deadline)
        throw new Error(`Postgres did not start: ${output()}`);
      await sleep(25);
    }
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

/** Immediate shutdown: nothing of it is kept. */
function stop() {
  if (stopping) return;
  stopping = true;
  if (server && server.exitCode === null && server.pid) server.kill('SIGQUIT');
  else end();
}

function end() {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  process.exit();
}
