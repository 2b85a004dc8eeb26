import type { Page, Route } from '@playwright/test';
import { FakeServer, type Handlers } from '../../support/page/fake-server.ts';

/**
 * Mocks some routes of the API. All others stay real. Later calls win over earlier ones.
 * @returns the mock, which records the requests and can change its answers
 */
export async function mockRoutes(page: Page, handlers: Handlers): Promise<FakeServer> {
  const server = new FakeServer(handlers);
  for (const route of Object.keys(handlers)) {
    await onRoute(page, route, async (call) => {
      const request = call.request();
      const { method, body } = { method: request.method(), body: request.postData() };
      const sent = new Request(request.url(), { method, headers: request.headers(), body });
      const answer = await server.fetch(sent).catch(() => undefined);
      if (!answer) return call.abort();
      const headers = Object.fromEntries(answer.headers);
      await call.fulfill({ status: answer.status, headers, body: await answer.text() });
    });
  }
  return server;
}

/** Holds back the requests of a route. Returns the function that lets them go. */
export async function hold(page: Page, route: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await onRoute(page, route, async (call) => {
    await gate.promise;
    await call.continue();
  });
  return gate.resolve;
}

/** @param route method and path, `GET /api/locations/:id` */
async function onRoute(page: Page, route: string, act: (call: Route) => Promise<void>): Promise<void> {
  const [method, path = ''] = route.split(' ');
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
  await page.route(
    ({ pathname }) => pattern.test(pathname),
    (call) => (call.request().method() === method ? act(call) : call.fallback()),
  );
}

/** Stops the clock of the next pages at `now`. The test moves it with `page.clock.runFor`. */
export async function stopClock(page: Page, now = '2026-11-21T10:00:00Z'): Promise<void> {
  const instant = Date.parse(now);
  await page.clock.install({ time: instant - 3_600_000 });
  await page.clock.pauseAt(instant);
}

/** Simulates that the user returns to the tab, on a stopped clock. */
export async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  // SWR reacts in a timer.
  await page.clock.runFor(1);
}
