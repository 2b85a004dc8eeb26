import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { checkMachine, makeBase } from './base-image.ts';
import { copyContext } from './build-context.ts';
import { Builder } from './builder.ts';
import { Checks } from './checks.ts';
import { checkContent } from './content-checks.ts';
import { parseDockerfile } from './dockerfile.ts';
import type { Image } from './image.ts';
import { checkOnPostgres } from './postgres-checks.ts';
import { say, Trouble } from './say.ts';
import { checkWithVolume } from './volume-checks.ts';

/** It takes about five minutes on two idle cores; whatever takes six times as long hangs. */
const LIMIT_MS = 30 * 60_000;

/**
 * Makes the image, looks at what is in it, and runs it as a careful platform does: on a Postgres, and on the embedded
 * database in a volume. Sets the exit code.
 */
export async function prove(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-container-'));
  // Everything that was started ends with this process, and its mounts with it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
  const limit = setTimeout(() => {
    say(`Stopped: it had not ended after ${LIMIT_MS / 60_000} minutes.`);
    process.exit(1);
  }, LIMIT_MS);
  try {
    process.exitCode = (await run(folder)) ? 0 : 1;
  } catch (error) {
    say(error instanceof Trouble ? error.message : String((error as Error).stack));
    process.exitCode = 1;
  } finally {
    clearTimeout(limit);
  }
}

async function run(folder: string): Promise<boolean> {
  checkMachine();
  // Debian's tools give up their privileges on the way, and have to get in all the same.
  chmodSync(folder, 0o755);
  const image = await buildImage(folder);
  const mountAt = join(folder, 'root');
  const checks = new Checks();
  await checkContent(image, checks);
  await checkOnPostgres(image, mountAt, checks);
  await checkWithVolume(image, mountAt, makeVolume(folder, image), checks);
  return checks.conclude();
}

async function buildImage(folder: string): Promise<Image> {
  const stages = parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  const [context, layer] = [join(folder, 'context'), join(folder, 'base')];
  const files = copyContext(root, readFileSync(join(root, '.dockerignore'), 'utf8'), context);
  say(`context   ${files} files`);
  const name = stages[0]?.from ?? '';
  makeBase(name, layer);
  return new Builder({ name, layer }, context, folder).build(stages);
}

/** A new volume belongs to whom the image's own folder belongs to. */
function makeVolume(folder: string, image: Image): string {
  const volume = join(folder, 'volume');
  mkdirSync(volume, { mode: 0o700 });
  const [uid, gid] = image.user.split(':').map(Number);
  chownSync(volume, uid ?? 0, gid ?? 0);
  return volume;
}
