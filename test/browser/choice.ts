import type { Locator } from '@playwright/test';
import { expect } from './product.js';

/**
 * Picks a radio button, or sets a switch, by a click on its label: the button itself may lie out of sight. What changes
 * the address shows a moment later.
 */
export async function pick(choice: Locator, isOn = true): Promise<void> {
  if ((await choice.isChecked()) === isOn) return;
  await choice.locator('xpath=ancestor::label').click();
  await expect(choice).toBeChecked({ checked: isOn });
}
