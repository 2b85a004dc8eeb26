// `npm run production-install`: installs what the image copies, by the Dockerfile's own command, into an empty folder
// without `simulator/`, starts the built server there and asks its health check. It takes about a minute and the
// registry, so `npm test` leaves it out; the workflow runs it.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotPrepare, root } from '../server/embedded/prepare.mjs';
import { whenPrepared } from '../server/embedded/run-node.mjs';

const START_MS = 60_000;

/** Encodes a photo, which needs the library for this platform. */
const PHOTO =
  "const { default: sharp } = await import('sharp'); await sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff' } }).jpeg().toBuffer();";

await whenPrepared(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-install-'));
  try {
    await install(folder);
    await start(folder);
    console.log('The production install starts without the simulator.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * A path of an earlier stage, where everything is in /app, as one in the repository.
 * @param {string} source
 */
function inFolder(source) {
  return source.replace(/^\/app\//, '');
}

/** @param {string} folder */
async function install(folder) {
  const { parseDockerfile } = await import('./support/dockerfile.ts');
  const stages = parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  const { instructions = [] } = stages.find(({ name }) => name === 'packages') ?? {};
  for (const instruction of instructions) {
    if (instruction.keyword === 'COPY')
      for (const source of instruction.sources.map(inFolder))
        cpSync(join(root, source), join(folder, source), { recursive: true });
    if (instruction.keyword === 'RUN') run('sh', ['-c', instruction.command], folder);
  }
  for (const path of ['simulator', 'node_modules/gbp-simulator'])
    if (existsSync(join(folder, path))) throw new CannotPrepare(`${path} is in the production install.`);
  for (const part of ['server', 'client'])
    cpSync(join(root, 'dist', part), join(folder, 'dist', part), { recursive: true });
  run(process.execPath, ['--input-type=module', '--eval', PHOTO], folder);
  // The image is built without it: see .dockerignore.
  rmSync(join(folder, 'dist/server/embedded'), { recursive: true });
}

/**
 * Starts the server and waits until its health check passes.
 * @param {string} folder
 */
async function start(folder) {
  const { productionSettings } = await import('./support/processes/production-settings.ts');
  const { freePort } = await import('./support/processes/program.ts');
  const settings = { NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), PATH: process.env.PATH };
  const env = { ...settings, ...productionSettings(await freePort()) };
  const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: folder, env, stdio: 'inherit' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const last = Date.now() + START_MS;
    const check = () =>
      spawnSync(process.execPath, ['dist/server/cli.js', 'healthcheck'], { cwd: folder, env });
    while (check().status !== 0) {
      if (server.exitCode !== null || Date.now() > last)
        throw new CannotPrepare('The production install has not started.');
      await sleep(200);
    }
  } finally {
    server.kill();
    await ended;
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new CannotPrepare(`${command} ${args.join(' ')} ended with ${status}.`);
}
