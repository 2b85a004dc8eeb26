import { PRODUCTION_COMMAND } from '../support/production-command.ts';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../support/postgres.mjs';
import { freePort } from '../support/program.ts';
import type { Checks } from './checks.ts';
import { Container } from './container.ts';
import type { Image } from './image.ts';
import { productionSettings, PUBLIC_HOST } from './production-settings.ts';
import { say, seconds } from './say.ts';

const HEALTHY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 15_000;
const NOTICED_WITHIN_MS = 5_000;
const BACK_WITHIN_MS = 15_000;

/** Prints every folder of the container that its user may write to. */
const WRITABLE_FOLDERS = `
const { accessSync, constants, readdirSync } = require('node:fs');
const look = (folder) => {
  try { accessSync(folder, constants.W_OK); console.log(folder); } catch {}
  let entries = [];
  try { entries = readdirSync(folder, { withFileTypes: true }); } catch {}
  for (const entry of entries)
    if (entry.isDirectory() && !/^.proc$/.test(folder + entry.name)) look(folder.replace(/.$/, '$&/').replace('//', '/') + entry.name);
};
look('/');`;

/** Runs the image on a Postgres, without a place to write to. */
export async function checkOnPostgres(image: Image, mountAt: string, checks: Checks): Promise<void> {
  const postgres = await startPostgres({ survivesCrashes: true });
  const env = { ...productionSettings(await freePort()), DATABASE_URL: postgres.url };
  say(`\nOn a Postgres (${postgres.about}), with nothing to write to:`);
  const container = new Container(image, { env, mountAt });
  try {
    await checks.check('its own HEALTHCHECK finds it healthy', async () =>
      seconds(await container.untilHealthy(HEALTHY_WITHIN_MS)),
    );
    await checkProcess(container, image, checks);
    await checkPages(container, checks);
    await checks.check("the operator's commands run in it", async () => {
      const { code, output } = await container.run(['node', 'dist/server/main.stuck-posts.js']);
      match(output, /No post is stuck/);
      equal(code, 0);
    });
    await checks.check('a Postgres that stops makes it unready, one that is back makes it ready', () =>
      stopAndResume(container, postgres, image),
    );
    await checkStop(container, checks);
  } finally {
    await container.kill();
    await postgres.stop();
  }
}

async function checkProcess(container: Container, image: Image, checks: Checks): Promise<void> {
  await checks.check('process 1 is node itself, so that signals reach it', () => {
    deepEqual(container.commandLine(), PRODUCTION_COMMAND);
  });
  await checks.check('it is not root and has no capability, nor a way to get one', () => {
    const { Uid, Gid, Groups, CapInh, CapPrm, CapEff, CapBnd, CapAmb, NoNewPrivs } = container.status();
    const [uid, gid] = image.user.split(':');
    ok(Number(uid) > 0, `it runs as ${image.user}`);
    deepEqual([Uid, Gid, Groups], [`${uid}\t${uid}\t${uid}\t${uid}`, `${gid}\t${gid}\t${gid}\t${gid}`, '']);
    deepEqual([CapInh, CapPrm, CapEff, CapBnd, CapAmb], Array(5).fill('0'.repeat(16)));
    equal(NoNewPrivs, '1');
    return `uid ${uid}`;
  });
  await checks.check('it can write nowhere', async () => {
    const { code, output } = await container.run(['node', '--eval', WRITABLE_FOLDERS]);
    deepEqual({ code, output }, { code: 0, output: '' });
  });
}

async function checkPages(container: Container, checks: Checks): Promise<void> {
  await checks.check('it serves the sign-in page, compressed ahead of time', async () => {
    const page = await container.get('/login', PUBLIC_HOST);
    equal(page.status, 200);
    match(String(page.headers['content-security-policy']), /default-src 'none'/);
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const asset = await container.get(script, PUBLIC_HOST, { 'accept-encoding': 'br' });
    deepEqual([asset.status, asset.headers['content-encoding']], [200, 'br']);
  });
  await checks.check('it serves the API and its documentation', async () => {
    const session = await container.get('/api/auth/session', PUBLIC_HOST);
    deepEqual([session.status, JSON.parse(session.body)], [200, { user: null }]);
    equal((await container.get('/api/docs', PUBLIC_HOST)).status, 200);
    equal((await container.get('/api/accounts', PUBLIC_HOST)).status, 401);
  });
}

async function stopAndResume(
  container: Container,
  postgres: Awaited<ReturnType<typeof startPostgres>>,
  image: Image,
): Promise<string> {
  await postgres.halt();
  const noticed = await until(container, 503, NOTICED_WITHIN_MS);
  equal((await container.run(image.healthcheck)).code, 1);
  await postgres.resume();
  const back = await until(container, 200, BACK_WITHIN_MS);
  equal((await container.run(image.healthcheck)).code, 0);
  return `503 after ${seconds(noticed)}, 200 ${seconds(back)} after it was back`;
}

async function until(container: Container, wanted: number, within: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { status } = await container.get('/api/health/ready', '127.0.0.1');
    const took = performance.now() - began;
    if (status === wanted && took <= within) return took;
    ok(took <= within, `it still answers ${status} after ${seconds(took)}`);
    await delay(50);
  }
}

/** SIGTERM, as every platform sends it. */
export async function checkStop(container: Container, checks: Checks): Promise<void> {
  await checks.check('SIGTERM ends it with code 0', async () => {
    const began = performance.now();
    const code = await container.stop(STOP_WITHIN_MS);
    equal(code, 0, `it ended with ${code}:\n${container.output}`);
    return seconds(performance.now() - began);
  });
}
