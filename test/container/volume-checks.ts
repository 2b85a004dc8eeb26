import { equal, match, ok } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/program.ts';
import type { Checks } from './checks.ts';
import { Container } from './container.ts';
import type { Image } from './image.ts';
import { checkStop } from './postgres-checks.ts';
import { productionSettings, PUBLIC_HOST } from './production-settings.ts';
import { say, seconds } from './say.ts';

/** The embedded database is set up at the first start. */
const HEALTHY_WITHIN_MS = 120_000;
const REFUSES_WITHIN_MS = 60_000;

/** Runs the image without a Postgres: its embedded database lies in a volume, the one place to write to. */
export async function checkWithVolume(
  image: Image,
  mountAt: string,
  volume: string,
  checks: Checks,
): Promise<void> {
  const env = productionSettings(await freePort());
  say('\nOn the embedded database, in a volume:');
  await checks.check('without a volume it says what is missing', () => refuse(image, env, mountAt));
  for (const start of ['a new', 'the same']) {
    const container = new Container(image, { env, data: volume, mountAt });
    try {
      await checks.check(`it is healthy on ${start} volume`, async () => {
        const took = await container.untilHealthy(HEALTHY_WITHIN_MS);
        equal((await container.get('/login', PUBLIC_HOST)).status, 200);
        ok(existsSync(join(volume, 'postgres')), 'the database lies somewhere else');
        return seconds(took);
      });
      await checkStop(container, checks);
    } finally {
      await container.kill();
    }
  }
}

async function refuse(image: Image, env: Record<string, string>, mountAt: string): Promise<void> {
  const container = new Container(image, { env, mountAt });
  const limit = setTimeout(() => void container.kill(), REFUSES_WITHIN_MS);
  const code = await container.ended;
  clearTimeout(limit);
  match(container.output, /The data folder \/data cannot be written/);
  equal(code, 1);
}
