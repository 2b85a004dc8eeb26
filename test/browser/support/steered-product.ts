import type { Page } from '@playwright/test';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startAuthEmulator } from '../../../dist/server/embedded/auth-emulator.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import { Mailbox } from '../../../dist/server/embedded/mailbox/mailbox.js';
import { mailboxModule } from '../../../dist/server/embedded/mailbox/mailbox.module.js';
import { LockPlanner } from '../../../dist/server/locks/lock-planner.js';
import { DeliveryDispatcher } from '../../../dist/server/notices/delivery/delivery-dispatcher.js';
import { NoticeDeliveries } from '../../../dist/server/notices/delivery/notice-deliveries.js';
import { NoticeGatherer } from '../../../dist/server/notices/events/notice-gatherer.js';
import { WebhookNetwork } from '../../../dist/server/notices/sending/webhook-network.js';
import { HoldsRepository } from '../../../dist/server/publishing/holds.repository.js';
import { PublishDispatcher } from '../../../dist/server/publishing/publish-dispatcher.js';
import { ReviewReadingService } from '../../../dist/server/reviews/reading/review-reading.service.js';
import { ReplyDispatcher } from '../../../dist/server/reviews/sending/reply-dispatcher.js';
import { StatisticsDispatcher } from '../../../dist/server/statistics/reading/statistics-dispatcher.js';
import { type TestApp, startTestApp } from '../../support/app.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { googleEnv } from '../../support/google/google-connection.ts';
import { startSimulator } from '../../support/google/google-simulator.ts';
import { setJobTime } from '../../support/job-clock.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { startNameServer } from '../../support/network/name-server.ts';
import { freePort } from '../../support/processes/program.ts';
import { press } from './focus.ts';
import { expect, FROM_OUR_PAGE, test as base } from './product.ts';
import { workOff } from '../../support/due-work.ts';

/** The body of a webhook. */
interface WebhookMessage {
  type: string;
  notices: { kind: string; title: string }[];
}

const MINUTE_MS = 60_000;

/** After this time, a page asks for the same list once more (`SAME_READING_MS` of notices). */
const PAGE_READS_ANEW_MS = 2_000;

/** Stands for a public address: the rule of these tests allows this one of all private ones. */
const SINK = '127.0.0.2';
const SINK_NAME = 'hooks.example.com';

/** Has webhooks for `hooks.example.com` come to this process. */
async function takeWebhooks({ app }: TestApp) {
  const messages: WebhookMessage[] = [];
  const { key, cert } = makeCertificate(SINK_NAME);
  const sink = createServer({ key, cert }, (request, response) => {
    void text(request).then((body) => {
      messages.push(JSON.parse(body) as WebhookMessage);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => sink.listen(0, SINK, listening));
  const names = await startNameServer(() => [SINK]);
  Object.assign(app.get(WebhookNetwork), {
    port: (sink.address() as AddressInfo).port,
    ca: cert,
    nameServers: [names.address],
    isAllowed: (address: string) => address === SINK,
  });
  const close = async () => {
    sink.close();
    await names.close();
  };
  return { address: `https://${SINK_NAME}/shingle`, messages, close };
}

/** The whole product and the Google simulator in this process, on a clock that tests can move. */
export interface SteeredProduct {
  origin: string;
  google: GoogleSimulator;
  /** A program that takes webhooks, and what it got. */
  hooks: { address: string; messages: WebhookMessage[] };
  /** The current time on that clock. */
  now(): Date;
  /** Moves the clocks of server, database, Google and the page by `ms`, and runs what is due then. */
  pass(page: Page, ms: number): Promise<void>;
  /** Reads the statistics that are due: the first time months of them, which takes a while. */
  readStatistics(): Promise<void>;
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
  const modules = [mailboxModule(new Mailbox())];
  const served = await startTestApp({ ...googleEnv(google), ...env }, undefined, { modules });
  const { app, clock, database } = served;
  const hooks = await takeWebhooks(served);
  return {
    origin,
    google,
    hooks,
    now: () => clock.now(),
    async pass(page, ms) {
      await app.get(NoticeGatherer).gather();
      // Days may pass, but users stay signed in.
      await database.executeSql(
        "update sessions set remembered = true, ends_at = ends_at + interval '9 days'",
      );
      clock.advance({ seconds: ms / 1000 });
      google.clock.advance(ms);
      await setDatabaseTime(database, clock);
      await setJobTime(database, clock);
      // Every process does this by itself from time to time.
      await app.get(HoldsRepository).release();
      await workOff(app.get(PublishDispatcher));
      await workOff(app.get(LockPlanner));
      await workOff(app.get(ChangeDispatcher));
      await app.get(ReviewReadingService).beginDue();
      await workOff(app.get(ReplyDispatcher));
      await app.get(NoticeGatherer).gather();
      await app.get(NoticeDeliveries).makeImmediate();
      await workOff(app.get(DeliveryDispatcher));
      // What the page read just now counts as new for 2 s. Without this step, timers that are due later would find it so.
      const step = Math.min(ms, PAGE_READS_ANEW_MS);
      await page.clock.fastForward(step);
      await page.clock.fastForward(ms - step);
    },
    async readStatistics() {
      await app.get(StatisticsDispatcher).takeUp();
      await workOff(app.get(StatisticsDispatcher));
    },
    async close() {
      await served.close();
      await hooks.close();
      await google.close();
      await emulator.stop();
    },
  };
}

/**
 * Tests on the steered product. The page's clock shows the same time. A person's connection ends with the test, unless
 * `keepsConnection`: whatever is connected has more to read whenever time passes.
 */
export const test = base.extend<{ onTime: void; keepsConnection: boolean }, { steered: SteeredProduct }>({
  keepsConnection: [false, { option: true }],
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
    async ({ page, steered, keepsConnection }, use) => {
      await page.clock.install({ time: steered.now() });
      await use();
      if (!keepsConnection) await page.request.delete('/api/auth/gbp-connection', { headers: FROM_OUR_PAGE });
    },
    { auto: true },
  ],
});

/** Lets a minute pass, so that the quotas are full, and has all locations read again. */
export async function refresh(page: Page, steered: SteeredProduct): Promise<void> {
  await steered.pass(page, MINUTE_MS);
  const asOf = page.getByText(/^As of /);
  const before = await asOf.textContent();
  await press(page, page.getByRole('button', { name: 'Refresh' }));
  await expect(async () => {
    await steered.pass(page, 2_000);
    expect(await asOf.textContent()).not.toBe(before);
  }).toPass();
}
