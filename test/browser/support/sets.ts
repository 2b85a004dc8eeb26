import type { Page } from '@playwright/test';
import type { Schemas } from '../../../client/api/client.js';
import { expect, FROM_OUR_PAGE } from './product.ts';

/** Ends what is not sent yet of the set on the page, so that no location changes while the tests after it preview. */
export async function stopSet(page: Page): Promise<void> {
  const set = `/api/change-sets/${new URL(page.url()).searchParams.get('set')}`;
  expect((await page.request.post(`${set}/stop`, { headers: FROM_OUR_PAGE })).status()).toBe(204);
  const underWay = async () => {
    const { state, progress } = (await (await page.request.get(set)).json()) as Schemas['ChangeSetDto'];
    return state === 'running' || progress.waiting > 0;
  };
  await expect.poll(underWay, 'nothing is on its way').toBe(false);
}
