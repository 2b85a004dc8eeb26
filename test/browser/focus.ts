import type { Locator, Page } from '@playwright/test';
import { expect } from './product.ts';

/** Expects that the focused element shows a ring and nothing covers it (WCAG 2.2, 2.4.7 and 2.4.11). */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const { name, ring, covered } = await page.evaluate(inspectFocus);
  expect({ ring, covered }, name).toEqual({ ring: true, covered: false });
}

/** Presses Tab until the element has the focus, and checks that each focused element is visible. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  for (let stop = 0; stop < 90; stop++) {
    await page.keyboard.press('Tab');
    await expectVisibleFocus(page);
    if (await element.evaluate((each) => each === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${element.toString()}`);
}

function inspectFocus(): { name: string; ring: boolean; covered: boolean } {
  const focused = document.activeElement ?? document.body;
  // A choice has its ring around its label, the link of a card around the card.
  const shown = [focused, focused.closest('label'), focused.closest('article')].filter(
    (each) => each !== null,
  );
  const hasRing = (element: Element): boolean => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  };
  const isOnTop = (element: Element): boolean => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  // Headings and the main part take the focus without being controls, so they show no ring. The browser draws the ring
  // of its own button in a date or time field, where only that part matches `:focus`.
  const isControl = focused.matches('a, button, input:focus, select, textarea, summary, [tabindex="0"]');
  return {
    name: `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent}`,
    ring: !isControl || shown.some(hasRing),
    // The page itself has the focus while Tab goes from its last element to its first. The middle of a long one is elsewhere.
    covered: focused !== document.body && !shown.some(isOnTop),
  };
}
