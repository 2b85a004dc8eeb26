import type { Page } from '@playwright/test';
import { startAuthEmulator } from '../../dist/server/embedded/auth-emulator.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { HoldsRepository } from '../../dist/server/publishing/holds.repository.js';
import { PublishDispatcher } from '../../dist/server/publishing/publish-dispatcher.js';
import { startTestApp } from '../support/app.js';
import { setDatabaseTime } from '../support/database-time.js';
import { googleEnv } from '../support/google-connection.js';
import { startSimulator } from '../support/google-simulator.js';
import { setJobTime } from '../support/job-clock.js';
import { freePort } from '../support/program.js';
import { test as base } from './product.js';

/** The whole product and its Google in this process, in a time that can be let pass. */
export interface SteeredProduct {
  origin: string;
  google: GoogleSimulator;
  /** The time that it is. */
  now(): Date;
  /** Lets so many ms pass for all: server, database, Google, the page. What falls due meanwhile is woken. */
  pass(page: Page, ms: number): Promise<void>;
}

async function startSteered(): Promise<SteeredProduct & { close(): Promise<void> }> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const google = await startSimulator({ redirectUris: [`${origin}/gbp-callback`] });
  const emulator = await startAuthEmulator({
    projectId: 'demo-shingle',
    onExit: (error) => {
      throw error;
    },
  });
  process.env.TEST_AUTH_EMULATOR_HOST = emulator.host;
  const env = { PUBLIC_ORIGIN: origin, PORT: String(port), LOG_LEVEL: 'silent' };
  const served = await startTestApp({ ...googleEnv(google), ...env });
  const { app, clock, database } = served;
  return {
    origin,
    google,
    now: () => clock.now(),
    async pass(page, ms) {
      // Days pass here, and people stay signed in.
      await database.executeSql(
        "update sessions set remembered = true, ends_at = ends_at + interval '9 days'",
      );
      clock.advance({ seconds: ms / 1000 });
      google.clock.advance(ms);
      await setDatabaseTime(database, clock);
      await setJobTime(database, clock);
      // What every process does by itself from time to time.
      await app.get(HoldsRepository).release();
      await app.get(PublishDispatcher).dispatch();
      await page.clock.fastForward(ms);
    },
    async close() {
      await served.close();
      await google.close();
      await emulator.stop();
    },
  };
}

/** Tests on the steered product, each with a page on whose clock it is the same time. */
export const test = base.extend<{ onTime: void }, { steered: SteeredProduct }>({
  steered: [
    // Playwright reads from this pattern which fixtures are wanted: none.
    async ({}, use) => {
      const steered = await startSteered();
      await use(steered);
      await steered.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ steered }, use) => use(steered.origin),
  onTime: [
    async ({ page, steered }, use) => {
      await page.clock.install({ time: steered.now() });
      await use();
    },
    { auto: true },
  ],
});
