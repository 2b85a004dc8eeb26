import type { Page } from '@playwright/test';
import type { Schemas } from '../../../client/api/client.js';
import { expect, FROM_OUR_PAGE, logIn, openSignedIn, type Person } from './product.ts';

/** The sign of the last part of a first reading: all of the practice Google's locations. */
export const LOCATIONS = 500;

/** Reading 500 locations takes a while, so the tests share them. */
let person: Person | undefined;

/** Opens the locations of a person whose practice Google has 500. */
export async function openLocations(page: Page): Promise<void> {
  if (person) await logIn(page, person);
  else {
    person = await openSignedIn(page);
    const answer = await page.request.post('/api/practice', {
      headers: FROM_OUR_PAGE,
      data: { world: 'abroad' },
    });
    expect(answer.status()).toBe(200);
    for (const part of [100, 200, 300, 400, LOCATIONS])
      await expect.poll(() => read(page), `${part} locations are read`).toBeGreaterThanOrEqual(part);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/dashboard?view=locations');
  await expect(page.getByText(`${LOCATIONS} of ${LOCATIONS} locations`)).toBeVisible();
}

async function read(page: Page): Promise<number> {
  const answer = await page.request.get('/api/locations');
  return ((await answer.json()) as Schemas['LocationListDto']).total;
}
