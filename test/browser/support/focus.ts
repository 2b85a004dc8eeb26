import type { ElementHandle, Locator, Page } from '@playwright/test';
import { expect } from './product.ts';

/**
 * Expects that the focused element shows a ring and nothing covers it (WCAG 2.2, 2.4.7 and 2.4.11).
 * @returns whether it is the wanted one, or `gone` if that is no longer in the page
 */
export async function expectVisibleFocus(
  page: Page,
  wanted: ElementHandle | null = null,
): Promise<boolean | 'gone'> {
  const { name, ring, covered, isWanted } = await page.evaluate(inspectFocus, wanted);
  expect({ ring, covered }, name).toEqual({ ring: true, covered: false });
  return isWanted;
}

/** Presses Tab until the element has the focus, and checks that each focused element is visible. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  // Looked for once, not at each stop, since that goes through the whole page.
  let wanted = await element.elementHandle();
  for (let stop = 0; stop < 90; stop++) {
    await page.keyboard.press('Tab');
    const isThere = await expectVisibleFocus(page, wanted);
    if (isThere === true) return;
    if (isThere === 'gone') {
      wanted = await element.elementHandle();
      if ((await expectVisibleFocus(page, wanted)) === true) return;
    }
  }
  throw new Error(`Tab does not lead to ${element.toString()}`);
}

/** Moves the focus to an element by Tab, and presses a key there. */
export async function press(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

function inspectFocus(wanted: Node | null) {
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
    isWanted: wanted?.isConnected === false ? ('gone' as const) : focused === wanted,
  };
}
