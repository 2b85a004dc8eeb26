import { existsSync, watch as watchFolder } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { spawnNode, STOP_SIGNALS } from './run-node.mjs';
import { CannotPrepare, root } from './prepare.mjs';

/** How long the compiler must have written nothing before the server starts again, in ms. */
const QUIET = 300;

/**
 * `npm run dev`: Vite serves the client and replaces what changes in the open page; the compiler follows the server's
 * sources and the server starts again with each result. The page and the API share Vite's address, so that cookies,
 * the Host check and the cross-origin guard work as they do in production. Ctrl-C ends all of it.
 * @param {string} start the compiled file that starts the server
 */
export async function watch(start) {
  // The server reads it on its own, but Vite must know the port too.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const vite = await startVite();
  const origin = `http://localhost:${vite.config.server.port}`;
  const compiler = spawnNode(process.execPath, [
    join(root, 'node_modules/@nestjs/cli/bin/nest.js'),
    ...['build', '--watch', '--watchAssets', '--preserveWatchOutput'],
  ]);
  const server = keepRunning(() =>
    spawnNode(process.execPath, [start], { ...process.env, PUBLIC_ORIGIN: origin }),
  );

  /** @type {NodeJS.Timeout | undefined} */
  let quiet;
  const watcher = watchFolder(join(dirname(start), '..'), { recursive: true }, () => {
    clearTimeout(quiet);
    quiet = setTimeout(server.restart, QUIET);
  });

  const stop = async () => {
    clearTimeout(quiet);
    watcher.close();
    compiler.kill();
    await Promise.all([vite.close(), server.stop()]);
    process.exit(0);
  };
  for (const signal of STOP_SIGNALS) process.once(signal, () => void stop());
}

/**
 * Requests that meet the server while it starts again wait for it, instead of failing in the page.
 * @type {import('vite').Plugin}
 */
const patience = {
  name: 'wait-for-server',
  configureServer(vite) {
    const port = Number(process.env.PORT ?? 3000);
    vite.middlewares.use('/api', (request, response, next) => {
      const knock = () => {
        const socket = connect(port, '127.0.0.1');
        socket.once('connect', () => next()).once('connect', () => socket.destroy());
        socket.once('error', () => !request.destroyed && setTimeout(knock, 100));
      };
      knock();
    });
  },
};

async function startVite() {
  const { createServer } = await import('vite');
  const vite = await createServer({ root: join(root, 'client'), logLevel: 'warn', plugins: [patience] });
  try {
    return await vite.listen();
  } catch (error) {
    await vite.close();
    throw new CannotPrepare(`${/** @type {Error} */ (error).message}: stop what uses it, then start again.`);
  }
}

/**
 * One process at a time: the next is not started before the last has gone, because they share port and data.
 * @param {() => import('node:child_process').ChildProcess} start
 */
function keepRunning(start) {
  let child = launch();
  let wanted = true;
  let changing = false;

  function launch() {
    const next = start();
    next.once('exit', () => {
      if (wanted && !changing) console.log('The server has stopped. It starts again with the next change.');
    });
    return next;
  }

  function ended() {
    const { exitCode, signalCode } = child;
    if (exitCode !== null || signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill();
    });
  }

  return {
    async restart() {
      if (changing) return;
      changing = true;
      await ended();
      if (wanted) child = launch();
      changing = false;
    },
    stop() {
      wanted = false;
      return ended();
    },
  };
}
