import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from './product.ts';
import { resize } from './view.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
/** The smallest size that a page must fit into (WCAG 2.2, 1.4.10). */
const NARROWEST = { width: 320, height: 640 };

interface Extent {
  /** The sizes to check, if a state does not exist at all of them. */
  sizes?: readonly { width: number; height: number }[];
  /** Also checks header and sidebar, which are the same in every view. */
  withFrame?: boolean;
}

/**
 * Expects that axe finds no violation of WCAG 2.2 AA on a wide screen and on a phone, in both themes, and that nothing
 * scrolls sideways on the narrowest screen. Checks the main part and the messages, or only the open dialog, since the
 * page behind it is inert.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  { sizes = [WIDE, PHONE], withFrame = false }: Extent = {},
): Promise<void> {
  const before = page.viewportSize();
  for (const size of sizes) {
    await resize(page, size);
    await expectToFit(page, state, size.width);
    expect(await findViolations(page, withFrame), `${state}, ${size.width} px`).toEqual({
      light: [],
      dark: [],
    });
  }
  if (sizes.some(({ width }) => width === PHONE.width)) {
    await resize(page, NARROWEST);
    await expectToFit(page, state, NARROWEST.width);
  }
  if (before) await resize(page, before);
}

export { PHONE, WIDE };

/** Waits, since what is loaded later may be wider. */
async function expectToFit(page: Page, state: string, width: number): Promise<void> {
  const widest = () =>
    page.evaluate(() => {
      const parts = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
      return Math.max(...parts.map(({ scrollWidth }) => scrollWidth));
    });
  await expect.poll(widest, { message: `${state}, ${width} px` }).toBeLessThanOrEqual(width);
}

/** The violations in the current theme and in the other one, each with the elements. */
async function findViolations(page: Page, withFrame: boolean): Promise<Record<'light' | 'dark', string[]>> {
  // Once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const selectors = withFrame ? ['html'] : ['dialog[open]', 'main, [aria-label=Messages]'];
  const brokenRules = (runOnly: axe.RunOnly): Promise<string[]> =>
    page.evaluate(
      async ({ selectors, runOnly }) => {
        const { axe: engine } = window as unknown as { axe: typeof axe };
        const parts = selectors
          .map((each) => document.querySelectorAll(each))
          .find(({ length }) => length > 0);
        if (!parts) throw new Error('There is nothing to check.');
        const { violations } = await engine.run(parts, { runOnly, resultTypes: ['violations'] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      },
      { selectors, runOnly },
    );
  const theme = await page.evaluate(() =>
    document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  );
  const other = theme === 'dark' ? 'light' : 'dark';
  const broken = { light: [] as string[], dark: [] as string[] };
  await show(page, theme);
  broken[theme] = await brokenRules({ type: 'tag', values: WCAG });
  await show(page, other);
  // A theme changes only colours.
  broken[other] = await brokenRules({ type: 'rule', values: ['color-contrast'] });
  await show(page, theme);
  return broken;
}

/** The client has its theme at its root; emails and the pages of the server follow the browser. */
async function show(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate((shown) => {
    const { dataset } = document.documentElement;
    if (dataset.theme !== undefined) dataset.theme = shown;
  }, theme);
}
